"""Tests: assistant, commands."""
