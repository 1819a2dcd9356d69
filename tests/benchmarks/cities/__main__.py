"""Writes one city by hand."""

import argparse
from pathlib import Path

import tests.benchmarks.cities
from tests.benchmarks.cities.city import write_city


def main() -> None:
    """Write a city of this size to this path."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.cities", description=tests.benchmarks.cities.__doc__
    )
    parser.add_argument("rows", type=int, help="rows of stop_times.txt, about")
    parser.add_argument("path", type=Path, help="the zip to write")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write_city(given.path, given.rows, given.seed)


if __name__ == "__main__":
    main()
