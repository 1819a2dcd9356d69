"""Stopbell's server: passenger facts from GTFS and GTFS-Realtime, told over MCP."""
