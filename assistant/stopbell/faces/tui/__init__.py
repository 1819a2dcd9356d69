"""The screen for riders with low vision, with its own voice; the only place that imports textual."""
