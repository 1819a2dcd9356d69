"""Tests of feeds/realtime."""
