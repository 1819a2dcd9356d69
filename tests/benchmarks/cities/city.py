"""One city, written table by table."""

import shutil
import tempfile
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.cities.lines import list_tables
from tests.benchmarks.cities.streets import draw_stops, draw_streets
from tests.benchmarks.cities.trips import TRIPS_PER_ROUTE, draw_trips

_STOPS_PER_TRIP = 28
_LEVEL = 6


def write_city(path: Path, rows: int = 1_000_000, seed: int = 1) -> Path:
    """Write a city with at least this many rows of stop_times.txt and a line more at most.

    A line has 120 trips, 28 stops on average; there are 21 stops for each line.
    """
    draw = np.random.default_rng(seed)
    routes = max(1, round(rows / (_STOPS_PER_TRIP * TRIPS_PER_ROUTE)))
    streets = draw_streets(routes, draw)
    paths: list[NDArray[np.int64]] = []
    missing = rows
    while missing > 0:
        paths.append(streets.draw_path(draw))
        missing -= len(paths[-1]) * TRIPS_PER_ROUTE
    termini = [(int(crossings[0]), int(crossings[-1])) for crossings in paths]
    tables = {**list_tables(streets, termini), "stops.txt": draw_stops(streets, draw)}
    with zipfile.ZipFile(path, "w") as archive, tempfile.TemporaryFile() as trips:
        for name, text in sorted(tables.items()):
            archive.writestr(_to_member(name), text.encode(), compresslevel=_LEVEL)
        with archive.open(_to_member("stop_times.txt"), "w", force_zip64=True) as stop_times:
            for some_trips, some_stop_times in draw_trips(streets, paths, draw):
                trips.write(some_trips)
                stop_times.write(some_stop_times)
        trips.seek(0)
        with archive.open(_to_member("trips.txt"), "w") as member:
            shutil.copyfileobj(trips, member)
    return path


def _to_member(name: str) -> zipfile.ZipInfo:
    """Give a member of one date for all cities, so that the same tables make the same bytes."""
    member = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
    member.compress_type = zipfile.ZIP_DEFLATED
    return member
