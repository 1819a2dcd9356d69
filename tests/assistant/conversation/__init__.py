"""Tests: the assistant's conversation."""
