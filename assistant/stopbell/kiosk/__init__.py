"""A kiosk at a stop: keys that a stranger finds without sight, a large board, a voice, and what keeps them going."""
