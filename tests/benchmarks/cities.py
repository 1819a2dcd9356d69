"""Writes synthetic cities of any size as GTFS zips: `python -m tests.benchmarks.cities OUT.zip --rows 1000000`.

Lines follow streets of a jittered grid, stops stand on both sides, hubs have parent stations, service runs past
midnight, run times differ by hour and from trip to trip, names come in five languages. The same seed gives the same
bytes.
"""

import argparse
import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

_STOPS_PER_TRIP = 28
_TRIPS_PER_ROUTE = 120
_TYPES = (3, 3, 3, 3, 0, 11, 1, 2)
_NAMES = (
    (("Площа", "Вулиця", "Проспект", "Міст"), ("Ринок", "Шевченка", "Залізнична", "Личаківська", "Сихів", "Щирецька")),
    (("Πλατεία", "Οδός", "Σταθμός"), ("Αγίου Γεωργίου", "Ελευθερίας", "Ομονοίας", "Συντάγματος", "Παλαιά Αγορά")),
    (("Haupt", "Ober", "Unter", "Alte "), ("straße", "mühle", "bahnhof", "brücke", "kirche", "gräben")),
    (("Náměstí", "Ulice", "Nádraží"), ("Děčínská", "Žižkov", "Řeporyje", "Svatého Jiří", "Čerčany", "Míru")),
    (("Rue", "Place", "Gare de"), ("l'Église", "Saint-Étienne", "la République", "Hôtel de Ville", "l'Hôpital")),
)
_SERVICES = (
    ("weekday", "1,1,1,1,1,0,0"),
    ("weekday-school", "1,1,1,1,1,0,0"),
    ("monday", "1,0,0,0,0,0,0"),
    ("friday", "0,0,0,0,1,0,0"),
    ("saturday", "0,0,0,0,0,1,0"),
    ("sunday", "0,0,0,0,0,0,1"),
    ("weekend", "0,0,0,0,0,1,1"),
    ("daily", "1,1,1,1,1,1,1"),
)
_SHARES = (0.34, 0.12, 0.03, 0.03, 0.18, 0.16, 0.06, 0.08)


@dataclass(frozen=True, slots=True)
class _Streets:
    """A grid of crossings; each has two stops, numbered 2 n and 2 n + 1."""

    side: int
    lats: NDArray[np.float64]
    lons: NDArray[np.float64]

    @property
    def crossings(self) -> int:
        return self.side * self.side


def write_city(path: Path, rows: int = 1_000_000, seed: int = 1) -> Path:
    """Write a city with about this many rows of stop_times.txt; 21 stops and 120 trips for each line."""
    draw = np.random.default_rng(seed)
    routes = max(1, round(rows / (_STOPS_PER_TRIP * _TRIPS_PER_ROUTE)))
    side = max(8, round((routes * 10.5) ** 0.5))
    spread = draw.normal(0, 0.0006, (2, side * side))
    streets = _Streets(
        side,
        49.7 + np.repeat(np.arange(side), side) * 0.0035 + spread[0],
        23.9 + np.tile(np.arange(side), side) * 0.0052 + spread[1],
    )
    paths = [_draw_path(streets, draw) for _ in range(routes)]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, text in _list_small_tables(streets, paths, draw).items():
            _add(archive, name, text.encode())
        trips, stop_times = _draw_trips(streets, paths, draw)
        _add(archive, "trips.txt", _to_csv(trips))
        _add(archive, "stop_times.txt", _to_csv(stop_times))
    return path


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


def _to_csv(frame: pl.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.write_csv(out)
    return out.getvalue()


def _draw_path(streets: _Streets, draw: np.random.Generator) -> NDArray[np.int64]:
    """Draw a shortest way between two crossings 13 to 41 steps apart, turning where streets turn."""
    length = int(draw.integers(13, 42))
    across = min(int(draw.integers(0, length + 1)), streets.side - 1)
    down = min(length - across, streets.side - 1)
    moves = np.array([1] * across + [0] * down)
    draw.shuffle(moves)
    row = int(draw.integers(0, streets.side - down))
    column = int(draw.integers(0, streets.side - across))
    rows = row + np.concatenate([[0], np.cumsum(moves == 0)])
    columns = column + np.concatenate([[0], np.cumsum(moves == 1)])
    if draw.random() < 0.5:
        columns = streets.side - 1 - columns
    return rows * streets.side + columns


def _list_small_tables(streets: _Streets, paths: list[NDArray[np.int64]], draw: np.random.Generator) -> dict[str, str]:
    routes = "".join(f"R{route:05d},A,{route + 1},{_TYPES[route % len(_TYPES)]}\n" for route in range(len(paths)))
    calendar = "".join(f"{service},{days},20260101,20261231\n" for service, days in _SERVICES)
    holidays = ("20260107", "20260413", "20260501", "20260824", "20261225")
    dates = "".join(f"weekday,{day},2\nsunday,{day},1\n" for day in holidays)
    return {
        "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\nA,Synthetic,https://example.org,Europe/Kyiv\n",
        "calendar.txt": f"service_id,{','.join(_WEEKDAYS)},start_date,end_date\n{calendar}",
        "calendar_dates.txt": f"service_id,date,exception_type\n{dates}",
        "routes.txt": f"route_id,agency_id,route_short_name,route_type\n{routes}",
        "stops.txt": _draw_stops(streets, draw),
    }


_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


_STOP_COLUMNS = (
    "stop_id",
    "stop_code",
    "stop_name",
    "stop_lat",
    "stop_lon",
    "location_type",
    "parent_station",
    "platform_code",
    "wheelchair_boarding",
)


def _draw_stops(streets: _Streets, draw: np.random.Generator) -> str:
    lines = [",".join(_STOP_COLUMNS)]
    wheelchair = draw.integers(0, 3, streets.crossings * 2)
    for crossing in range(streets.crossings):
        name = _draw_name(crossing, draw)
        lat, lon = streets.lats[crossing], streets.lons[crossing]
        is_hub = crossing % 20 == 0
        if is_hub:
            lines.append(f"H{crossing},,{name},{lat:.6f},{lon:.6f},1,,,1")
        for place in (0, 1):
            stop = 2 * crossing + place
            shift = 0.0002 * (1 - 2 * place)
            parent = f"H{crossing}" if is_hub else ""
            platform = str(place + 1) if is_hub else ""
            place_text = f"{lat + shift:.6f},{lon + shift:.6f}"
            lines.append(f"S{stop:07d},{stop:04d},{name},{place_text},0,{parent},{platform},{wheelchair[stop]}")
    return "\n".join(lines) + "\n"


def _draw_name(crossing: int, draw: np.random.Generator) -> str:
    firsts, lasts = _NAMES[crossing % len(_NAMES)]
    first, last = draw.choice(firsts), draw.choice(lasts)
    joined = f"{first}{last}" if first[-1] == " " or first in ("Haupt", "Ober", "Unter") else f"{first} {last}"
    return f"{joined} {crossing // 7}" if draw.random() < 0.7 else f"{joined} / {draw.choice(lasts)} {crossing}"


def _draw_trips(
    streets: _Streets, paths: list[NDArray[np.int64]], draw: np.random.Generator
) -> tuple[pl.DataFrame, pl.DataFrame]:
    ids: list[str] = []
    trip_columns: list[tuple[str, str, str, int, int]] = []
    pieces: list[tuple[NDArray[np.int64], ...]] = []
    for route, path in enumerate(paths):
        for direction in (0, 1):
            crossings = path if direction == 0 else path[::-1]
            count = _TRIPS_PER_ROUTE // 2
            services: list[int] = draw.choice(len(_SERVICES), count, p=_SHARES).tolist()
            starts = np.sort(draw.integers(4 * 60 + 30, 25 * 60 + 20, count)) * 60
            arrivals, departures = _draw_times(streets, crossings, starts, draw)
            base = len(ids)
            for trip in range(count):
                service = _SERVICES[services[trip]][0]
                ids.append(f"{route + 1}-{service}-{direction}-{base + trip:07d}")
                trip_columns.append((f"R{route:05d}", service, f"Towards {crossings[-1]}", direction, trip % 3))
            length = len(crossings)
            pieces.append(
                (
                    np.repeat(np.arange(base, base + count), length),
                    np.tile(crossings * 2 + direction, count),
                    np.tile(np.arange(1, length + 1), count),
                    arrivals.ravel(),
                    departures.ravel(),
                )
            )
    trip, stop, sequence, arrival, departure = (np.concatenate(column) for column in zip(*pieces, strict=True))
    names = pl.Series(ids)
    stop_times = pl.DataFrame(
        {
            "trip_id": names[trip],
            "arrival_time": _to_times(arrival),
            "departure_time": _to_times(departure),
            "stop_id": "S" + pl.Series(stop).cast(pl.String).str.zfill(7),
            "stop_sequence": sequence,
            "pickup_type": np.zeros(len(trip), dtype=np.int8),
            "drop_off_type": np.zeros(len(trip), dtype=np.int8),
        }
    )
    trips = pl.DataFrame(
        trip_columns,
        schema=["route_id", "service_id", "trip_headsign", "direction_id", "wheelchair_accessible"],
        orient="row",
    ).insert_column(2, names.alias("trip_id"))
    return trips, stop_times


def _draw_times(
    streets: _Streets, crossings: NDArray[np.int64], starts: NDArray[np.int64], draw: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw arrivals and departures, one row per trip: slower at peak hours, never the same twice."""
    north = np.diff(streets.lats[crossings]) * 111_000
    east = np.diff(streets.lons[crossings]) * 72_000
    steps = np.hypot(north, east) / 6.5
    hours = starts / 3600
    peak = 1 + 0.35 * (np.exp(-((hours - 8) ** 2)) + np.exp(-((hours - 17.5) ** 2)))
    shape = (len(starts), len(steps))
    runs = np.maximum(20, steps * peak[:, None] * draw.uniform(0.9, 1.1, shape)).astype(np.int64)
    dwells = (draw.random(shape) < 0.04) * draw.integers(20, 120, shape)
    waits = np.cumsum(runs + dwells, axis=1)
    zeros = np.zeros((len(starts), 1), dtype=np.int64)
    departures = starts[:, None] + np.hstack([zeros, waits])
    arrivals = departures - np.hstack([zeros, dwells])
    return arrivals, departures


def _to_times(seconds: NDArray[np.int64]) -> pl.Series:
    column = pl.Series(seconds)
    parts = (column // 3600, column // 60 % 60, column % 60)
    hours, minutes, rest = (part.cast(pl.String).str.zfill(2) for part in parts)
    return hours + ":" + minutes + ":" + rest


def main() -> None:
    """Write one city to the path given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write_city(given.path, given.rows, given.seed)


if __name__ == "__main__":
    main()
