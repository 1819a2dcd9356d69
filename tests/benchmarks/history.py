"""What recording what was observed costs: CPU beside the refresh it is part of, and memory over two hours.

A city of 5,000 trips, half of them on their way, each vehicle at another stop every 90 seconds, heard every 30.
"""

import gc
import statistics
import sys
import tempfile
import time
import tracemalloc
from datetime import timedelta
from pathlib import Path

from google.transit import gtfs_realtime_pb2

from stopbell_server.feeds.history import KEPT_S, Recorder
from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, receive
from stopbell_server.store.read import SqliteStore
from tests.benchmarks import realtime

CITY, VEHICLES = 5_000, 2_500
STOPS = 40
MOVES_EVERY_S, HEARD_EVERY_S = 90, 30
HOURS = 3

Row = dict[str, str | float]


def run() -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    with tempfile.TemporaryDirectory() as folder:
        store = realtime.open_timetable(Path(folder), CITY)
        updates = list(realtime.list_payloads(CITY, has_delays=True))
        return [_measure_cpu(store, updates), _measure_memory(store)]


def _to_positions(refresh: int) -> bytes:
    """Give where all vehicles are; each begins another trip when it has come to the last stop."""
    feed = gtfs_realtime_pb2.FeedMessage()
    feed.header.gtfs_realtime_version = "2.0"
    seconds = refresh * HEARD_EVERY_S
    now = int(realtime.NOW.timestamp()) + seconds
    feed.header.timestamp = now
    for bus in range(VEHICLES):
        along = seconds // MOVES_EVERY_S + bus % STOPS
        told = feed.entity.add(id=str(bus)).vehicle
        told.trip.trip_id = f"trip {along // STOPS} of bus {bus:05d}"
        told.trip.start_date = "20260905"
        told.vehicle.id, told.vehicle.label = f"bus-{bus:05d}", str(bus)
        told.position.latitude, told.position.longitude = 49.8 + bus / 1e5, 24.0
        told.current_stop_sequence = along % STOPS + 1
        told.stop_id = f"stop:{(bus * 7 + along) % 6000:05d}"
        stands = seconds % MOVES_EVERY_S < HEARD_EVERY_S
        told.current_status = told.STOPPED_AT if stands else told.IN_TRANSIT_TO
        told.timestamp = now - bus % 25
    return feed.SerializeToString()


def _measure_cpu(store: SqliteStore, updates: list[bytes]) -> Row:
    recorder, snapshot = Recorder(), None
    refreshes: list[float] = []
    records: list[float] = []
    kept: list[FeedSnapshot] = []  # what goes out of use is paid for by whoever drops it last
    for number, payload in enumerate(updates):
        now, positions = realtime.NOW + timedelta(seconds=number * HEARD_EVERY_S), _to_positions(number)
        gc.collect()
        begin = time.process_time()
        fetched = [receive(payload, "updates", now, 0), receive(positions, "vehicles", now, 1)]
        snapshot = build_snapshot(fetched, store, snapshot)
        kept.append(snapshot)
        middle = time.process_time()
        recorder.take(snapshot, store.info.version, now)
        records.append(time.process_time() - middle)
        refreshes.append(middle - begin)
    record_s, refresh_s = statistics.median(records[1:]), statistics.median(refreshes[1:])
    return {
        "what": f"recording a refresh of {CITY} trips and {VEHICLES} vehicles",
        "value": round(record_s * 1000, 2),
        "unit": "ms CPU",
        "reference": f"refresh {refresh_s * 1000:.1f} ms",
        "ratio": round(record_s / refresh_s, 3),
        "target": "<= 0.05",
    }


def _measure_memory(store: SqliteStore) -> Row:
    recorder, snapshot = Recorder(), None
    tracemalloc.start()
    base, most = 0, 0
    try:
        for number in range(HOURS * 3600 // HEARD_EVERY_S):
            now = realtime.NOW + timedelta(seconds=number * HEARD_EVERY_S)
            snapshot = build_snapshot([receive(_to_positions(number), "vehicles", now)], store, snapshot)
            if number == 0:
                gc.collect()
                base = tracemalloc.get_traced_memory()[0]
            recorder.take(snapshot, store.info.version, now)
            if number % 20 == 0:
                gc.collect()
                most = max(most, tracemalloc.get_traced_memory()[0] - base)
    finally:
        tracemalloc.stop()
    return {
        "what": f"memory of the record, the most in {HOURS} hours, {KEPT_S // 3600} of them kept",
        "value": round(most / 1e6, 1),
        "unit": "MB",
        "reference": "without a record",
        "ratio": 0,
        "target": "<= 30 MB",
    }


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
