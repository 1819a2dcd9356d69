"""Tests: the assistant's offline."""
