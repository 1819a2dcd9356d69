"""Tests: server, feeds."""
