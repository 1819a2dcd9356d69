"""Tests of the guard that stands before a model's sentences, and its measuring."""
