"""One server over HTTP in a process of its own, for `served_http`: ours over a feed, or a bare one with ready results.

`python -m tests.benchmarks.served_child ours COMPILED MESSAGE…` and `… ready RESULTS`. It prints its address; then each
line that it reads is answered by the CPU time spent so far, in nanoseconds, after a minute has passed in its world.
"""

import asyncio
import json
import logging
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.tools.base import Tool
from mcp.types import CallToolResult

from stopbell_server.domain.clock import SystemClock
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.server import build_server
from stopbell_server.store.read import SqliteStore
from stopbell_server.transport.addresses import LOOPBACK_NAMES, ListenAddress
from stopbell_server.transport.audit_place import keep_audit
from stopbell_server.transport.callers import SeenSource
from stopbell_server.transport.gate import GateRules
from stopbell_server.transport.http import HttpServer
from stopbell_server.transport.listening import listen
from stopbell_server.world import FeedView
from tests.benchmarks.served import Passing, ReadyTool

AT = datetime.fromisoformat("2025-11-06T21:04:14+00:00")


def build_ours(compiled: Path, messages: list[Path]) -> tuple[MCPServer, Passing]:
    """Build our server over the compiled feed with its live messages."""
    store = SqliteStore(compiled)
    fetched = [receive(path.read_bytes(), path.name, AT, number=n) for n, path in enumerate(messages)]
    source = Passing(FeedView(store).with_snapshot(build_snapshot(fetched, store)), AT)
    return build_server(SeenSource(source), Phrasebooks.load()), source


def build_ready(results: Path) -> MCPServer:
    """Build a bare server whose one tool gives what was made before, by the stop that is asked for."""
    known: dict[str, Any] = json.loads(results.read_text(encoding="utf-8"))
    ready = {stop: CallToolResult.model_validate(one) for stop, one in known["results"].items()}

    async def get_arrivals(stop: str) -> CallToolResult:
        return CallToolResult(content=ready[stop].content, structured_content=ready[stop].structured_content)

    plain = Tool.from_function(get_arrivals, structured_output=False)
    fields: dict[str, Any] = {name: getattr(plain, name) for name in Tool.model_fields}
    # Without a word, as ours: what the SDK would log of each request costs more than the request.
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    tools: list[Tool] = [ReadyTool(**fields, declared=known["schema"])]
    return MCPServer("stopbell", title="Stopbell", version="1", tools=tools, log_level="WARNING")


async def _serve(app: Any, source: Passing | None) -> None:
    async with listen(app, ListenAddress("127.0.0.1", 0), connections=64) as root:
        _say(f"{root}/mcp")
        while await asyncio.to_thread(sys.stdin.readline):
            if source is not None:
                source.pass_minutes(1)
            _say(str(time.process_time_ns()))


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


async def _serve_ours(compiled: Path, messages: list[Path]) -> None:
    server, source = build_ours(compiled, messages)
    # As it is served: gate, limits and an audit log that is written.
    rules = GateRules(hosts=LOOPBACK_NAMES, trusts_local_pages=True, per_minute=0)
    app = HttpServer(server, source, SystemClock(), rules)
    await app.note_answers()
    with keep_audit(str(compiled.with_suffix(".audit"))):
        await _serve(app, source)


async def _serve_ready(results: Path) -> None:
    await _serve(build_ready(results).streamable_http_app(stateless_http=True), None)


if __name__ == "__main__":
    kind, first, *rest = sys.argv[1:]
    asyncio.run(_serve_ours(Path(first), [Path(one) for one in rest]) if kind == "ours" else _serve_ready(Path(first)))
