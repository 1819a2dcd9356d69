"""What a refresh of live data costs: CPU beside the library's bare parse, and how long the event loop waits.

Vehicles move between two refreshes: a third of the trips say something new each time.
"""

import asyncio
import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from google.transit import gtfs_realtime_pb2

from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, receive
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed

DAY = datetime(2026, 9, 5, tzinfo=UTC)
NOW = datetime(2026, 9, 5, 9, tzinfo=UTC)
UPDATES = 15
"""Stop time updates in each trip update, as in a city at midday."""

CITY, NATION = 5_000, 62_000
"""Trips: 3 MB and 39 MB with times and delays."""
REFRESHES = 5

Row = dict[str, str | float]


def run(*, nation: bool = True) -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for trips in (CITY, NATION) if nation else (CITY,):
            store = open_timetable(Path(folder) / str(trips), trips)
            for has_delays in (True, False):
                payloads = list(list_payloads(trips, has_delays=has_delays))
                content = f"{trips} trips, {len(payloads[0]) / 1e6:.1f} MB, {'delays' if has_delays else 'times only'}"
                rows += _measure_cpu(store, payloads, content)
                if trips == NATION and has_delays:
                    rows += _measure_lag(store, payloads, content)
    return rows


def open_timetable(folder: Path, trips: int) -> SqliteStore:
    lines = ["trip_id,arrival_time,departure_time,stop_id,stop_sequence"]
    for trip in range(trips):
        for place in range(UPDATES):
            clock = _to_clock(_to_start_s(trip) + 90 * place)
            lines.append(f"{_to_trip_id(trip)},{clock},{clock},{_to_stop_id(trip, place)},{place + 1}")
    return open_text_feed(folder, {"stop_times.txt": "\n".join(lines)})


def list_payloads(trips: int, *, has_delays: bool) -> Iterator[bytes]:
    """Yield TripUpdates for all trips, all stops, with arrival and departure, every 30 seconds."""
    feed = gtfs_realtime_pb2.FeedMessage()
    feed.header.gtfs_realtime_version = "2.0"
    midnight = int(DAY.timestamp()) - 3 * 3600
    for trip in range(trips):
        message = feed.entity.add(id=_to_trip_id(trip)).trip_update
        message.trip.trip_id = _to_trip_id(trip)
        message.trip.start_date = "20260905"
        for place in range(UPDATES):
            told = message.stop_time_update.add(stop_sequence=place + 1, stop_id=_to_stop_id(trip, place))
            for event in (told.arrival, told.departure):
                event.time = midnight + _to_start_s(trip) + 90 * place + 60 + trip % 300
                if has_delays:
                    event.delay = 60 + trip % 300
    for refresh in range(REFRESHES + 1):
        feed.header.timestamp = int(_to_now(refresh).timestamp())
        for entity in feed.entity[refresh % 3 :: 3]:
            entity.trip_update.timestamp = feed.header.timestamp
            for told in entity.trip_update.stop_time_update:
                for event in (told.arrival, told.departure):
                    event.time += 7
                    if has_delays:
                        event.delay += 7
        yield feed.SerializeToString()


def _to_now(refresh: int) -> datetime:
    return NOW + timedelta(seconds=30 * refresh)


def _to_trip_id(trip: int) -> str:
    return f"{trip // 100:05d}-weekday-{trip:07d}"


def _to_stop_id(trip: int, place: int) -> str:
    return f"stop:{(trip * 7 + place) % 6000:05d}"


def _to_start_s(trip: int) -> int:
    return 8 * 3600 + trip % 7200


def _to_clock(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def _measure_cpu(store: SqliteStore, payloads: list[bytes], content: str) -> list[Row]:
    running = _Running(store)
    first_s = _time(lambda: running.refresh(payloads[0], 0))
    parses: list[float] = []
    steady: list[float] = []
    for refresh, payload in enumerate(payloads[1:], start=1):
        parses.append(_time(lambda payload=payload: gtfs_realtime_pb2.FeedMessage.FromString(payload)))
        steady.append(_time(lambda payload=payload, refresh=refresh: running.refresh(payload, refresh)))
    parse_s = statistics.median(parses)
    return [
        _to_row(f"following refresh, {content}", statistics.median(steady), parse_s, "<= 5"),
        _to_row(f"first refresh, {content}", first_s, parse_s, ""),
    ]


class _Running:
    """Holds the current snapshot, as a refresh loop does: each one replaces the one before."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._snapshot: FeedSnapshot | None = None

    def refresh(self, payload: bytes, number: int) -> None:
        retrieval = receive(payload, "benchmark", _to_now(number))
        self._snapshot = build_snapshot([retrieval], self._store, self._snapshot)
        health = self._snapshot.health
        if health.matched != health.updates or health.sources[0].failure:
            raise AssertionError(f"the benchmark's own feed is not understood: {health}")


def _time(act: Callable[[], object]) -> float:
    gc.collect()
    begin = time.process_time()
    act()
    return time.process_time() - begin


def _to_row(what: str, cpu_s: float, parse_s: float, target: str) -> Row:
    return {
        "what": what,
        "value": round(cpu_s * 1000, 1),
        "unit": "ms CPU",
        "reference": f"ParseFromString {parse_s * 1000:.1f} ms",
        "ratio": round(cpu_s / parse_s, 2),
        "target": target,
    }


def _measure_lag(store: SqliteStore, payloads: list[bytes], content: str) -> list[Row]:
    running = _Running(store)
    running.refresh(payloads[0], 0)
    naive: list[float] = []
    framed: list[float] = []
    for refresh, payload in enumerate(payloads[1:], start=1):
        naive.append(_measure_largest_lag(lambda payload=payload: gtfs_realtime_pb2.FeedMessage.FromString(payload)))
        framed.append(_measure_largest_lag(lambda payload=payload, n=refresh: running.refresh(payload, n)))
    lag_s, naive_s = statistics.median(framed), statistics.median(naive)
    return [
        {
            "what": f"event loop lag, median of {REFRESHES} largest, {content}",
            "value": round(lag_s * 1000, 1),
            "unit": "ms",
            "reference": f"ParseFromString in a thread: {naive_s * 1000:.0f} ms",
            "ratio": round(lag_s / naive_s, 3),
            "target": "<= 15 ms",
        }
    ]


def _measure_largest_lag(work: Callable[[], object]) -> float:
    """Run the work in a worker thread and give how late a 1 ms timer on the loop was meanwhile, at most."""

    async def watch() -> float:
        largest = 0.0
        with ThreadPoolExecutor(1) as worker:
            last = time.perf_counter()
            working = asyncio.get_running_loop().run_in_executor(worker, work)
            while not working.done():
                await asyncio.sleep(0.001)
                now = time.perf_counter()
                largest, last = max(largest, now - last - 0.001), now
            await working
        return largest

    gc.collect()
    return asyncio.run(watch())


if __name__ == "__main__":
    for row in run(nation="--city" not in sys.argv):
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
