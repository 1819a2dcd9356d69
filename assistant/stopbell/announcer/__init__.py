"""Decide what is said aloud and how urgent it is."""
