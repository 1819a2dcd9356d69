"""Tests of feeds/refresh."""
