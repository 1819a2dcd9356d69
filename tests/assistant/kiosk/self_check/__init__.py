"""The self-check, and a fault for each statement that it can pass."""
