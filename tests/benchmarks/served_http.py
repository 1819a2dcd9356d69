"""What an answer costs the server over HTTP: get_arrivals on a real city, beside a bare server with the same results.

The reference is the SDK's own server with one tool that gives ready-made results of the same size, behind the same
listener, without our gate, limits and audit log. Both are processes of their own; only their CPU time counts. They are
asked turn by turn, and a minute passes between the rounds.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.types import CallToolResult

from stopbell_server.feeds.importing import import_in_child
from stopbell_server.store.database import Database
from tests.benchmarks.boards import load_memory

Row = dict[str, str | float]
PAIR = "pair-halifax-2025-11-06"
MESSAGES = ("TripUpdates.pb", "VehiclePositions.pb", "Alerts.pb")
STOPS = 40
ROUNDS = 10


class Child:
    """One server process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """Wait until it listens."""
        self._process = process
        self.url = self._read()

    def spend(self) -> int:
        """Give the CPU time it has spent so far, in nanoseconds; a minute passes in its world."""
        assert self._process.stdin
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return int(self._read())

    def _read(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError("a measured server ended before it answered")
        return line


def run(stops: int = STOPS, rounds: int = ROUNDS) -> list[Row]:
    """Measure over the shared pair; without it there is nothing to measure, and the row says so."""
    corpus = os.environ.get("STOPBELL_CORPUS")
    if not corpus:
        return [{"what": "get_arrivals over HTTP: set STOPBELL_CORPUS to measure"}]
    pair = Path(corpus) / PAIR
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        path = import_in_child(pair / "static.zip", "halifax", folder, lambda stage, done, total: None).path
        database = Database(path)
        asked = [f"halifax:{stop}" for stop in load_memory(database).list_stops_by_traffic()[:stops]]
        database.close()
        with open_child("ours", path, *(pair / name for name in MESSAGES)) as ours:
            results = folder / "results.json"
            results.write_text(
                json.dumps(asyncio.run(_make_results(ours, asked)), ensure_ascii=False), encoding="utf-8"
            )
            with open_child("ready", results) as ready:
                return [_to_row(mode, *asyncio.run(_measure(ours, ready, asked, rounds, mode))) for mode in MODES]


MODES = {"auto": "2026-07-28", "legacy": "2025-11-25"}


@contextmanager
def open_child(kind: str, *paths: Path) -> Generator[Child]:
    """Run a server for as long as the block lasts."""
    command = [sys.executable, "-m", "tests.benchmarks.served_child", kind, *map(str, paths)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Child(process)
    finally:
        assert process.stdin
        process.stdin.close()
        process.wait(30)


async def _make_results(ours: Child, asked: list[str]) -> dict[str, Any]:
    async with Client(ours.url, cache=None) as client:
        schema = next(tool.output_schema for tool in (await client.list_tools()).tools if tool.name == "get_arrivals")
        made = {stop: await client.call_tool("get_arrivals", {"stop": stop}) for stop in asked}
    results = {stop: one.model_dump(mode="json", by_alias=True, exclude_none=True) for stop, one in made.items()}
    return {"schema": schema, "results": results}


async def _measure(ours: Child, ready: Child, asked: list[str], rounds: int, mode: str) -> tuple[float, float]:
    """Give the CPU time of one call of each, in microseconds."""
    spent = [0, 0]
    async with Client(ours.url, mode=mode, cache=None) as first, Client(ready.url, mode=mode, cache=None) as second:
        for number in range(rounds + 1):
            for place, (child, client) in enumerate(((ours, first), (ready, second))):
                begin = child.spend()
                for stop in asked:
                    _check(await client.call_tool("get_arrivals", {"stop": stop}))
                # The first round warms: connections, and what a stop's first question reads.
                spent[place] += (child.spend() - begin) if number else 0
    calls = rounds * len(asked) * 1000
    return spent[0] / calls, spent[1] / calls


def _check(result: CallToolResult) -> None:
    if result.is_error or result.structured_content is None:
        raise RuntimeError(f"a measured call failed: {result.content}")


def _to_row(mode: str, ours: float, ready: float) -> Row:
    return {
        "what": f"get_arrivals over HTTP, {PAIR.split('-')[1].title()}, protocol {MODES[mode]}",
        "value": round(ours),
        "unit": "us CPU",
        "reference": f"bare server, ready-made result {ready:.0f} us",
        "ratio": round(ours / ready, 2),
        "target": "<= 1.7",
    }
