"""Thin adapters, one file per MCP resource."""
