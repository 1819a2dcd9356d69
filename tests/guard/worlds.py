"""Real results to talk about: boards, stops, alerts and trips of the demonstration and of the corpus's feeds."""

import asyncio
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from mcp import Client

from stopbell.answer import Answer, parse_answer
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.demonstration.archive import export_archive
from stopbell_server.demonstration.scenario import read_scenario
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.ids import Authority
from stopbell_server.feeds.importing import import_feed
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.feeds.simulator.simulator import Simulator
from stopbell_server.server import build_server
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.asking import load_phrasebooks
from tests.oracle.pairs import Moment as Instant
from tests.oracle.pairs import find_instant, read_capture
from tests.server.feeds.simulator.stage import observe

DEMONSTRATION = "demonstration"
AUTHORITY = Authority("guard")
STOPS = 8
"""Stops with departures that are talked about in each world."""
TRIES = 800


@dataclass(frozen=True, slots=True)
class Source:
    """A feed at an instant."""

    folder: str
    payloads: tuple[str, ...] = ()
    at: str | None = None
    timetable: str = "static.zip"
    after_s: int = 0


BUILT_ON = (
    Source(DEMONSTRATION),
    Source("pair-halifax-2025-11-06", ("TripUpdates.pb", "VehiclePositions.pb", "Alerts.pb")),
    Source("pair-halifax-2025-11-06", ("TripUpdates.pb", "Alerts.pb"), after_s=110),
    Source("pair-bart-2019-08-07", ("bart-trip-updates.pb", "bart-alerts.pb")),
    Source("pair-raba-2025-06-08", ("raba-trip-updates.pb",), at="2025-06-09 12:30"),
)
"""What the guard was looked at with while it was built."""
HELD_OUT = (
    Source("pair-caltrain-2023-11-08", ("ct-trip-updates.pb", "ct-vehicle-positions.pb")),
    Source("pair-bart-2018-05-30", ("BA.json",)),
    Source("pair-bustang-2023-03-06", ("TripUpdates.pb",)),
    Source("static-samtrans-2017", timetable="gtfs.zip", at="2017-12-05 08:00"),
    Source("static-kuopio-2016", timetable="gtfs.zip", at="2017-02-07 08:00"),
)
"""Feeds that nobody looked at while it was built."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """What was asked about one stop, and another one beside it, in one language."""

    source: str
    board: Answer
    rich: Answer
    others: tuple[Answer, ...]

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All results, in the order in which they were asked for."""
        return (self.board, self.rich, *self.others)


def open_world(source: Source, corpus: Path | None) -> World:
    """Import a feed, and give its world at the instant."""
    target = Path(tempfile.mkdtemp(prefix="stopbell-guard-"))
    if source.folder == DEMONSTRATION:
        report = import_feed(export_archive(target), AUTHORITY, target / "compiled", lambda stage, done, total: None)
        store = SqliteStore(report.path)
        now = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
        snapshot = observe(Simulator(store, read_scenario(7)), store, now)
        return World((FeedView(store, snapshot, FleetRegistry(), {}),), now)
    assert corpus is not None
    folder = corpus / source.folder
    report = import_feed(folder / source.timetable, AUTHORITY, target, lambda stage, done, total: None)
    store = SqliteStore(report.path)
    zone = store.info.zone
    payloads = [(folder / name).read_bytes() for name in source.payloads]
    now = _find_now(source, payloads, zone)
    fetched = [receive(payload, f"source-{n}", now, number=n) for n, payload in enumerate(payloads)]
    snapshot = build_snapshot(fetched, store) if fetched else None
    return World((FeedView(store, snapshot, FleetRegistry(), {}),), now)


def _find_now(source: Source, payloads: list[bytes], zone: ZoneInfo) -> datetime:
    if source.at is not None:
        return datetime.fromisoformat(source.at).replace(tzinfo=zone).astimezone(UTC)
    seconds = find_instant(Instant(after_s=source.after_s), read_capture(payloads[0]), zone)
    return datetime.fromtimestamp(seconds, UTC)


def list_stop_ids(world: World) -> tuple[str, ...]:
    """List the ids of stops in the order in which they are tried."""
    store = world.feeds[0].store
    listed_trips = (store.list_trips_of(route.id) for route in store.list_routes())
    trips = [trip for of_route in listed_trips for trip in of_route[:: max(1, len(of_route) // 20)]]
    ids = {call.stop for trip in trips for call in store.list_pattern(trip.id)}
    listed = sorted(ids)
    Random(5).shuffle(listed)
    return tuple(listed)


def hold_conversations(world: World, source: str, language: str) -> list[Conversation]:
    """Ask about some stops, each with a second one in the same conversation."""
    return asyncio.run(_hold(world, source, language))


async def _hold(world: World, source: str, language: str) -> list[Conversation]:
    class Frozen:
        def current(self) -> World:
            return world

    found: list[Conversation] = []
    async with Client(build_server(Frozen(), load_phrasebooks())) as client:

        async def ask(tool: str, **arguments: object) -> Answer:
            result = await client.call_tool(tool, {**arguments, "language": language})
            return parse_answer(result.structured_content, "")

        before: Answer | None = None
        for stop in list_stop_ids(world)[:TRIES]:
            board = await ask("get_arrivals", stop=f"{AUTHORITY}:{stop}", limit=6)
            if not isinstance(board.data, BoardData) or len(board.data.arrivals) < 2:
                continue
            rich = await ask("get_arrivals", stop=f"{AUTHORITY}:{stop}", limit=4, verbosity="rich")
            portrait = await ask("describe_stop", stop=f"{AUTHORITY}:{stop}")
            alerts = await ask("get_alerts", stop=f"{AUTHORITY}:{stop}")
            more = (before,) if before is not None else ()
            found.append(Conversation(source, board, rich, (portrait, alerts, *more)))
            before = board
            if len(found) >= STOPS:
                break
    return found


def hold_all(
    sources: Sequence[Source], corpus: Path | None, language: str, keep: Path | None = None
) -> Iterator[list[Conversation]]:
    """Hold the conversations of every world that is at hand; `keep` is where results are kept between runs."""
    for source in sources:
        if source.folder != DEMONSTRATION and corpus is None:
            continue
        kept = keep / f"{source.folder}-{source.after_s}-{language}.json" if keep else None
        if kept is not None and kept.is_file():
            yield [_from_documents(one) for one in json.loads(kept.read_text(encoding="utf-8"))]
            continue
        held = hold_conversations(find_world(source, corpus), source.folder, language)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps([_to_documents(one) for one in held]), encoding="utf-8")
        yield held


@cache
def find_world(source: Source, corpus: Path | None) -> World:
    """Open a world once."""
    return open_world(source, corpus)


def _to_documents(held: Conversation) -> list[Any]:
    return [held.source, *(answer.raw for answer in held.answers)]


def _from_documents(documents: list[Any]) -> Conversation:
    board, rich, *others = (parse_answer(document, "") for document in documents[1:])
    return Conversation(documents[0], board, rich, tuple(others))
