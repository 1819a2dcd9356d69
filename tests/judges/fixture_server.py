"""The server of a home over HTTP with the suite's fixtures: `python -m tests.judges.fixture_server HOME`.

It listens on a free port of the loopback address, and says so on standard error.
"""

import asyncio
import logging
import socket
import sys
from pathlib import Path

import uvicorn

from stopbell_server.app import open_clock, open_home, open_world, read_settings
from stopbell_server.protocol_rules import refuse_unknown
from stopbell_server.server import build_server
from stopbell_server.transport.stdio import log_to_stderr
from tests.judges.fixtures import add_fixtures


async def main() -> None:
    """Serve until the process is ended."""
    log_to_stderr(logging.CRITICAL)
    home = open_home(Path(sys.argv[1]))
    async with open_world(home, open_clock(None), read_settings(home)) as live:
        server = build_server(live)
        # The rules that name what there is know only the server's own; they are made anew for all of it.
        own = [rule for rule in server.middleware if "refuse_unknown" not in getattr(rule, "__qualname__", "")]
        add_fixtures(server)
        tools = tuple(tool.name for tool in await server.list_tools())
        prompts = tuple(prompt.name for prompt in await server.list_prompts())
        server.middleware[:] = [
            *own,
            refuse_unknown("tools/call", "tool", tools),
            refuse_unknown("prompts/get", "prompt", prompts),
        ]
        listening = socket.create_server(("127.0.0.1", 0))
        sys.stderr.write(f"listening at http://127.0.0.1:{listening.getsockname()[1]}/mcp\n")
        app = server.streamable_http_app(host="127.0.0.1")
        await uvicorn.Server(uvicorn.Config(app, log_level="warning")).serve([listening])


if __name__ == "__main__":
    asyncio.run(main())
