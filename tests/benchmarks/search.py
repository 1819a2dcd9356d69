"""What a search by name finds and costs among 50,000 names, beside rapidfuzz comparing with every one of them.

With STOPBELL_CORPUS set, the names of the real feeds there take part before the made ones.
"""

import csv
import io
import os
import random
import statistics
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from anyascii import anyascii
from rapidfuzz import fuzz, process

from stopbell_server.feeds.importing import import_in_child
from stopbell_server.store.read import SqliteStore
from tests.benchmarks.searched_names import Asked, make_names, make_sets

NAMES = 50_000
LIMIT = 5
COMPARED = 8
"""Questions of each set that the reference answers too: it takes a tenth of a second for each."""
TARGET_HITS = 0.97
TARGET_RATIO = 0.15
TARGET_MS = 6
Row = dict[str, str | float]
Search = Callable[[str], list[str]]


@dataclass
class Tally:
    """What came of one set."""

    hits: int = 0
    spent: list[float] = field(default_factory=list[float])
    reference: list[float] = field(default_factory=list[float])


def measure_search(count: int = NAMES) -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    made = make_names(count)
    real = [*_list_real_names()]
    names = list(dict.fromkeys((*made[: count - len(real)], *real)))
    folded = [anyascii(name).lower() for name in names]
    with tempfile.TemporaryDirectory() as folder:
        source = write_names(Path(folder) / "names.zip", names)
        path = import_in_child(source, "names", Path(folder), lambda stage, done, total: None).path
        store = SqliteStore(path)

        def search(typed: str) -> list[str]:
            return [hit.matched for hit in store.search_names(typed, LIMIT)]

        def compare(typed: str) -> list[str]:
            found = process.extract(anyascii(typed).lower(), folded, scorer=fuzz.WRatio, limit=LIMIT)
            return [names[place] for _, _, place in found]

        sets = {name: _measure(asked, search, compare) for name, asked in make_sets(names).items()}
        store.close()
    return [row for name, (size, tally) in sets.items() for row in [_to_hits(name, size, tally)]] + _to_times(
        [tally for _, tally in sets.values()]
    )


def _measure(asked: Sequence[Asked], search: Search, compare: Search) -> tuple[int, Tally]:
    tally = Tally()
    for place, one in enumerate(asked):
        begin = time.perf_counter()
        found = search(one.typed)
        tally.spent.append(time.perf_counter() - begin)
        tally.hits += one.meant in found
        if place < COMPARED:
            begin = time.perf_counter()
            compare(one.typed)
            tally.reference.append(time.perf_counter() - begin)
    return len(asked), tally


def _to_hits(name: str, size: int, tally: Tally) -> Row:
    share = round(tally.hits / size, 3)
    return _to_row(f"meant name among the first 5: {name}", share, "of 1", target=f">= {TARGET_HITS}")


def _to_times(tallies: Sequence[Tally]) -> list[Row]:
    spent = statistics.median(one for tally in tallies for one in tally.spent)
    reference = statistics.median(one for tally in tallies for one in tally.reference)
    return [
        _to_row(
            "search by name, median",
            round(spent * 1e3, 2),
            "ms",
            reference=f"rapidfuzz WRatio over all, {reference * 1e3:.0f} ms",
            ratio=round(spent / reference, 3),
            target=f"<= {TARGET_RATIO} x, <= {TARGET_MS} ms",
        )
    ]


def _to_row(what: str, value: float, unit: str, *, reference: str = "", ratio: str | float = "", target: str) -> Row:
    return {"what": what, "value": value, "unit": unit, "reference": reference, "ratio": ratio, "target": target}


def write_names(path: Path, names: Sequence[str], seed: int = 3) -> Path:
    """Write a feed whose stops have these names; the first ones have the most traffic, as in a city."""
    draw = random.Random(seed)
    weights = [1 / (place + 1) ** 0.6 for place in range(len(names))]
    calls: list[tuple[str, str, str, str, int]] = []
    for trip in range(2000):
        for sequence, stop in enumerate(draw.choices(range(len(names)), weights, k=25), 1):
            minutes = 360 + trip % 900 + sequence
            instant = f"{minutes // 60:02}:{minutes % 60:02}:00"
            calls.append((f"T{trip}", instant, instant, f"S{stop}", sequence))
    tables = {
        "agency": [("agency_id", "agency_name", "agency_url", "agency_timezone"),
                   ("A", "Agency", "https://example.org", "Europe/Kyiv")],
        "routes": [("route_id", "agency_id", "route_short_name", "route_type"), ("R", "A", "1", 3)],
        "calendar": [("service_id", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
                      "start_date", "end_date"), ("daily", *[1] * 7, "20260101", "20261231")],
        "trips": [("route_id", "service_id", "trip_id"), *(("R", "daily", f"T{trip}") for trip in range(2000))],
        "stops": [("stop_id", "stop_name", "stop_lat", "stop_lon"),
                  *((f"S{n}", name, 40 + n // 224 / 100, 20 + n % 224 / 100) for n, name in enumerate(names))],
        "stop_times": [("trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"), *calls],
    }  # fmt: skip
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows in tables.items():
            text = io.StringIO()
            csv.writer(text, lineterminator="\n").writerows(rows)
            archive.writestr(f"{name}.txt", text.getvalue())
    return path


def _list_real_names() -> Iterator[str]:
    """Give the distinct stop names of the small feeds of the corpus, if there is one."""
    corpus = os.environ.get("STOPBELL_CORPUS")
    for path in sorted(Path(corpus).glob("*-*/*.zip")) if corpus else ():
        with zipfile.ZipFile(path) as archive:
            if "stops.txt" not in archive.namelist() or archive.getinfo("stops.txt").file_size > 1_000_000:
                continue
            text = archive.read("stops.txt").decode("utf-8-sig", "replace")
        rows = csv.DictReader(io.StringIO(text, newline=""))
        yield from dict.fromkeys(name for row in rows if (name := (row.get("stop_name") or "").strip()))


if __name__ == "__main__":
    for line in measure_search():
        sys.stdout.write("  ".join(f"{value}" for value in line.values()) + "\n")
