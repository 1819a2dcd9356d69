"""What a complete board costs: calls with verdicts, certainty and names, beside a Python dict that gives tuples."""

import random
import statistics
import tempfile
import time
from datetime import date, datetime, timedelta
from pathlib import Path

from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.ids import StopId
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
LIVE_TRIPS = 5000
DAY = date(2026, 3, 3)
AT_S = 9 * 3600


def run(rows: int = ROWS, queries: int = QUERIES) -> list[Row]:
    """Measure the board of ten, by timetable and live, at one instant of a working morning."""
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
        planned = World((FeedView(store),), now)
        snapshot = build_snapshot([receive(_make_live(database, services, now), "live", now)], store)
        live = World((FeedView(store, snapshot),), now)
        reference = _measure([lambda stop=stop: memory.list_next(stop, AT_S, 10, services) for stop in asked])
        by_plan = _measure([lambda stop=stop: planned.get_board(_ref(stop), limit=10) for stop in asked])
        with_live = _measure([lambda stop=stop: live.get_board(_ref(stop), limit=10) for stop in asked])
        store.close()
        database.close()
    against = f"dict and bisect {reference:.1f} us"
    return [
        _to_row("a complete board of ten by timetable, median", by_plan, reference, against, "<= 4"),
        _to_row("a complete board of ten with live data, median", with_live, reference, against, "<= 6"),
    ]


def _ref(stop_id: StopId) -> StopRef:
    return StopRef("city", stop_id)  # type: ignore[arg-type]  # a plain name


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


def _measure(asks: list[object]) -> float:
    """Give the median in microseconds of the better of two rounds; the first also warms what is cached."""
    medians: list[float] = []
    for _ in range(2):
        spent: list[float] = []
        for ask in asks:
            begin = time.perf_counter()
            ask()  # type: ignore[operator]  # a question without arguments
            spent.append((time.perf_counter() - begin) * 1e6)
        medians.append(statistics.median(spent))
    return min(medians)


def _to_row(what: str, value: float, other: float, reference: str, target: str) -> Row:
    return {
        "what": what,
        "value": round(value, 1),
        "unit": "us",
        "reference": reference,
        "ratio": round(value / other, 2),
        "target": target,
    }
