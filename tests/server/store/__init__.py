"""Tests of the compiled feed."""
