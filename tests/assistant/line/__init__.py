"""Tests: the assistant's line."""
