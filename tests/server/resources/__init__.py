"""Tests: the resources and prompts."""
