"""Telling clients that what they look at has changed: a board, a journey, a vehicle, alerts, a list."""
