"""The server on standard input and output: nothing but the protocol is written there."""

import logging
import sys

from mcp.server import MCPServer


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Send all logs to standard error; call it before anything logs."""
    logging.basicConfig(
        stream=sys.stderr, level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )


async def serve_stdio(server: MCPServer) -> None:
    """Serve one client until it closes the input."""
    await server.run_stdio_async()
