"""One arrival board as an MCP App: a page that hosts show beside the answer of get_arrivals."""
