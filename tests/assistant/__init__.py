"""Tests: assistant."""
