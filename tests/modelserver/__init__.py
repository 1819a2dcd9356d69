"""A model server in a test's hands: it speaks the Messages API on the loopback, from scripts, and is strict."""
