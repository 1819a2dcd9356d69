"""What a board costs: the store's query beside a Python dict with bisect over the same feed, held in memory."""

import random
import statistics
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.store import PlannedCall
from stopbell_server.feeds.importing import import_in_child
from stopbell_server.store.database import Database
from stopbell_server.store.packing import unpack
from stopbell_server.store.read import SqliteStore
from stopbell_server.store.schema import HOURS_PER_STOP, NUMBERS_PER_CALL
from tests.benchmarks.cities import write_city

ROWS = 1_000_000
QUERIES = 2000
DAY = date(2026, 3, 3)
Row = dict[str, str | float]
Call = tuple[str, int, int, int, str]


@dataclass(frozen=True, slots=True)
class Memory:
    """The usual timetable in memory: calls by stop, in order of departure; services by trip."""

    departures: dict[str, list[int]]
    calls: dict[str, list[tuple[str, int, int]]]
    """Trip, sequence, arrival, beside each departure."""
    service_of: dict[str, str]

    def list_next(self, stop: str, from_s: int, limit: int, services: frozenset[str]) -> list[Call]:
        """List the next calls as tuples: trip, sequence, arrival, departure, service."""
        departures, calls = self.departures[stop], self.calls[stop]
        found: list[Call] = []
        for place in range(bisect_left(departures, from_s), len(departures)):
            trip, sequence, arrival = calls[place]
            service = self.service_of[trip]
            if service in services:
                found.append((trip, sequence, arrival, departures[place], service))
                if len(found) == limit:
                    break
        return found

    def list_stops_by_traffic(self) -> list[str]:
        """List every stop as often as trips call there."""
        return [stop for stop, departures in self.departures.items() for _ in departures]


def run(rows: int = ROWS, queries: int = QUERIES) -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    with tempfile.TemporaryDirectory() as folder:
        city = write_city(Path(folder) / "city.zip", rows)
        report = import_in_child(city, "city", Path(folder), lambda stage, done, total: None)
        store, database = SqliteStore(report.path), Database(report.path)
        memory = load_memory(database)
        services = frozenset[str](store.services_on(DAY))
        draw = random.Random(1)
        busy = memory.list_stops_by_traffic()
        asked = [(draw.choice(busy), draw.randrange(6 * 3600, 22 * 3600)) for _ in range(queries)]

        def ask_memory(stop: str, from_s: int) -> list[Call]:
            return memory.list_next(stop, from_s, 10, services)

        def ask_hour(stop: str, from_s: int) -> tuple[PlannedCall, ...]:
            return store.list_planned_calls((StopId(stop),), DAY, from_s, from_s + 3600)

        for stop, from_s in asked[:200]:
            ours, theirs = ask_hour(stop, from_s), ask_memory(stop, from_s)
            assert [call.departure_s for call in ours][:10] == [
                call[3] for call in theirs if call[3] <= from_s + 3600
            ], (stop, from_s)
        figures = {
            "dict": _measure(ask_memory, asked, rounds=3),
            "first": _measure(ask_hour, asked[200:], rounds=1),
            "again": _measure(ask_hour, asked[:100] * 20, rounds=2),
        }
        store.close()
        database.close()
    median, _ = figures["dict"]
    reference = f"dict and bisect {median:.1f} us"
    first, again = figures["first"], figures["again"]
    return [
        _to_row("an hour of planned calls, first time, median", first[0], median, reference, "<= 60 us"),
        _to_row("an hour of planned calls, first time, 99th of 100", first[1], first[0], "median", "<= 5"),
        _to_row("an hour of planned calls, asked again, median", again[0], median, reference, "<= 1"),
    ]


def load_memory(database: Database) -> Memory:
    """Load the whole feed the way a simple program would."""
    stops = dict(database.rows("SELECT id, stop_id FROM stops"))
    trips = dict(database.rows("SELECT id, trip_id FROM trips"))
    memory = Memory({}, {}, {})
    for place, blob in database.rows("SELECT place, calls FROM boards ORDER BY place"):
        stop = stops[place // HOURS_PER_STOP]
        numbers = unpack(blob)
        fields = (numbers[field::NUMBERS_PER_CALL] for field in range(NUMBERS_PER_CALL))
        for departure, dwell, trip, sequence, _ in zip(*fields, strict=True):
            memory.departures.setdefault(stop, []).append(departure)
            memory.calls.setdefault(stop, []).append((trips[trip], sequence, departure - dwell))
    services = database.rows("SELECT t.trip_id, v.service_id FROM trips t JOIN services v ON v.id = t.service")
    memory.service_of.update(services)
    return memory


def _measure(ask: Callable[[str, int], object], asked: list[tuple[str, int]], rounds: int) -> tuple[float, float]:
    """Give the median and the 99th of 100, in microseconds, of the best round."""
    figures: list[tuple[float, float]] = []
    for _ in range(rounds):
        spent: list[float] = []
        for stop, from_s in asked:
            begin = time.perf_counter()
            ask(stop, from_s)
            spent.append((time.perf_counter() - begin) * 1e6)
        spent.sort()
        figures.append((statistics.median(spent), spent[len(spent) * 99 // 100]))
    return min(figures)


def _to_row(what: str, value: float, other: float, reference: str, target: str) -> Row:
    return {
        "what": what,
        "value": round(value, 1),
        "unit": "us",
        "reference": reference,
        "ratio": round(value / other, 2),
        "target": target,
    }


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
