"""What look-ups in a compiled feed cost: places, trips, names, and opening the file; and what a search finds."""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TypeVar

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.feeds.importing import import_in_child
from stopbell_server.store.read import SqliteStore
from tests.benchmarks.cities import write_city
from tests.benchmarks.search import measure_search

ROWS = 1_000_000
Row = dict[str, str | float]
Asked = TypeVar("Asked")


def run(rows: int = ROWS) -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    with tempfile.TemporaryDirectory() as folder:
        city = write_city(Path(folder) / "city.zip", rows)
        path = import_in_child(city, "city", Path(folder), lambda stage, done, total: None).path
        store = SqliteStore(path)
        draw = random.Random(1)
        stops = [stop for stop, _ in store.list_stops_near(49.9, 24.1, 100_000, 100_000)]
        places = [(stop.lat or 0.0, stop.lon or 0.0) for stop in draw.sample(stops, 1000)]
        calls = store.list_planned_calls([stop.id for stop in stops[:100]], date(2026, 3, 3), 0, 90_000)
        trips = sorted({call.trip for call in calls})
        typos = [f"{stop.name[1:6]} {stop.name[6:]}" for stop in draw.sample(stops, 200)]
        opened = [path] * 30
        figures = [
            ("stops within 500 m, median", _measure(lambda place: _near(store, place), places), 1e6, "us", "<= 100 us"),
            ("stop times of a trip, median", _measure(lambda trip: _stop_times(store, trip), trips), 1e6, "us", ""),
            ("search by a mistyped name, median", _measure(lambda s: _search(store, s), typos), 1e3, "ms", "<= 6 ms"),
            ("open and first answer, median", _measure(_open_and_ask, opened), 1e3, "ms", "<= 10 ms"),
        ]  # fmt: skip
        store.close()
    return [
        {"what": what, "value": round(value * scale, 2), "unit": unit, "reference": "", "ratio": "", "target": target}
        for what, value, scale, unit, target in figures
    ] + measure_search()


def _near(store: SqliteStore, place: tuple[float, float]) -> object:
    return store.list_stops_near(*place, 500, 20)


def _stop_times(store: SqliteStore, trip: str) -> object:
    return store.list_stop_times(TripId(trip))


def _search(store: SqliteStore, name: str) -> object:
    return store.search_names(name, 5)


def _open_and_ask(path: Path) -> object:
    store = SqliteStore(path)
    answer = store.list_planned_calls([StopId("S0000001")], date(2026, 3, 3), 28_800, 32_400)
    store.close()
    return answer


def _measure(ask: Callable[[Asked], object], asked: Sequence[Asked]) -> float:
    spent: list[float] = []
    for one in asked:
        begin = time.perf_counter()
        ask(one)
        spent.append(time.perf_counter() - begin)
    return statistics.median(spent)


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
