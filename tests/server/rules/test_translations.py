"""Rule 13 where more than stops is named: lines, operators, levels, and headsigns of one stop."""

from pathlib import Path

import pytest

from tests.asking import Asked, ask
from tests.realtimetext import Fields, stop, update
from tests.server.rules.line import LINE, TODAY, open_line

HEADER = "table_name,field_name,language,translation,record_id,record_sub_id,field_value"
FILES = {
    "routes.txt": "route_id,agency_id,route_short_name,route_long_name,route_type\nR,A,Червона,Вокзал - Озеро,3",
    "trips.txt": "route_id,service_id,trip_id,trip_headsign\nR,daily,T,Озеро",
    "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon
        A,Ринок,49.840,24.030
        B,Міст,49.845,24.030
        C,Ріг,49.850,24.030
        D,Озеро,49.860,24.030
        """,
}


def ask_board(tmp_path: Path, *rows: str, live: tuple[Fields, ...] = (), at: str = "A", **files: str) -> Asked:
    """Ask in English for the departures of a line in Ukrainian with these translations."""
    tables = FILES | {f"{name}.txt": text for name, text in files.items()}
    world = open_line(tmp_path, *live, files=tables | {"translations.txt": "\n".join((HEADER, *rows))})
    return ask(world, "get_arrivals", stop=f"test:{at}", language="en")


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ((), "Червона"),
        (("routes,route_short_name,en,Red,R,,",), "Red"),
        (("routes,route_short_name,en,Red,,,Червона",), "Red"),
        (("routes,route_short_name,en,Scarlet,,,Червона", "routes,route_short_name,en,Red,R,,"), "Red"),
        (("routes,route_short_name,de,Rote,R,,",), "Червона"),
        (("routes,route_long_name,en,Station - Lake,R,,",), "Червона"),
        (("stops,stop_name,en,Red,,,Червона",), "Червона"),
    ],
)
def test_a_line_is_named_in_the_riders_language(tmp_path: Path, rows: tuple[str, ...], line: str) -> None:
    """Rule 13, GTFS translations.txt for routes.route_short_name: record before value."""
    (call,) = ask_board(tmp_path, *rows).data["arrivals"]
    assert call["line"] == line


def test_a_line_without_number_is_named_by_its_translated_long_name(tmp_path: Path) -> None:
    """Rule 13, routes.route_long_name."""
    routes = "route_id,agency_id,route_long_name,route_type\nR,A,Вокзал - Озеро,3"
    asked = ask_board(tmp_path, "routes,route_long_name,en,Station - Lake,R,,", routes=routes)
    assert asked.data["arrivals"][0]["line"] == "Station - Lake"
    assert asked.data["stop"]["lines"] == ["Station - Lake"]


def test_two_lines_of_one_label_keep_it_where_only_the_label_is_known(tmp_path: Path) -> None:
    """Rule 13: a translation of one record is none of another that is called the same."""
    rows = ("routes,route_short_name,en,Red,R,,", "routes,route_short_name,en,Crimson,S,,")
    routes = "route_id,agency_id,route_short_name,route_type\nR,A,Червона,3\nS,A,Червона,0"
    asked = ask_board(tmp_path, *rows, routes=routes)
    assert (asked.data["arrivals"][0]["line"], asked.data["stop"]["lines"]) == ("Red", ["Червона"])


@pytest.mark.parametrize(
    ("rows", "headsign"),
    [
        (("trips,trip_headsign,en,Lake,T,,",), "Lake"),
        (("trips,trip_headsign,en,Lake,,,Озеро",), "Lake"),
        (("stops,stop_name,en,Lake,,,Озеро",), "Lake"),
        (("stops,stop_name,en,Lake,D,,",), "Озеро"),
    ],
)
def test_a_translation_of_the_last_stop_is_none_of_the_headsign(
    tmp_path: Path, rows: tuple[str, ...], headsign: str
) -> None:
    """Rule 13: only a translation by value is of every text of that value."""
    (call,) = ask_board(tmp_path, *rows).data["arrivals"]
    assert call["headsign"] == headsign


SIGNED = LINE.replace("stop_sequence", "stop_sequence,stop_headsign").replace("A,1", "A,1,Через міст")


@pytest.mark.parametrize(
    ("rows", "headsign"),
    [
        (("stop_times,stop_headsign,en,Over the bridge,T,1,",), "Over the bridge"),
        (("stop_times,stop_headsign,en,Over the bridge,T,2,",), "Через міст"),
        (
            ("stop_times,stop_headsign,en,By value,,,Через міст", "stop_times,stop_headsign,en,By record,T,1,"),
            "By record",
        ),
        (("trips,trip_headsign,en,Lake,T,,",), "Через міст"),
    ],
)
def test_a_headsign_of_one_stop_is_translated_by_trip_and_sequence(
    tmp_path: Path, rows: tuple[str, ...], headsign: str
) -> None:
    """Rule 13, GTFS translations.record_sub_id; the trip's own translation is of another text."""
    (call,) = ask_board(tmp_path, *rows, stop_times=SIGNED).data["arrivals"]
    assert call["headsign"] == headsign


def test_a_live_headsign_is_not_translated_as_the_planned_one(tmp_path: Path) -> None:
    """Rules 9 and 13: the translated record has another text today."""
    depot = stop(1, "A", departure={"delay": 0}, stop_time_properties={"stop_headsign": "Депо"})
    rows = ("stop_times,stop_headsign,en,Over the bridge,T,1,", "trips,trip_headsign,en,Lake,T,,")
    (call,) = ask_board(tmp_path, *rows, live=(update("T", depot, **TODAY),), stop_times=SIGNED).data["arrivals"]
    assert call["headsign"] == "Депо"
