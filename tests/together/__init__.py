"""Tests: together."""
