"""Routes and agencies, and what is known about the routes of a stop."""

from pathlib import Path

import pytest

from stopbell_server.domain.ids import AgencyId, RouteId, StopId
from stopbell_server.domain.network import Agency, Mode, Route
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed


def test_a_route_has_all_that_routes_txt_says(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "routes.txt": """
                route_id,agency_id,route_short_name,route_long_name,route_type,route_color,tts_route_short_name
                R,A,Т24,Вокзал - Центр,11,ff00aa,тролейбус двадцять чотири
                Q,,,Довга назва,3,nocolor,
            """
        },
    )

    assert store.find_route(RouteId("R")) == Route(
        RouteId("R"), Mode.TROLLEYBUS, AgencyId("A"), "Т24", "Вокзал - Центр", "тролейбус двадцять чотири", "FF00AA"
    )
    assert store.find_route(RouteId("Q")) == Route(RouteId("Q"), Mode.BUS, AgencyId("A"), long_name="Довга назва")
    assert store.find_route(RouteId("unknown")) is None
    assert store.find_agency("A") == Agency(AgencyId("A"), "Agency", "https://example.org")
    assert store.find_agency("B") is None


@pytest.mark.parametrize(
    ("code", "mode"),
    [
        ("0", Mode.TRAM),
        ("1", Mode.METRO),
        ("2", Mode.RAIL),
        ("3", Mode.BUS),
        ("4", Mode.FERRY),
        ("5", Mode.CABLE_TRAM),
        ("6", Mode.AERIAL_LIFT),
        ("7", Mode.FUNICULAR),
        ("11", Mode.TROLLEYBUS),
        ("12", Mode.MONORAIL),
        ("101", Mode.RAIL),
        ("109", Mode.RAIL),
        ("200", Mode.COACH),
        ("400", Mode.METRO),
        ("401", Mode.METRO),
        ("405", Mode.MONORAIL),
        ("700", Mode.BUS),
        ("704", Mode.BUS),
        ("714", Mode.BUS),
        ("800", Mode.TROLLEYBUS),
        ("900", Mode.TRAM),
        ("1000", Mode.FERRY),
        ("1100", Mode.OTHER),
        ("1300", Mode.AERIAL_LIFT),
        ("1400", Mode.FUNICULAR),
        ("1501", Mode.TAXI),
        ("1702", Mode.OTHER),
        ("8", Mode.OTHER),
        ("bus", Mode.OTHER),
        ("", Mode.OTHER),
        ("-3", Mode.OTHER),
    ],
)
def test_every_route_type_is_a_mode(tmp_path: Path, code: str, mode: Mode) -> None:
    store = open_text_feed(tmp_path, {"routes.txt": f"route_id,route_short_name,route_type\nR,1,{code}"})

    route = store.find_route(RouteId("R"))

    assert route is not None
    assert route.mode is mode


def test_routes_come_as_people_count(tmp_path: Path) -> None:
    labels = ("10", "2", "N1", "10A", "А1", "1", "102", "Long way")
    rows = "\n".join(f"r{place},A,{label},3" for place, label in enumerate(labels))
    store = open_text_feed(tmp_path, {"routes.txt": f"route_id,agency_id,route_short_name,route_type\n{rows}"})

    assert [route.line for route in store.list_routes()] == ["1", "2", "10", "10A", "102", "Long way", "N1", "А1"]


@pytest.fixture
def city(tmp_path: Path) -> SqliteStore:
    return open_text_feed(
        tmp_path,
        {
            "routes.txt": "route_id,route_short_name,route_type\nR2,2,3\nR10,10,3\nR1,1,0",
            "trips.txt": """
                route_id,service_id,trip_id,trip_headsign
                R10,daily,T1,Центр
                R10,daily,T2,Центр
                R10,daily,T3,
                R2,daily,T4,Вокзал
            """,
            "stops.txt": "stop_id,stop_name\nA,Аа\nB,Бе\nC,Це\nD,Де",
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign
                T1,08:00:00,08:00:00,A,1,
                T1,08:10:00,08:10:00,B,2,
                T1,08:20:00,08:20:00,C,3,
                T2,08:00:00,08:00:00,A,1,
                T2,08:10:00,08:10:00,B,2,
                T2,08:20:00,08:20:00,C,3,
                T3,08:00:00,08:00:00,A,1,
                T3,08:20:00,08:20:00,D,2,
                T4,08:00:00,08:00:00,B,1,через Центр
                T4,08:20:00,08:20:00,A,2,
            """,
        },
    )


def test_routes_at_stops_are_those_that_call_there(city: SqliteStore) -> None:
    assert [route.id for route in city.list_routes_at([StopId("A"), StopId("D")])] == ["R2", "R10"]
    assert [route.id for route in city.list_routes_at([StopId("C")])] == ["R10"]
    assert city.list_routes_at([StopId("unknown")]) == ()
    assert city.list_routes_at([]) == ()


def test_headsigns_are_of_trips_that_go_on_and_fall_back_to_the_last_stop(city: SqliteStore) -> None:
    assert city.list_headsigns_at(StopId("A")) == (("R10", "Центр", 2), ("R10", "Де", 1))
    assert city.list_headsigns_at(StopId("B")) == (("R10", "Центр", 2), ("R2", "через Центр", 1))
    assert city.list_headsigns_at(StopId("C")) == ()


def test_next_stops_are_counted(city: SqliteStore) -> None:
    assert city.list_next_stops(StopId("A")) == (("B", 2, None), ("D", 1, None))
    assert city.list_next_stops(StopId("B")) == (("C", 2, None), ("A", 1, None))
    assert city.list_next_stops(StopId("D")) == ()
