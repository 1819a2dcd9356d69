"""Tests of the kiosk; `tests/together/kiosk` runs it whole."""
