"""What crosses the wire: the mapping to it, its size, and that nothing of it changes unseen."""
