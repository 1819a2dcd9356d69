"""What an import costs: beside polars merely reading the used columns of stop_times.txt, in fresh processes."""

import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.cities import write_city

ROWS = 1_000_000
ROUNDS = 3

FIVE = ("trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence")
ALL_USED = (*FIVE, "pickup_type", "drop_off_type")
READ = """
import sys, zipfile
import polars as pl
data = zipfile.ZipFile(sys.argv[1]).read("stop_times.txt")
print(pl.read_csv(data, columns=sys.argv[2].split(","), infer_schema=False).height)
"""

Row = dict[str, str | float]


@dataclass(frozen=True, slots=True)
class _Cost:
    """One process from start to end."""

    wall_s: float
    cpu_s: float
    memory_mb: float
    """Largest resident set."""


def run(rows: int = ROWS, rounds: int = ROUNDS) -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    with tempfile.TemporaryDirectory() as folder:
        city = write_city(Path(folder) / "city.zip", rows)
        five: list[_Cost] = []
        used: list[_Cost] = []
        whole: list[_Cost] = []
        size = 0
        for turn in range(rounds):
            five.append(_run_process([sys.executable, "-c", READ, str(city), ",".join(FIVE)]))
            used.append(_run_process([sys.executable, "-c", READ, str(city), ",".join(ALL_USED)]))
            target = Path(folder) / f"compiled-{turn}"
            command = [sys.executable, "-m", "stopbell_server.feeds.importing", str(city), "city", str(target)]
            whole.append(_run_process(command))
            size = next(target.glob("*.sqlite")).stat().st_size
    return [
        _compare(f"import, {rows:,} stop times, wall", "s", whole, used, "wall_s", "reading 7 used columns", "<= 4"),
        _compare(f"import, {rows:,} stop times, wall", "s", whole, five, "wall_s", "reading 5 columns", "<= 4"),
        _compare(f"import, {rows:,} stop times, CPU", "s", whole, used, "cpu_s", "reading 7 used columns", ""),
        _compare(f"import, {rows:,} stop times, memory", "MB", whole, five, "memory_mb", "reading 5 columns", ""),
        {
            "what": "compiled feed, per stop time",
            "value": round(size / rows, 1),
            "unit": "B",
            "reference": "",
            "ratio": "",
            "target": "<= 45 B",
        },
    ]


def _compare(
    what: str, unit: str, ours: list[_Cost], theirs: list[_Cost], field: str, reference: str, target: str
) -> Row:
    value = statistics.median(getattr(cost, field) for cost in ours)
    other = statistics.median(getattr(cost, field) for cost in theirs)
    return {
        "what": what,
        "value": round(value, 2),
        "unit": unit,
        "reference": f"{reference} {other:.2f} {unit}",
        "ratio": round(value / other, 2),
        "target": target,
    }


def _run_process(command: list[str]) -> _Cost:
    begin = time.perf_counter()
    process = os.posix_spawn(
        command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    )
    memory_mb = 0.0
    while True:
        # The kernel's own maximum begins with what the parent had when it made the child.
        memory_mb = max(memory_mb, _find_peak_mb(process))
        time.sleep(0.01)
        ended, status, usage = os.wait4(process, os.WNOHANG)
        if ended and status:
            raise AssertionError(f"{command} ended with status {status}")
        if ended:
            return _Cost(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, memory_mb)


def _find_peak_mb(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
