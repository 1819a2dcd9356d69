"""What an import costs: beside polars merely reading the columns of stop_times.txt that we use, in fresh processes.

Cities of 1 and 5 million stop times; one of 20 million, and what a board costs in it, only with `--large` or
`STOPBELL_BENCH_LARGE=1`: it takes about 4 GB of memory and some minutes.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.cities import write_city
from tests.benchmarks.growth import compare_boards
from tests.benchmarks.processes import Cost, Row, compare, run_process, to_installed

LARGE = "STOPBELL_BENCH_LARGE"
USED = ("trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence", "pickup_type", "drop_off_type")
READ = """
import sys, zipfile
import polars as pl
data = zipfile.ZipFile(sys.argv[1]).read("stop_times.txt")
print(pl.read_csv(data, columns=sys.argv[2].split(","), infer_schema=False).height)
"""
_ALIKE = "reading the 7 used columns"
_DISK_TARGET_B = 45


@dataclass(frozen=True, slots=True)
class _Size:
    """A city to import, how often, and what is asked of its import."""

    rows: int
    rounds: int
    wall: str
    memory: str


_SMALL = _Size(1_000_000, 5, "<= 4", "")
_MIDDLE = _Size(5_000_000, 3, "<= 5.5", "<= 1.2")
_LARGEST = _Size(20_000_000, 1, "<= 4", "<= 1.2")


def run() -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    is_large = os.environ.get(LARGE, "0") not in ("", "0")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table = [*_measure(_SMALL, folder), *_measure(_MIDDLE, folder)]
        if is_large:
            table += _measure(_LARGEST, folder)
            table += compare_boards(_find_store(folder, _SMALL), _find_store(folder, _LARGEST), _SMALL.rows)
        else:
            what = f"import, {_LARGEST.rows:,} stop times, and boards after it"
            ask = "python -m tests.benchmarks imports --large"
            table.append(_to_row(what, "not measured", "", reference=f"ask by: {ask}"))
    return table


def _measure(size: _Size, folder: Path) -> Iterator[Row]:
    """Import a city and read it, by turns; the compiled feed of the last round stays in the folder."""
    city = write_city(folder / f"city-{size.rows}.zip", size.rows)
    target = folder / f"compiled-{size.rows}"
    read: list[Cost] = []
    whole: list[Cost] = []
    environment = to_installed(folder)
    run_process([sys.executable, "-c", "import stopbell_server.feeds.importing.run"], environment)
    for _ in range(size.rounds):
        shutil.rmtree(target, ignore_errors=True)
        read.append(run_process([sys.executable, "-c", READ, str(city), ",".join(USED)], environment))
        command = [sys.executable, "-m", "stopbell_server.feeds.importing", str(city), "city", str(target)]
        whole.append(run_process(command, environment))
    city.unlink()
    name = f"import, {size.rows:,} stop times"
    yield compare(f"{name}, wall", "wall_s", whole, read, _ALIKE, size.wall)
    yield compare(f"{name}, CPU", "cpu_s", whole, read, _ALIKE, "")
    yield compare(f"{name}, memory", "memory_mb", whole, read, _ALIKE, size.memory)
    per_row = _find_store(folder, size).stat().st_size / size.rows
    yield _to_row(f"{name}, disk for each", round(per_row, 1), "B", target=f"<= {_DISK_TARGET_B} B")


def _find_store(folder: Path, size: _Size) -> Path:
    return next((folder / f"compiled-{size.rows}").glob("*.sqlite"))


def _to_row(what: str, value: float | str, unit: str, reference: str = "", target: str = "") -> Row:
    return {"what": what, "value": value, "unit": unit, "reference": reference, "ratio": "", "target": target}
