"""The deterministic brain: knows no language itself, reads each language's grammar as data."""
