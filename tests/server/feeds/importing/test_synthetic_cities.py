"""The cities that benchmarks measure: always the same, like real ones, and answered as the oracle answers."""

import csv
import io
import zipfile
from datetime import datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest

from stopbell_server.feeds.importing import import_feed
from tests.benchmarks.cities import write_city
from tests.oracle.comparison import compare_stop
from tests.oracle.live import read_live
from tests.oracle.plan import Plan
from tests.oracle.plan_reading import read_plan
from tests.oracle.product import Product, open_product
from tests.server.feeds.importing.reports import ignore_progress

ROWS = 15_000
INSTANTS = ("2026-03-03 08:15", "2026-03-07 23:50", "2026-03-29 00:20", "2026-06-06 12:00", "2026-12-25 17:30")
"""A working morning, before midnight, after it in the night of a clock change, a day with events, a holiday."""


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_city(tmp_path_factory.mktemp("city") / "city.zip", ROWS)


@pytest.fixture(scope="module")
def plan(city: Path) -> Plan:
    return read_plan(city)


@pytest.fixture(scope="module")
def product(city: Path, tmp_path_factory: pytest.TempPathFactory) -> Product:
    return open_product(city, tmp_path_factory.mktemp("compiled"))


def read_rows(city: Path, table: str) -> list[dict[str, str]]:
    with zipfile.ZipFile(city) as archive:
        return list(csv.DictReader(io.StringIO(archive.read(table).decode())))


def test_the_same_rows_and_seed_give_the_same_bytes(city: Path, tmp_path: Path) -> None:
    again = write_city(tmp_path / "again.zip", ROWS)

    assert again.read_bytes() == city.read_bytes()


def test_another_seed_gives_another_city(city: Path, tmp_path: Path) -> None:
    other = write_city(tmp_path / "other.zip", ROWS, seed=2)

    assert read_rows(other, "stop_times.txt") != read_rows(city, "stop_times.txt")


def test_a_city_is_as_large_as_asked_and_a_line_more_at_most(city: Path) -> None:
    assert ROWS <= len(read_rows(city, "stop_times.txt")) <= ROWS + 42 * 122


def test_service_runs_past_midnight(city: Path) -> None:
    assert max(row["departure_time"] for row in read_rows(city, "stop_times.txt")) > "25:30:00"


def test_stops_have_every_kind_of_access_and_hubs_have_stations(city: Path) -> None:
    stops = read_rows(city, "stops.txt")
    stations = {row["stop_id"] for row in stops if row["location_type"] == "1"}

    assert {row["wheelchair_boarding"] for row in stops} == {"0", "1", "2"}
    assert {row["parent_station"] for row in stops} - {""} == stations != set()


def test_names_come_in_several_scripts(city: Path) -> None:
    letters = set("".join(row["stop_name"] for row in read_rows(city, "stops.txt")))

    assert set("Шίßřô") <= letters


def test_an_import_finds_nothing_to_complain_about(city: Path, tmp_path: Path) -> None:
    report = import_feed(city, "city", tmp_path, ignore_progress)

    assert report.findings == ()


@pytest.mark.parametrize("at", INSTANTS)
def test_boards_are_those_of_the_oracle(at: str, city: Path, plan: Plan, product: Product) -> None:
    now = int(datetime.fromisoformat(at).replace(tzinfo=ZoneInfo("Europe/Kyiv")).timestamp())
    live, world = read_live(None, plan, now), product.open_world([], now)
    hubs = [stop for stop in plan.platforms if stop.startswith("H")]
    asked = Random(at).sample(sorted(plan.visits), 25) + hubs[:4]

    # "About every ten minutes" has no clock times to compare.
    by_headway = {row["trip_id"] for row in read_rows(city, "frequencies.txt") if row["exact_times"] == "0"}

    verdicts = [compare_stop(plan, live, world, stop, by_headway) for stop in asked]

    assert [line for verdict in verdicts for line in verdict.differences] == []
    assert sum(verdict.rows for verdict in verdicts) > 5
