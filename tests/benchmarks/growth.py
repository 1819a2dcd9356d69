"""Whether boards get dearer as a feed grows: the same questions to a small city and a large one, by turns."""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.service_day import to_instant
from stopbell_server.store.database import Database
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.benchmarks.processes import Row

DAY = date(2026, 3, 3)
AT_S = 9 * 3600
QUERIES = 600
_MOST_DRAWN = 20 * QUERIES
TARGET = "<= 2"


@dataclass(frozen=True, slots=True)
class _City:
    """An opened feed and stops of it, a busy one more likely."""

    store: SqliteStore
    world: World
    stops: tuple[StopId, ...]

    def ask_hour(self, place: int) -> object:
        return self.store.list_planned_calls((self.stops[place],), DAY, AT_S, AT_S + 3600)

    def ask_board(self, place: int) -> object:
        return self.world.get_board(StopRef(self.store.info.authority, self.stops[place]), limit=10)


def compare_boards(small: Path, large: Path, small_rows: int) -> list[Row]:
    """Ask each city about hundreds of stops it was not asked about before."""
    cities = (_open(small), _open(large))
    table = [
        _compare("an hour of planned calls, first time, median", _City.ask_hour, cities, small_rows),
        _compare("a complete board of ten, median", _City.ask_board, cities, small_rows),
    ]
    for city in cities:
        city.store.close()
    return table


def _open(path: Path) -> _City:
    store, database = SqliteStore(path), Database(path)
    draw = random.Random(1)
    trips: int = database.get("SELECT max(id) FROM trips")[0]
    stops: dict[StopId, None] = {}
    # A random call of a random trip: stops come as often as they are served.
    for _ in range(_MOST_DRAWN):
        (trip,) = database.get("SELECT trip_id FROM trips WHERE id = ?", (draw.randint(1, trips),))
        stops[draw.choice(store.list_stop_times(TripId(trip))).stop] = None
        if len(stops) == QUERIES:
            break
    database.close()
    now = to_instant(DAY, AT_S, store.info.zone)
    return _City(store, World((FeedView(store),), now), tuple(stops))


def _compare(what: str, ask: Callable[[_City, int], object], cities: tuple[_City, _City], small_rows: int) -> Row:
    spent: tuple[list[float], list[float]] = ([], [])
    for place in range(min(len(city.stops) for city in cities)):
        for city, times in zip(cities, spent, strict=True):
            begin = time.perf_counter()
            ask(city, place)
            times.append((time.perf_counter() - begin) * 1e6)
    small, large = map(statistics.median, spent)
    return {
        "what": f"large city: {what}",
        "value": round(large, 1),
        "unit": "us",
        "reference": f"in a city of {small_rows:,} {small:.1f} us",
        "ratio": round(large / small, 2),
        "target": TARGET,
    }
