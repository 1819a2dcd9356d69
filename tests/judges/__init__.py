"""The outside judges of MCP servers, run on ours: `.ci/judges`."""
