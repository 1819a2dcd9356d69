"""Tests of feeds/fetch."""
