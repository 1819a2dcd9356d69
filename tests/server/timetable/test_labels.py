"""Which line a rider means by a label, however it is typed."""

from pathlib import Path

import pytest

from stopbell_server.domain.ids import StopId
from stopbell_server.timetable.labels import BY_NUMBER, IN_ANOTHER_SCRIPT, NONE, UNPADDED, rank_likeness, to_forms
from stopbell_server.timetable.routes import find_routes
from tests.feedtext import open_text_feed

LINES = ("9B", "9В", "9Б", "9", "09", "А09", "Тр22", "А08а", "T2", "10A", "10", "N10", "2/12", "Harbour Line")


@pytest.mark.parametrize(
    ("asked", "label", "rank"),
    [
        ("9A", "9A", 0),
        ("9a", "9A", 1),
        ("9 a", "9A", 1),
        ("9-A", "9A", 1),
        ("№9", "9", 1),
        ("№ 9", "9", 1),
        ("９", "9", 1),
        ("9А", "9A", IN_ANOTHER_SCRIPT),
        ("9-а", "9A", IN_ANOTHER_SCRIPT),
        ("9B", "9В", IN_ANOTHER_SCRIPT),
        ("9B", "9Б", IN_ANOTHER_SCRIPT),
        ("9V", "9В", IN_ANOTHER_SCRIPT),
        ("9г", "9G", IN_ANOTHER_SCRIPT),
        ("9г", "9H", IN_ANOTHER_SCRIPT),
        ("т24", "T24", IN_ANOTHER_SCRIPT),
        ("E1", "Ε1", IN_ANOTHER_SCRIPT),
        ("09", "9", UNPADDED),
        ("9", "09", UNPADDED),
        ("T7", "Т07", UNPADDED),
        ("9", "А09", BY_NUMBER),
        ("22", "Тр22", BY_NUMBER),
        ("8а", "А08а", BY_NUMBER),
        ("9В", "9Б", NONE),
        ("10", "10A", NONE),
        ("1", "11", NONE),
        ("101", "1", NONE),
        ("9", "90", NONE),
        ("3", "З", NONE),
        ("A", "Б", NONE),
        ("212", "2/12", NONE),
        ("", "9", NONE),
        ("№", "9", NONE),
    ],
)
def test_a_label_is_known_however_it_is_typed(asked: str, label: str, rank: int) -> None:
    assert rank_likeness(to_forms(asked), to_forms(label)) == rank


@pytest.mark.parametrize(
    ("asked", "labels"),
    [
        ("9", ["9"]),
        ("09", ["09"]),
        ("009", ["9", "09"]),
        ("9b", ["9B"]),
        ("9В", ["9В"]),
        ("9в", ["9В"]),
        ("9б", ["9Б"]),
        ("9V", ["9В"]),
        ("а9", ["А09"]),
        ("тр 22", ["Тр22"]),
        ("22", ["Тр22"]),
        ("8a", ["А08а"]),
        ("Т2", ["T2"]),
        ("10", ["10"]),
        ("10 а", ["10A"]),
        ("n-10", ["N10"]),
        ("2/12", ["2/12"]),
        ("harbour line", ["Harbour Line"]),
        ("12", []),
    ],
)
def test_the_label_that_fits_best_is_meant(tmp_path: Path, asked: str, labels: list[str]) -> None:
    rows = "".join(f"R{place},A,{label},3\n" for place, label in enumerate(LINES) if label != "Harbour Line")
    store = open_text_feed(
        tmp_path,
        {"routes.txt": "route_id,agency_id,route_short_name,route_long_name,route_type\n"
         + rows.replace(",3\n", ",,3\n") + "H,A,,Harbour Line,4\n"},
    )  # fmt: skip

    assert sorted(ref.route.line for ref in find_routes(store, asked)) == sorted(labels)


def test_a_bare_number_is_never_an_inner_id(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path, {"routes.txt": "route_id,agency_id,route_short_name,route_type\n88,A,А25,3\nx88,A,А01,3\n"}
    )

    assert find_routes(store, "88") == ()
    assert [ref.route.line for ref in find_routes(store, "x88")] == ["А01"]


def test_what_calls_here_is_meant_before_what_does_not(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "routes.txt": "route_id,agency_id,route_short_name,route_type\n"
            "far,A,9B,3\nhere,A,9В,3\nnight,A,N10,3\nten,A,10,3",
            "trips.txt": "route_id,service_id,trip_id\nfar,daily,F\nhere,daily,H\nnight,daily,N\nten,daily,T",
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                F,08:00:00,08:00:00,elm,1
                F,08:10:00,08:10:00,oak,2
                H,08:00:00,08:00:00,ash,1
                H,08:10:00,08:10:00,oak,2
                N,08:00:00,08:00:00,ash,1
                N,08:10:00,08:10:00,oak,2
                T,08:00:00,08:00:00,elm,1
                T,08:10:00,08:10:00,oak,2
                """,
        },
    )

    def find(asked: str) -> list[str]:
        return [ref.route.line for ref in find_routes(store, asked, (StopId("ash"),))]

    assert find("9B") == ["9В"]
    # The night line has the number, but another line is called just so.
    assert find("10") == ["10"]
