"""The arrival board as an MCP App, up to the browser's door."""
