"""Whether boards get dearer as a feed grows: the same questions to a small city and a large one, by turns."""

import gc
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
_LATER_S = 15 * 3600
"""Hours that the boards do not look at."""
QUERIES = 200
_MOST_DRAWN = 20 * QUERIES
TARGET = "<= 2"


@dataclass(frozen=True, slots=True)
class _City:
    """A compiled feed and stops of it, a busy one more likely."""

    path: Path
    stops: tuple[StopId, ...]


@dataclass(frozen=True, slots=True)
class _Spent:
    """What one stop's questions took, in microseconds."""

    hour: float
    board: float
    again: float


def compare_boards(small: Path, large: Path, small_rows: int) -> list[Row]:
    """Ask each city about hundreds of stops, each of a feed opened anew: a small city repeats its trips sooner."""
    cities = (_draw_stops(small), _draw_stops(large))
    spent: tuple[list[_Spent], list[_Spent]] = ([], [])
    for place in range(min(len(city.stops) for city in cities)):
        for city, own in zip(cities, spent, strict=True):
            own.append(_ask(city, place))
    figures: tuple[tuple[str, Callable[[_Spent], float]], ...] = (
        ("an hour of planned calls, first time, median", lambda one: one.hour),
        ("a complete board of ten, first time, median", lambda one: one.board),
        ("a complete board of ten, asked again, median", lambda one: one.again),
    )
    table: list[Row] = []
    for what, field in figures:
        small_us, large_us = (statistics.median(map(field, own)) for own in spent)
        table.append(_to_row(what, small_us, large_us, small_rows))
    return table


def _draw_stops(path: Path) -> _City:
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
    store.close()
    return _City(path, tuple(stops))


def _ask(city: _City, place: int) -> _Spent:
    """Ask about a stop where only another one was asked about: statements are prepared, nothing of it is kept."""
    stop, other = city.stops[place], city.stops[place - 1]
    store = SqliteStore(city.path)
    authority = store.info.authority
    world = World((FeedView(store),), to_instant(DAY, AT_S, store.info.zone))
    store.list_planned_calls((other,), DAY, AT_S, AT_S + 3600)
    world.get_board(StopRef(authority, other), limit=10)
    board = StopRef(authority, stop)
    hour_us = _measure(lambda: store.list_planned_calls((stop,), DAY, _LATER_S, _LATER_S + 3600))
    spent = _Spent(
        hour_us,
        _measure(lambda: world.get_board(board, limit=10)),
        _measure(lambda: world.get_board(board, limit=10)),
    )
    store.close()
    return spent


def _measure(ask: Callable[[], object]) -> float:
    # Opening hundreds of feeds leaves much to collect, and its chance would fall on a board.
    gc.disable()
    begin = time.perf_counter()
    ask()
    spent = time.perf_counter() - begin
    gc.enable()
    return spent * 1e6


def _to_row(what: str, small_us: float, large_us: float, small_rows: int) -> Row:
    return {
        "what": f"large city: {what}",
        "value": round(large_us, 1),
        "unit": "us",
        "reference": f"in a city of {small_rows:,} {small_us:.1f} us",
        "ratio": round(large_us / small_us, 2),
        "target": TARGET,
    }
