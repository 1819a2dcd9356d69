"""What an answer costs to a client: get_arrivals in memory, beside a tool that gives the same result ready-made.

Both tools stand on a server of the same SDK and declare the same output schema, so that the client checks both
alike; each call is measured beside its reference, turn by turn, in CPU time, for nothing here waits.
"""

import asyncio
import gc
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.server import MCPServer
from mcp.server.mcpserver.tools.base import Tool
from mcp.types import CallToolResult
from pydantic import Field

from stopbell_server.domain.service_day import to_instant
from stopbell_server.feeds.importing import import_in_child
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.server import build_server
from stopbell_server.store.database import Database
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.benchmarks.boards import load_memory
from tests.benchmarks.cities import write_city
from tests.benchmarks.served_split import measure_split
from tests.realtimetext import make_updates, stop, update

TOOL = "get_arrivals"
ROWS = 1_000_000
STOPS = 60
ROUNDS = 8
LIVE_TRIPS = 5000
DAY = date(2026, 3, 3)
AT_S = 9 * 3600

Row = dict[str, str | float]
Arguments = dict[str, Any]


class ReadyTool(Tool):
    """Gives a result that was made before, under the output schema of another tool."""

    declared: dict[str, Any] = Field(exclude=True)

    @cached_property
    def output_schema(self) -> dict[str, Any] | None:
        """Give the other tool's schema."""
        return self.declared


class Passing:
    """A source of worlds in which time passes between the rounds, as between a rider's questions."""

    def __init__(self, view: FeedView, now: datetime) -> None:
        """Begin at an instant."""
        self._view = view
        self._now = now

    def current(self) -> World:
        """Give the world as it is now."""
        return World((self._view,), self._now)

    def pass_minutes(self, minutes: int) -> None:
        """Go on."""
        self._now += timedelta(minutes=minutes)


def run(rows: int = ROWS, stops: int = STOPS, rounds: int = ROUNDS) -> list[Row]:
    """Measure by timetable and live, in English and Ukrainian: each against its ready-made twin, then its parts."""
    with tempfile.TemporaryDirectory() as folder:
        city = write_city(Path(folder) / "city.zip", rows)
        path = import_in_child(city, "city", Path(folder), lambda stage, done, total: None).path
        return measure(path, stops, rounds)


def measure(path: Path, stops: int, rounds: int) -> list[Row]:
    """Measure over a compiled feed."""
    store, database = SqliteStore(path), Database(path)
    draw = random.Random(1)
    busy = load_memory(database).list_stops_by_traffic()
    asked = [f"city:{draw.choice(busy)}" for _ in range(stops)]
    live = _make_live(database, store)
    database.close()
    now = to_instant(DAY, AT_S, store.info.zone)
    snapshot = build_snapshot([receive(live, "live", now)], store)
    table: list[Row] = []
    for name, view in (("by timetable", FeedView(store)), ("live", FeedView(store, snapshot))):
        for language in ("en", "uk"):
            questions = [{"stop": stop, "limit": 5, "language": language} for stop in asked]
            source = Passing(view, now)
            server = build_server(source, Phrasebooks.load())
            ours, ready, first = asyncio.run(_measure_served(source, server, questions, rounds))
            what = f"get_arrivals, 5 calls, {name}, {language}"
            table.append(_to_row(what, ours, ready, "<= 2"))
            table.append(_to_row(f"{what}, first question about a stop", first, ready, ""))
            for part, spent_us in measure_split(source.current(), Phrasebooks.load(), questions).items():
                table.append(_to_row(f"  of which {part}", spent_us, ready, ""))
    store.close()
    return table


def _make_live(database: Database, store: SqliteStore) -> bytes:
    """Delay the trips that are under way."""
    services = frozenset[str](store.services_on(DAY))
    rows = database.rows(
        "SELECT t.trip_id, v.service_id FROM trips t JOIN services v ON v.id = t.service WHERE t.start BETWEEN ? AND ?",
        (AT_S - 2400, AT_S + 1800),
    )
    running = [trip for trip, service in rows if service in services][:LIVE_TRIPS]
    made = to_instant(DAY, AT_S, store.info.zone) - timedelta(seconds=10)
    entities = [
        update(trip, stop(1, departure={"delay": place % 300}), start_date=f"{DAY:%Y%m%d}")
        for place, trip in enumerate(running)
    ]
    return make_updates(header=made, entities=entities)


async def _measure_served(
    source: Passing, server: MCPServer, questions: Sequence[Arguments], rounds: int
) -> tuple[float, float, float]:
    """Give medians in microseconds: of both, and of our first round, when no stop was asked for before."""
    ready: dict[str, CallToolResult] = {}
    spent: tuple[list[float], list[float]] = ([], [])
    async with Client(server, cache=None) as ours, Client(await _build_reference(server, ready), cache=None) as theirs:
        await ours.list_tools()
        await theirs.list_tools()
        gc.collect()
        for _ in range(rounds):
            source.pass_minutes(1)
            for question in questions:
                result, cost = await _time(ours, question)
                assert not result.is_error, question
                ready[question["stop"]] = result
                again, other = await _time(theirs, question)
                assert (again.content, again.structured_content) == (result.content, result.structured_content)
                spent[0].append(cost)
                spent[1].append(other)
    first = len(questions)
    return statistics.median(spent[0][first:]), statistics.median(spent[1]), statistics.median(spent[0][:first])


async def _time(client: Client, question: Arguments) -> tuple[CallToolResult, float]:
    begin = time.process_time_ns()
    result = await client.call_tool(TOOL, question)
    return result, (time.process_time_ns() - begin) / 1000


async def _build_reference(server: MCPServer, ready: Mapping[str, CallToolResult]) -> MCPServer:
    """Build a bare server of the same name with one tool, which takes these arguments and declares our schema."""

    async def get_arrivals(stop: str, limit: int, language: str) -> CallToolResult:
        del limit, language
        known = ready[stop]
        return CallToolResult(content=known.content, structured_content=known.structured_content)

    schema = next(tool.output_schema for tool in await server.list_tools() if tool.name == TOOL)
    assert schema
    plain = Tool.from_function(get_arrivals, structured_output=False)
    fields: dict[str, Any] = {name: getattr(plain, name) for name in Tool.model_fields}
    return MCPServer(
        server.name,
        title=server.title,
        description=server.description,
        version=server.version,
        tools=[ReadyTool(**fields, declared=schema)],
    )


def _to_row(what: str, value: float, other: float, target: str) -> Row:
    return {
        "what": what,
        "value": round(value),
        "unit": "us CPU",
        "reference": f"ready-made result {other:.0f} us",
        "ratio": round(value / other, 2),
        "target": target,
    }


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
