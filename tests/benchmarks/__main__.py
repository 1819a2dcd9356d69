"""Runs every benchmark of this folder, prints one table, and adds it to history.jsonl: `python -m tests.benchmarks`.

A benchmark is a module with `run() -> list[Row]`; names after the command choose some of them. `--large` adds what
takes 4 GB of memory and minutes, as STOPBELL_BENCH_LARGE=1 in the environment does.
"""

import importlib
import json
import os
import pkgutil
import sys
import time
import traceback
from pathlib import Path
from types import ModuleType

import tests.benchmarks
from tests.benchmarks.imports import LARGE

COLUMNS = ("what", "value", "unit", "reference", "ratio", "target")
HISTORY = Path(__file__).with_name("history.jsonl")


def main() -> None:
    """Run what is asked, else all."""
    asked = sys.argv[1:]
    if "--large" in asked:
        asked.remove("--large")
        os.environ[LARGE] = "1"
    names = asked or sorted(module.name for module in pkgutil.iter_modules(tests.benchmarks.__path__))
    table: list[dict[str, str | float]] = []
    has_failed = False
    for name in names:
        module: ModuleType = importlib.import_module(f"tests.benchmarks.{name}")
        if not hasattr(module, "run"):
            continue
        sys.stderr.write(f"measuring {name}\n")
        begin = time.perf_counter()
        try:
            rows = [{"benchmark": name, **row} for row in module.run()]
        except Exception as error:
            # What the others measured took minutes and must not be lost.
            sys.stderr.write("".join(traceback.format_exception(error)))
            rows = [{"benchmark": name, "what": f"NOT MEASURED: {name} ended with {error!r}"}]
            has_failed = True
        sys.stderr.write(f"measured {name} in {time.perf_counter() - begin:.0f} s\n")
        table += rows
    _print(table)
    with HISTORY.open("a", encoding="utf-8") as history:
        history.write(json.dumps({"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "rows": table}) + "\n")
    if has_failed:
        sys.exit(1)


def _print(table: list[dict[str, str | float]]) -> None:
    lines = [COLUMNS, *(tuple(str(row.get(column, "")) for column in COLUMNS) for row in table)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(COLUMNS))]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        sys.stdout.write("  ".join(cells).rstrip() + "\n")


if __name__ == "__main__":
    main()
