"""Tests: the tools."""
