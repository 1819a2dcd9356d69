"""Claude as companion, piece by piece."""
