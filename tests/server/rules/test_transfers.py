"""Rule 14: which rule holds for a change, and what a vehicle goes on as."""

from datetime import date, datetime
from pathlib import Path
from textwrap import dedent

import pytest

from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.transfers import ContinuationSource, TransferKind
from stopbell_server.store.read import SqliteStore
from stopbell_server.timetable.continuations import find_continuation, list_continuations
from stopbell_server.timetable.transfers import TransferEnd, find_transfer
from stopbell_server.world import FeedView, World
from tests.asking import ask
from tests.feedtext import open_text_feed

MONDAY = date(2026, 11, 30)
HEADER = "from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time"
HUB = {
    "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        H,Hub,49.840,24.030,1,
        A,Hub,49.8401,24.0301,0,H
        B,Hub,49.8402,24.0302,0,H
        C,Corner,49.850,24.030,0,
        """,
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,A,1,3\nS,A,2,3",
    "trips.txt": "route_id,service_id,trip_id\nR,daily,T\nS,daily,U\nS,daily,V",
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,12:00:00,12:00:00,C,1
        T,12:10:00,12:10:00,A,2
        U,12:15:00,12:15:00,B,1
        U,12:30:00,12:30:00,C,2
        V,12:20:00,12:20:00,B,1
        V,12:40:00,12:40:00,C,2
        """,
}


def open_hub(tmp_path: Path, *rows: str, **files: str) -> SqliteStore:
    """Give two lines that meet at a station, with these rows of transfers.txt."""
    tables = HUB | {f"{name}.txt": dedent(text) for name, text in files.items()}
    return open_text_feed(tmp_path, tables | {"transfers.txt": "\n".join((HEADER, *rows))})


ON = TransferEnd(StopId("A"), RouteId("R"), TripId("T"))
OFF = TransferEnd(StopId("B"), RouteId("S"), TripId("U"))
STOPS = "A,B,,,,,2,180"


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        ("", TransferKind.RECOMMENDED),
        ("0", TransferKind.RECOMMENDED),
        ("1", TransferKind.TIMED),
        ("2", TransferKind.MINIMUM_TIME),
        ("3", TransferKind.NOT_POSSIBLE),
        ("4", TransferKind.IN_SEAT),
        ("5", TransferKind.MUST_RE_BOARD),
    ],
)
def test_a_transfer_is_of_one_of_six_kinds(tmp_path: Path, cell: str, kind: TransferKind) -> None:
    """Rule 14, GTFS transfers.transfer_type."""
    found = find_transfer(open_hub(tmp_path, f"A,B,,,T,U,{cell},"), ON, OFF)
    assert found is not None
    assert found.kind is kind


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("H,H,,,,,2,60", STOPS),
        (STOPS, "A,B,R,,,,0,"),
        (STOPS, "A,B,,S,,,0,"),
        ("A,B,R,,,,2,60", "A,B,R,S,,,0,"),
        ("A,B,R,S,,,2,60", "A,B,,,T,,0,"),
        ("A,B,R,S,,,2,60", "A,B,,,,U,0,"),
        ("A,B,,,T,,2,60", "A,B,,S,T,,0,"),
        ("A,B,,S,T,,2,60", "A,B,,,T,U,0,"),
        ("A,B,R,S,,U,2,60", "A,B,R,S,T,U,0,"),
        ("H,B,,,,,2,60", "A,B,,,,,0,"),
        ("A,B,R,S,,,2,60", "H,H,,,T,U,0,"),
    ],
)
def test_of_rules_for_a_change_the_most_specific_holds(tmp_path: Path, weaker: str, stronger: str) -> None:
    """Rule 14, GTFS transfers.txt "Specificity of a transfer": trips, then routes, then stops; both ends before one."""
    for number, rows in enumerate([(weaker, stronger), (stronger, weaker)]):
        found = find_transfer(open_hub(tmp_path / str(number), *rows), ON, OFF)
        expected = find_transfer(open_hub(tmp_path / f"{number}-alone", stronger), ON, OFF)
        assert found == expected
        assert found is not None


@pytest.mark.parametrize(
    "row",
    ["B,A,,,,,0,", "A,C,,,,,0,", "A,B,S,,,,0,", "A,B,,R,,,0,", "A,B,,,U,,0,", "A,B,,,,V,0,", "A,B,R,,,V,0,"],
)
def test_a_rule_for_another_change_does_not_hold(tmp_path: Path, row: str) -> None:
    """Rule 14: every field that a row gives must fit."""
    assert find_transfer(open_hub(tmp_path, row), ON, OFF) is None


def test_a_rule_of_a_station_holds_for_all_its_platforms(tmp_path: Path) -> None:
    """Rule 14, GTFS transfers.from_stop_id."""
    store = open_hub(tmp_path, "H,H,,,,,2,240")
    changes = [
        find_transfer(store, TransferEnd(StopId(one)), TransferEnd(StopId(other))) for one in "AB" for other in "AB"
    ]
    assert [change and change.minimum_s for change in changes] == [240] * 4
    assert find_transfer(store, TransferEnd(StopId("A")), TransferEnd(StopId("C"))) is None


@pytest.mark.parametrize(
    "row", ["X,B,,,,,0,", "A,B,X,,,,0,", "A,B,,,X,,0,", "A,B,,,,,7,", "A,B,,,,,4,", "A,B,,,T,,5,", ",,R,S,,,0,"]
)
def test_a_row_that_names_what_is_not_there_holds_for_nothing(tmp_path: Path, row: str) -> None:
    """Rule 14: left out whole, for a row without its narrowing field would hold for too much."""
    assert find_transfer(open_hub(tmp_path, row), ON, OFF) is None


BLOCK = "route_id,service_id,trip_id,block_id\nR,daily,T,b\nS,daily,U,b\nS,daily,V,b"


@pytest.mark.parametrize(
    ("rows", "files", "expected"),
    [
        ([], {}, None),
        ([], {"trips": BLOCK}, ("U", ContinuationSource.BLOCK)),
        (["A,B,,,T,V,4,"], {}, ("V", ContinuationSource.TRANSFER)),
        (["A,B,,,T,V,4,"], {"trips": BLOCK}, ("V", ContinuationSource.TRANSFER)),
        ([",,,,T,V,4,"], {}, ("V", ContinuationSource.TRANSFER)),
        (["A,B,,,T,U,5,"], {"trips": BLOCK}, None),
        (["A,B,,,T,U,3,"], {"trips": BLOCK}, None),
        (["A,B,,,T,U,4,", "A,B,,,T,V,4,"], {}, None),
        ([], {"trips": BLOCK.replace("U,b", "U,c").replace("V,b", "V,c")}, None),
        (
            [],
            {"trips": BLOCK, "frequencies": "trip_id,start_time,end_time,headway_secs\nT,10:00:00,11:00:00,600"},
            None,
        ),
        ([], {"trips": BLOCK.replace("S,daily,U", "S,never,U")}, ("V", ContinuationSource.BLOCK)),
        (["A,B,,,T,U,4,"], {"trips": BLOCK.replace("S,daily,U", "S,never,U")}, ("V", ContinuationSource.BLOCK)),
    ],
)
def test_a_vehicle_goes_on_as_the_feed_says_and_no_other_way(
    tmp_path: Path, rows: list[str], files: dict[str, str], expected: tuple[str, ContinuationSource] | None
) -> None:
    """Rule 14, GTFS transfers.txt "Linked trips" and trips.block_id."""
    found = find_continuation(open_hub(tmp_path, *rows, **files), TripId("T"), MONDAY)
    assert (found and (found.trip.id, found.source)) == expected


def test_a_linked_trip_may_belong_to_the_day_after(tmp_path: Path) -> None:
    """Rule 14, GTFS transfers.txt "Linked trips": the trip after midnight is one of tomorrow's."""
    stop_times = """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,23:30:00,23:30:00,C,1
        T,23:59:00,23:59:00,A,2
        U,00:05:00,00:05:00,B,1
        U,00:30:00,00:30:00,C,2
        """
    trips = "route_id,service_id,trip_id\nR,daily,T\nS,daily,U"
    found = find_continuation(
        open_hub(tmp_path, "A,B,,,T,U,4,", stop_times=stop_times, trips=trips), TripId("T"), MONDAY
    )
    assert found is not None
    assert (found.service_day, found.departure_s) == (date(2026, 12, 1), 300)


def test_a_train_that_is_parted_goes_on_as_several(tmp_path: Path) -> None:
    """Rule 14, GTFS transfers.txt "Linked trips", one to many."""
    store = open_hub(tmp_path, "A,B,,,T,V,4,", "A,B,,,T,U,4,")
    assert [one.trip.id for one in list_continuations(store, TripId("T"), MONDAY)] == ["U", "V"]


def test_a_vehicle_whose_last_trip_it_was_goes_on_as_nothing(tmp_path: Path) -> None:
    """Rule 14: nothing in the block comes later."""
    assert find_continuation(open_hub(tmp_path, trips=BLOCK), TripId("V"), MONDAY) is None


@pytest.mark.parametrize(
    ("rows", "files", "language", "words"),
    [
        (("A,B,,,T,U,4,",), {}, "en", "stay on board for 2 to Corner"),
        (("A,B,,,T,U,4,",), {}, "uk", "можна не виходити, далі 2, напрямок: Corner"),
        ((), {"trips": BLOCK}, "en", "the vehicle goes on as 2 to Corner"),
        ((), {"trips": BLOCK}, "uk", "транспорт далі їде як 2, напрямок: Corner"),
        ((), {}, "en", None),
        (("A,B,,,T,U,5,",), {"trips": BLOCK}, "en", None),
    ],
)
def test_an_arrival_that_ends_here_tells_what_its_vehicle_does_next(
    tmp_path: Path, rows: tuple[str, ...], files: dict[str, str], language: str, words: str | None
) -> None:
    """Rule 14: staying on board is told only where the operator says so."""
    world = World((FeedView(open_hub(tmp_path, *rows, **files)),), datetime.fromisoformat("2026-11-30T12:00:00+02:00"))
    asked = ask(world, "get_arrivals", stop="test:A", kind="arrivals", language=language)
    assert ("continuesAs" in asked.data["arrivals"][0]) is (words is not None)
    assert (words or "12") in asked.text


def test_a_departure_tells_no_later_trip(tmp_path: Path) -> None:
    """Rule 14: what leaves here does not end here."""
    store = open_hub(tmp_path, "A,B,,,T,U,4,")
    world = World((FeedView(store),), datetime.fromisoformat("2026-11-30T11:59:00+02:00"))
    (call,) = ask(world, "get_arrivals", stop="test:C").data["arrivals"]
    assert "continuesAs" not in call
