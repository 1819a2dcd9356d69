"""How the server is reached: stdio here, HTTP later."""
