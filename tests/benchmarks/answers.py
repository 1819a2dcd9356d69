"""What a complete board costs: calls with verdicts, certainty and names, beside a Python dict that gives tuples."""

import gc
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.ids import Authority, StopId
from stopbell_server.domain.service_day import to_instant
from stopbell_server.feeds.importing import import_in_child
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.store.database import Database
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.benchmarks.boards import Row, load_memory
from tests.benchmarks.cities import write_city
from tests.realtimetext import make_updates, stop, update

ROWS = 1_000_000
QUERIES = 1000
ROUNDS = 6
"""The first only warms; the others alternate with the reference."""
LIVE_TRIPS = 5000
DAY = date(2026, 3, 3)
AT_S = 9 * 3600


def run(rows: int = ROWS, queries: int = QUERIES) -> list[Row]:
    """Measure the board of ten, by timetable and live, at one instant of a working morning.

    "Known" is a stop that was asked about before, as kiosks and waiting riders do: the reference has its whole feed in
    memory, too. "First" reads it from the file; "after a refresh" knows the timetable but not what is new in the feed.
    """
    with tempfile.TemporaryDirectory() as folder:
        city = write_city(Path(folder) / "city.zip", rows)
        report = import_in_child(city, "city", Path(folder), lambda stage, done, total: None)
        store, database = SqliteStore(report.path), Database(report.path)
        memory = load_memory(database)
        services = frozenset[str](store.services_on(DAY))
        draw = random.Random(1)
        busy = memory.list_stops_by_traffic()
        asked = [StopId(draw.choice(busy)) for _ in range(queries)]
        now = to_instant(DAY, AT_S, store.info.zone)
        payload = _make_live(database, services, now)
        snapshots = [build_snapshot([receive(payload, "live", now)], store) for _ in range(2)]
        gc.collect()
        gc.freeze()  # the reference's millions of tuples must not slow down the collector for us
        view = FeedView(store)
        first = _measure(_list_questions(World((view,), now), asked))
        refreshed = [_measure(_list_questions(World((view.with_snapshot(one),), now), asked)) for one in snapshots]
        worlds = World((view,), now), World((view.with_snapshot(snapshots[0]),), now)
        asks = [
            [lambda stop=stop: memory.list_next(stop, AT_S, 10, services) for stop in asked],
            *(_list_questions(world, asked) for world in worlds),
        ]
        rounds = [[_measure(each) for each in asks] for _ in range(ROUNDS)]
        gc.unfreeze()
        store.close()
        database.close()
    reference, planned, live = (statistics.median(figures) for figures in zip(*rounds[1:], strict=True))
    against = f"dict and bisect {reference:.1f} us"
    return [
        _to_row("a complete board of ten by timetable, known, median", planned, reference, against, "<= 4"),
        _to_row("a complete board of ten by timetable, first, median", first, reference, against, ""),
        _to_row("a complete board of ten with live data, known, median", live, reference, against, "<= 6"),
        _to_row("a complete board of ten after a refresh, median", refreshed[1], reference, against, ""),
    ]


def _list_questions(world: World, asked: list[StopId]) -> list[Callable[[], object]]:
    return [lambda stop=stop: world.get_board(StopRef(Authority("city"), stop), limit=10) for stop in asked]


def _make_live(database: Database, services: frozenset[str], now: datetime) -> bytes:
    """Delay the trips that are under way."""
    rows = database.rows(
        """SELECT t.trip_id, v.service_id FROM trips t JOIN services v ON v.id = t.service
        WHERE t.start BETWEEN ? AND ?""",
        (AT_S - 2400, AT_S + 1800),
    )
    running = [trip for trip, service in rows if service in services][:LIVE_TRIPS]
    made = now - timedelta(seconds=10)
    entities = [
        update(trip, stop(1, departure={"delay": place % 300}), start_date=f"{DAY:%Y%m%d}")
        for place, trip in enumerate(running)
    ]
    return make_updates(header=made, entities=entities)


def _measure(asks: Sequence[Callable[[], object]]) -> float:
    """Give the median in microseconds."""
    spent: list[float] = []
    for ask in asks:
        begin = time.perf_counter()
        ask()
        spent.append((time.perf_counter() - begin) * 1e6)
    return statistics.median(spent)


def _to_row(what: str, value: float, other: float, reference: str, target: str) -> Row:
    return {
        "what": what,
        "value": round(value, 1),
        "unit": "us",
        "reference": reference,
        "ratio": round(value / other, 2),
        "target": target,
    }
