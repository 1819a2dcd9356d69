"""What a refresh of live data costs: CPU beside the library's bare parse, and how long the event loop waits."""

import asyncio
import gc
import math
import sys
import tempfile
import time
from collections.abc import Callable
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

CITY, NATION = 5_000, 50_000
"""Trips: 3 MB and ten times that."""

Row = dict[str, str | float]


def run(*, nation: bool = True) -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        city = _open_timetable(Path(folder) / "city", CITY)
        rows += _measure_cpu(city, CITY, has_delays=True)
        rows += _measure_cpu(city, CITY, has_delays=False)
        if nation:
            rows += _measure_lag(_open_timetable(Path(folder) / "nation", NATION), NATION)
    return rows


def _open_timetable(folder: Path, trips: int) -> SqliteStore:
    lines = ["trip_id,arrival_time,departure_time,stop_id,stop_sequence"]
    for trip in range(trips):
        for place in range(UPDATES):
            clock = _to_clock(_to_start_s(trip) + 90 * place)
            lines.append(f"{_to_trip_id(trip)},{clock},{clock},{_to_stop_id(trip, place)},{place + 1}")
    return open_text_feed(folder, {"stop_times.txt": "\n".join(lines)})


def make_live(trips: int, header: datetime, *, has_delays: bool, late_s: int = 60) -> bytes:
    """Give TripUpdates for all trips, all stops, with arrival and departure."""
    feed = gtfs_realtime_pb2.FeedMessage()
    feed.header.gtfs_realtime_version = "2.0"
    feed.header.timestamp = int(header.timestamp())
    midnight = int(DAY.timestamp()) - 3 * 3600
    for trip in range(trips):
        entity = feed.entity.add(id=_to_trip_id(trip))
        message = entity.trip_update
        message.trip.trip_id = _to_trip_id(trip)
        message.trip.start_date = "20260905"
        message.timestamp = feed.header.timestamp
        for place in range(UPDATES):
            told = message.stop_time_update.add(stop_sequence=place + 1, stop_id=_to_stop_id(trip, place))
            for event in (told.arrival, told.departure):
                event.time = midnight + _to_start_s(trip) + 90 * place + late_s + trip % 300
                if has_delays:
                    event.delay = late_s + trip % 300
    return feed.SerializeToString()


def _to_trip_id(trip: int) -> str:
    return f"{trip // 100:05d}-weekday-{trip:07d}"


def _to_stop_id(trip: int, place: int) -> str:
    return f"stop:{(trip * 7 + place) % 6000:05d}"


def _to_start_s(trip: int) -> int:
    return 8 * 3600 + trip % 7200


def _to_clock(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def _measure_cpu(store: SqliteStore, trips: int, *, has_delays: bool) -> list[Row]:
    first = make_live(trips, NOW, has_delays=has_delays)
    later = [
        make_live(trips, NOW + timedelta(seconds=30 * n), has_delays=has_delays, late_s=60 + n) for n in range(1, 8)
    ]
    parse_s = min(_time(lambda payload=payload: gtfs_realtime_pb2.FeedMessage.FromString(payload)) for payload in later)
    running = _Running(store)
    first_s = _time(lambda: running.refresh(first, NOW))
    steady = [
        _time(lambda payload=payload, n=n: running.refresh(payload, NOW + timedelta(seconds=30 * n)))
        for n, payload in enumerate(later, start=1)
    ]
    content = "delays" if has_delays else "times only"
    size_mb = len(first) / 1e6
    return [
        _to_row(f"refresh, {trips} trips, {size_mb:.1f} MB, {content}", min(steady), parse_s, "<= 5"),
        _to_row(f"first snapshot, {trips} trips, {content}", first_s, parse_s, ""),
    ]


class _Running:
    """Holds the current snapshot, as a refresh loop does: each one replaces the one before."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._snapshot: FeedSnapshot | None = None

    def refresh(self, payload: bytes, now: datetime) -> None:
        self._snapshot = build_snapshot([receive(payload, "benchmark", now)], self._store, self._snapshot)
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


def _measure_lag(store: SqliteStore, trips: int) -> list[Row]:
    payloads = [make_live(trips, NOW + timedelta(seconds=30 * n), has_delays=True) for n in range(4)]
    running = _Running(store)

    def ingest() -> None:
        for n, payload in enumerate(payloads):
            running.refresh(payload, NOW + timedelta(seconds=30 * n))

    naive = _list_lags(lambda: gtfs_realtime_pb2.FeedMessage.FromString(payloads[0]))
    lags = _list_lags(ingest)
    size_mb = len(payloads[0]) / 1e6
    what = f"event loop lag, {trips} trips, {size_mb:.0f} MB"
    reference = f"ParseFromString in a thread: {max(naive) * 1000:.0f} ms"
    return [
        {
            "what": f"{what}, {name}",
            "value": round(lag * 1000, 1),
            "unit": "ms",
            "reference": reference,
            "ratio": round(lag / max(naive), 3),
            "target": target,
        }
        for name, lag, target in (
            ("largest", lags[-1], "<= 15 ms"),
            ("99th of 100", lags[math.ceil(len(lags) * 0.99) - 1], ""),
        )
    ]


def _list_lags(work: Callable[[], object]) -> list[float]:
    """Run the work in a worker thread and give how late a 1 ms timer on the loop was meanwhile, in order of size."""

    async def watch() -> list[float]:
        gc.collect()
        lags: list[float] = []
        with ThreadPoolExecutor(1) as worker:
            last = time.perf_counter()
            working = asyncio.get_running_loop().run_in_executor(worker, work)
            while not working.done():
                await asyncio.sleep(0.001)
                now = time.perf_counter()
                lags.append(now - last - 0.001)
                last = now
            await working
        return sorted(lags)

    return asyncio.run(watch())


if __name__ == "__main__":
    for row in run(nation="--city" not in sys.argv):
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
