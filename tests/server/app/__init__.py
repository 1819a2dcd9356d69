"""Tests: server, app."""
