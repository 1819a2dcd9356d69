"""Readers of a desktop, run in a window that nobody sees: Orca by ear, BRLTTY by finger."""
