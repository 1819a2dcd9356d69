"""The drivers for readers and low vision, by themselves."""
