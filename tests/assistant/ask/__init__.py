"""Tests: the assistant's ask."""
