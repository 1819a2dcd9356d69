"""Stopbell's assistant: the MCP client that listens, answers and speaks."""
