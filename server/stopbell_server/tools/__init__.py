"""Thin adapters, one file per MCP tool."""
