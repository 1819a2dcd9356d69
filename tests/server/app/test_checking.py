"""Checking a source: nothing is kept, a refusal is an answer, lines and document say the same."""

import asyncio
import json
from pathlib import Path

import pytest

from stopbell_server.app import check_feed, describe_check, to_check_document
from stopbell_server.app.check_document import to_schema
from stopbell_server.app.checking import FeedCheck
from stopbell_server.domain.errors import FeedUnavailable
from stopbell_server.home import Home
from tests.server.app.feeds import CLOCK, TWO_TRIPS, add, ignore, list_files, zip_feed

SCHEMA = Path(__file__).parents[3] / "docs" / "feed-check.schema.json"
STOP_TIMES = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
BAD_TIMES = (
    STOP_TIMES + 'T1,8:00:00,8:00:00,S,1\nT1,soon,,S,2\nT1,"la\nter",,S,3\n' + "T1,x,,S,4\n" * 5 + "T1,9:05:00,,E,9"
)
GOING_BACK = STOP_TIMES + "T1,08:10:00,08:10:00,E,2\n\nT1,8:20:00,8:20:00,S,1\n"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def check(home: Home, asked: Path | str, most_places: int = 3) -> FeedCheck:
    return asyncio.run(check_feed(home, str(asked), clock=CLOCK, tell=ignore, most_places=most_places))


def test_a_checked_source_is_reported_and_not_kept(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")

    lines = tuple(describe_check(check(home, source)))

    assert lines == (
        f"{source} can be loaded: Agency: 2 stops, 1 trips, 2 calls, from 2026-01-01 to 2026-12-31, "
        "times of Europe/Kyiv.",
        "Summary: usable. Nothing was left out or repaired.",
    )
    assert [path for path in home.root.rglob("*") if path.is_file()] == []


def test_a_loaded_feed_is_checked_at_its_source_and_stays_as_it_is(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    asyncio.run(add(home, "town", source))
    before = list_files(home, "town")
    zip_feed(source, TWO_TRIPS)

    checked = check(home, "town")

    assert checked.info is not None
    assert checked.info.trip_count == 2
    assert list_files(home, "town") == before


def test_that_a_source_is_refused_is_an_answer(home: Home, tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"")

    lines = list(describe_check(check(home, tmp_path / "bad.zip")))

    assert lines[0].endswith("bad.zip is refused: bad.zip is not a whole zip file (it is empty). Download it again.")
    assert lines[1:] == ["Summary: refused."]


def test_a_source_that_is_not_there_is_no_answer(home: Home, tmp_path: Path) -> None:
    with pytest.raises(FeedUnavailable):
        check(home, tmp_path / "gone.zip")


def test_problems_stand_by_file_with_places_values_rule_and_summary(home: Home, tmp_path: Path) -> None:
    stops = "stop_id,stop_name,stop_lat,stop_lon\nS,S,950,20\nE,E,50,20\n"

    lines = list(describe_check(check(home, zip_feed(tmp_path / "town.zip", BAD_TIMES, stops=stops))))

    assert lines[1:] == [
        "stop_times.txt: 1 finding.",
        'Dropped, 7 times: line 3, arrival_time "soon": not a time; row left out. '
        'Also line 4 "la ter", line 6 "x" and 4 more. Rule: stop_times.txt, arrival_time.',
        "stops.txt: 1 finding.",
        'Dropped: line 2, stop_lat "950": impossible position; position left out: not found by place. '
        "Rule: stops.txt, stop_lat.",
        "Summary: usable. 2 findings in 2 files: 2 dropped.",
    ]


def test_every_place_is_a_line_up_to_a_limit(home: Home, tmp_path: Path) -> None:
    checked = check(home, zip_feed(tmp_path / "town.zip", BAD_TIMES), most_places=4)

    assert list(describe_check(checked, every_place=True))[2:-1] == [
        "Dropped, 7 times: arrival_time: not a time; row left out. Rule: stop_times.txt, arrival_time.",
        'Line 3 "soon".',
        'Line 4 "la ter".',
        'Line 6 "x".',
        'Line 7 "x".',
        "And 3 more places.",
    ]


def test_cells_that_an_import_no_longer_has_are_read_again(home: Home, tmp_path: Path) -> None:
    checked = check(home, zip_feed(tmp_path / "town.zip", GOING_BACK))

    (finding,) = [one for one in checked.findings if one.column == "arrival_time"]
    assert (finding.what, finding.line, finding.value) == ("earlier than the stop before", 2, "08:10:00")


def test_a_timetable_that_has_ended_or_not_begun_is_said(home: Home, tmp_path: Path) -> None:
    head = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
    old = zip_feed(tmp_path / "old.zip", calendar=head + "daily,1,1,1,1,1,1,1,20250101,20260904")
    new = zip_feed(tmp_path / "new.zip", calendar=head + "daily,1,1,1,1,1,1,1,20260906,20270101")

    assert list(describe_check(check(home, old)))[1].startswith("This timetable ended on 2026-09-04: ")
    assert list(describe_check(check(home, new)))[1].startswith("This timetable begins on 2026-09-06: ")


def test_the_document_says_what_the_lines_say(home: Home, tmp_path: Path) -> None:
    document = to_check_document(check(home, zip_feed(tmp_path / "town.zip", BAD_TIMES)))

    assert document["outcome"] == "usable"
    assert document["timetable"]["counts"]["stop_times"] == 2
    assert document["problems"] == [
        {
            "severity": "dropped",
            "file": "stop_times.txt",
            "column": "arrival_time",
            "what": "not a time",
            "handling": "row left out",
            "rule": "stop_times.txt, arrival_time",
            "count": 7,
            "places": [{"line": 3, "value": "soon"}, {"line": 4, "value": "la ter"}, {"line": 6, "value": "x"}],
        }
    ]


def test_the_document_of_a_refusal_names_the_cause(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip", agency="agency_id,agency_name,agency_timezone\nA,A,PST")

    document = to_check_document(check(home, source))

    assert (document["outcome"], "timetable" in document) == ("refused", False)
    assert "'PST' is not a time zone" in document["refusal"]


def test_all_columns_for_which_a_feed_is_refused_are_named_at_once(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip", agency="agency_name\nA", routes="route_id\nR", trips="trip_id\nT1")

    refused = [(one.file, one.column) for one in check(home, source).findings if one.severity.value == "refused"]

    assert sorted(refused) == [
        ("agency.txt", "agency_timezone"),
        ("routes.txt", "route_type"),
        ("trips.txt", "route_id"),
        ("trips.txt", "service_id"),
    ]


def test_the_published_schema_is_that_of_the_document() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == to_schema()
    assert json.loads(to_schema())["title"] == "CheckDocument"
