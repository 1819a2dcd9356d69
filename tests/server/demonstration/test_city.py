"""The demonstration city as a timetable: clean, in two scripts, and never asleep."""

import csv
import io
import unicodedata
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from stopbell_server.demonstration.archive import make_archive, make_tables
from stopbell_server.demonstration.city_files import read_text
from stopbell_server.demonstration.scenario import read_scenario
from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import StopId, VehicleId
from stopbell_server.domain.network import LocationType, Mode, Stop
from stopbell_server.domain.realtime import Vehicle
from stopbell_server.domain.service_day import list_service_days, to_instant, to_service_seconds
from stopbell_server.domain.store import Store
from stopbell_server.feeds.fleet import parse_fleet
from stopbell_server.feeds.importing import Severity
from tests.server.demonstration.conftest import CompiledCity

DAYS = ("2026-11-30", "2026-12-06", "2026-12-25", "2027-03-28", "2027-10-31", "2035-12-30")
"""A Monday, a Sunday, a holiday, both clock changes, and the end of the calendar."""


def test_the_importer_finds_nothing_wrong_with_the_city(city: CompiledCity) -> None:
    assert [one for one in city.report.findings if one.severity is not Severity.NOTED] == []


def test_the_same_archive_is_made_each_time() -> None:
    assert make_archive() == make_archive()


def test_every_stop_is_named_in_cyrillic_and_in_latin(city: CompiledCity) -> None:
    for stop in list_stops(city.store):
        english = city.store.translate("stops", "stop_name", stop.id, stop.name, "en")
        assert is_cyrillic(stop.name), stop.id
        assert english, stop.id
        assert english.isascii(), stop.id


def test_every_spoken_name_is_spoken_in_both_languages(city: CompiledCity) -> None:
    spoken = {stop.spoken_name for stop in list_stops(city.store) if stop.spoken_name}
    english = {name: city.store.translate("stops", "tts_stop_name", "", name, "en") for name in spoken}

    assert len(english) == 3
    assert all(english.values())
    assert not any("." in name for name in spoken)


def test_every_headsign_and_line_is_named_in_both_scripts(city: CompiledCity) -> None:
    tables = make_tables()
    headsigns = {row["trip_headsign"] for row in read(tables["trips.txt"])}

    assert all(city.store.translate("trips", "trip_headsign", "", name, "en") for name in headsigns)
    for route in city.store.list_routes():
        assert route.long_name
        assert city.store.translate("routes", "route_long_name", route.id, route.long_name, "en")
    assert city.store.translate("routes", "route_short_name", "bus-10a", "10А", "en") == "10A"


def test_one_line_is_written_with_a_letter_that_looks_latin_and_is_not(city: CompiledCity) -> None:
    route = next(route for route in city.store.list_routes() if route.id == "bus-10a")

    assert route.short_name == "10\N{CYRILLIC CAPITAL LETTER A}"


def test_two_stations_have_platforms_and_entrances(city: CompiledCity) -> None:
    stations = [stop for stop in list_stops(city.store) if stop.location_type is LocationType.STATION]
    entrances = [stop.parent for stop in list_stops(city.store) if stop.location_type is LocationType.ENTRANCE]

    platforms = {stop.id: [one.platform for one in city.store.list_platforms(stop.id)] for stop in stations}
    assert platforms == {"market": ["1", "2", "3", "4", "5", "6"], "central": ["1", "2", "A", "B", "3", "4"]}
    assert set(entrances) == {"market", "central"}


def test_namesakes_stand_on_both_sides_of_a_street_and_in_two_districts(city: CompiledCity) -> None:
    def place(stop: str) -> list[tuple[StopId, float]]:
        found = city.store.find_stop(StopId(stop))
        assert found
        assert found.lat
        assert found.lon
        near = city.store.list_stops_near(found.lat, found.lon, 10_000, 100)
        return [(other.id, metres) for other, metres in near if other.name == found.name and other.id != stop]

    (opposite,) = place("theatre-e")
    schools = sorted(metres for _, metres in place("west-school-e"))

    assert opposite[0] == "theatre-w"
    assert opposite[1] < 50
    assert schools[0] < 50
    assert schools[1] > 5000


def test_access_of_stops_is_said_denied_and_left_open(city: CompiledCity) -> None:
    values = {stop.wheelchair for stop in list_stops(city.store)}

    assert values == set(Access)
    platform, station = city.store.find_stop(StopId("market-1")), city.store.find_stop(StopId("market"))
    assert platform
    assert station
    assert (platform.wheelchair, station.wheelchair) == (Access.UNKNOWN, Access.YES)


def test_all_kinds_of_lines_are_there(city: CompiledCity) -> None:
    modes = {route.mode for route in city.store.list_routes()}

    assert modes == {Mode.TRAM, Mode.TROLLEYBUS, Mode.BUS, Mode.METRO}
    assert len(city.store.list_routes()) == 10
    assert city.store.info.longest_s > 24 * 3600
    assert city.report.counts["frequencies"] == 4


def test_trips_are_accessible_inaccessible_and_unknown() -> None:
    told = {row["wheelchair_accessible"] for row in read(make_tables()["trips.txt"])}

    assert told == {"0", "1", "2"}


@pytest.mark.parametrize("station", ["market", "central"])
@pytest.mark.parametrize("day", DAYS)
def test_a_main_stop_is_never_without_a_departure_for_long(city: CompiledCity, station: str, day: str) -> None:
    departures = list_departures(city.store, station, date.fromisoformat(day))

    gaps = [after - before for before, after in pairwise(departures)]
    assert max(gaps) <= timedelta(minutes=20)


def test_service_runs_on_every_day_for_years(city: CompiledCity) -> None:
    days = [date(2024, 1, 1) + timedelta(days=n) for n in range(366 * 12 - 9)]

    assert days[-1] == date(2035, 12, 31)
    assert all("daily" in city.store.services_on(day) for day in days)


def test_a_holiday_runs_as_a_weekend(city: CompiledCity) -> None:
    assert city.store.services_on(date(2026, 12, 25)) == {"daily", "weekend"}
    assert city.store.services_on(date(2026, 12, 24)) == {"daily", "workday"}


def test_the_operator_knows_low_floor_and_high_floor_vehicles_and_not_all_of_them() -> None:
    fleet = parse_fleet(read_text("fleet.toml"), "fleet.toml")
    said = set[tuple[Mode | None, Access]]()
    for series in read_scenario(1).series:
        for number in (series.first, series.first + series.count - 1):
            rule = fleet.find_rule(Vehicle(VehicleId(f"{series.prefix}{number}")), date(2026, 11, 30))
            said.add((series.mode, rule.low_floor if rule else Access.UNKNOWN))

    for mode in (Mode.TRAM, Mode.TROLLEYBUS, Mode.BUS):
        assert {access for one, access in said if one is mode} == set(Access)


def list_stops(store: Store) -> list[Stop]:
    found = (store.find_stop(StopId(row["stop_id"])) for row in read(make_tables()["stops.txt"]))
    return [stop for stop in found if stop]


def list_departures(store: Store, station: str, day: date) -> list[datetime]:
    """List the planned departures of a calendar day and the hour around it, by the minute."""
    zone = store.info.zone
    start = to_instant(day, 0, zone) - timedelta(minutes=30)
    end = start + timedelta(hours=26)
    stops = [platform.id for platform in store.list_platforms(StopId(station))]
    return sorted(
        to_instant(service_day, call.departure_s, zone).astimezone(UTC)
        for service_day in list_service_days(start, end, store.info.longest_s, zone)
        for call in store.list_planned_calls(
            stops,
            service_day,
            to_service_seconds(start, service_day, zone),
            to_service_seconds(end, service_day, zone),
        )
    )


def read(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table)))


def is_cyrillic(text: str) -> bool:
    letters = [sign for sign in text if sign.isalpha()]
    return bool(letters) and all("CYRILLIC" in unicodedata.name(sign) for sign in letters)
