"""Tests: server, feeds, importing."""
