"""The documented contract of the Lviv public transport MCP server, over any city's feeds."""
