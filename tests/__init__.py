"""Stopbell's tests."""
