"""How the server is reached: standard streams, or HTTP behind a gate."""
