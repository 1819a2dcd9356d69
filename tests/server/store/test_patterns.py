"""Patterns as lines have them, the days of services, and trips by when they leave."""

from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path

import pytest

from stopbell_server.domain.ids import RouteId, ServiceId, StopId, TripId
from stopbell_server.domain.patterns import parse_pattern_route, to_pattern_id
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed

STOPS = "stop_id,stop_name,stop_lat,stop_lon\n{}"
ROWS = ("a,A,49.84,24.03\n", "b,B,49.85,24.03\n", "c,C,49.86,24.03\n")
TRIPS = "route_id,service_id,trip_id,direction_id\n{}"
TRIP_ROWS = ("R,daily,t1,0\n", "R,daily,t2,0\n", "R,daily,t3,1\n", "R,daily,t4,0\n")
TIMES = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n{}"
TIME_ROWS = (
    *("t1,08:00:00,08:00:00,a,1\n", "t1,08:05:00,08:05:00,b,2\n", "t1,08:09:00,08:09:00,c,3\n"),
    *("t2,09:00:00,09:00:00,a,10\n", "t2,09:07:00,09:07:00,b,20\n", "t2,09:09:00,09:09:00,c,30\n"),
    *("t3,08:00:00,08:00:00,c,1\n", "t3,08:05:00,08:05:00,a,2\n"),
    *("t4,10:00:00,10:00:00,a,1\n", "t4,10:05:00,10:05:00,c,2\n"),
)


def make_files(*, backwards: bool = False) -> Mapping[str, str]:
    def join(rows: tuple[str, ...]) -> str:
        return "".join(reversed(rows) if backwards else rows)

    return {
        "stops.txt": STOPS.format(join(ROWS)),
        "trips.txt": TRIPS.format(join(TRIP_ROWS)),
        "stop_times.txt": TIMES.format(join(TIME_ROWS)),
    }


def list_patterns(store: SqliteStore) -> list[tuple[str, tuple[StopId, ...], int]]:
    return [(one.id, one.stops, one.trips) for one in store.list_patterns_of(RouteId("R"))]


def test_trips_that_stop_alike_are_one_pattern_whatever_numbers_their_stops_have(tmp_path: Path) -> None:
    patterns = list_patterns(open_text_feed(tmp_path, make_files()))
    assert patterns[0][1:] == (("a", "b", "c"), 2)
    assert sorted((stops, trips) for _, stops, trips in patterns[1:]) == [(("a", "c"), 1), (("c", "a"), 1)]


def test_a_pattern_keeps_its_id_when_every_row_stands_elsewhere(tmp_path: Path) -> None:
    before = list_patterns(open_text_feed(tmp_path / "one", make_files()))
    after = list_patterns(open_text_feed(tmp_path / "two", make_files(backwards=True)))
    assert before == after


def test_an_id_names_line_and_direction_and_depends_on_the_order_of_stops() -> None:
    ids = {
        to_pattern_id(RouteId("a.b"), direction, stops)
        for direction in (None, 0, 1)
        for stops in ((StopId("1"), StopId("23")), (StopId("12"), StopId("3")), (StopId("23"), StopId("1")))
    }
    assert len(ids) == 9
    assert {parse_pattern_route(one) for one in ids} == {"a.b"}


@pytest.mark.parametrize("text", ["", "R", "R.0", "R.0.short", ".0.0123456789abcdef", "R..0123456789abcdef"])
def test_what_is_no_id_of_a_pattern_names_no_line(text: str) -> None:
    assert parse_pattern_route(text) is None


def test_the_days_of_a_service_are_told_as_stretches_without_the_holiday(tmp_path: Path) -> None:
    files = {
        **make_files(),
        "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        "daily,1,1,1,1,1,0,0,20261101,20261231\nother,0,0,0,0,0,1,1,20261101,20261231\n",
        "calendar_dates.txt": "service_id,date,exception_type\ndaily,20261225,2\ndaily,20261227,1\nother,20261213,2\n",
    }
    store = open_text_feed(tmp_path, files)
    stretches = store.list_service_days(ServiceId("daily"))
    told = {
        day
        for one in stretches
        for n in range((one.last - one.first).days + 1)
        if (day := one.first + timedelta(days=n)).weekday() in one.weekdays
    }
    days = (date(2026, 10, 1) + timedelta(days=n) for n in range(150))
    assert told == {day for day in days if "daily" in store.services_on(day)}
    assert (stretches[0].first, stretches[0].last) == (date(2026, 11, 2), date(2026, 12, 24))
    assert store.list_service_days(ServiceId("unheard")) == ()


def test_trips_of_all_lines_are_found_by_the_hour_in_which_they_leave(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, make_files())
    day = date(2026, 11, 30)
    assert [(one.trip, one.start_s) for one in store.list_trips_leaving(day, 8 * 3600, 9 * 3600)] == [
        ("t1", 28_800),
        ("t3", 28_800),
        ("t2", 32_400),
    ]
    assert store.list_trips_leaving(date(2030, 1, 1), 0, 86_400) == ()


def test_a_trip_that_repeats_is_found_while_it_does(tmp_path: Path) -> None:
    frequencies = "trip_id,start_time,end_time,headway_secs\nt4,10:00:00,12:00:00,600\n"
    store = open_text_feed(tmp_path, {**make_files(), "frequencies.txt": frequencies})
    day = date(2026, 11, 30)
    hours = [hour for hour in range(24) if store.list_trips_repeated(day, hour * 3600, hour * 3600 + 3599)]
    assert hours == [10, 11]
    assert "t4" not in [one.trip for one in store.list_trips_leaving(day, 0, 86_400)]


def test_ids_are_found_by_how_they_begin(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, make_files())
    assert store.list_trip_ids("t", 2) == (TripId("t1"), TripId("t2"))
    assert len(store.list_trip_ids("t", 9, date(2026, 11, 30))) == 4
    assert store.list_trip_ids("t", 9, date(2030, 1, 1)) == ()
    assert store.list_route_ids("", 5) == (RouteId("R"),)
    assert store.list_stop_ids("b", 5) == (StopId("b"),)
    assert store.list_stop_ids("b", 5, is_station=True) == ()
