"""Operating days, and the journeys of a line, a stop and a day, as resources."""

from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError

from stopbell_server.world import World
from tests.server.resources.reading import list_objects, read, read_document
from tests.town import TOWN, open_town

DAY = "mobility://operating-day/town/2026-11-30"
OF_LINE = "mobility://public-transport-route/town/r10/journeys/2026-11-30"
OF_STOP = "mobility://public-transport-stop/town/b1/journeys/2026-11-30"
CALENDAR = TOWN["calendar.txt"].rstrip()


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town with a trip of line 10А every two minutes from 6 to 12, and one past midnight."""
    trips = [f"m{n:03d}" for n in range(180)]
    rows = [
        f"{trip},{6 + n // 30:02d}:{n % 30 * 2:02d}:00,{6 + n // 30:02d}:{n % 30 * 2:02d}:00,S1,1\n"
        f"{trip},{6 + n // 30:02d}:{n % 30 * 2 + 1:02d}:00,{6 + n // 30:02d}:{n % 30 * 2 + 1:02d}:00,b1,2\n"
        for n, trip in enumerate(trips)
    ]
    rows.append("night,25:10:00,25:10:00,S1,1\nnight,25:20:00,25:20:00,b1,2\n")
    files = {
        "trips.txt": "route_id,service_id,trip_id\n" + "".join(f"r10,week,{trip}\n" for trip in (*trips, "night")),
        "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + "".join(rows),
        "frequencies.txt": "",
    }
    return open_town(tmp_path_factory.mktemp("busy"), live=[], files=files)


def list_members(document: dict[str, Any]) -> list[str]:
    return [one["object"].rpartition("/")[2] for one in document["relationships"].get("members", [])]


def test_an_operating_day_tells_what_runs_and_leads_to_its_journeys(town: World) -> None:
    document = read_document(town, DAY)
    assert (document["type"], document["id"]) == ("OperatingDay", DAY)
    assert document["properties"] == {
        "date": "2026-11-30",
        "weekday": "monday",
        "coverage": "covered",
        "timetableFirst": "2026-01-01",
        "timetableLast": "2026-12-31",
        "serviceCount": 1,
        "services": ["week"],
    }
    assert list_objects(document, "journeys") == [f"{DAY}/journeys"]
    assert list_objects(document, "nextDay") == ["mobility://operating-day/town/2026-12-01"]
    freshness = document["freshness"]
    assert (freshness["temporalMeaning"], freshness["validFrom"]) == ("day-plan", "2026-11-30")


def test_a_day_without_service_says_that_nothing_runs(town: World) -> None:
    told = read_document(town, "mobility://operating-day/town/2026-11-29")["properties"]
    assert (told["coverage"], told["serviceCount"], told["services"]) == ("no-service", 0, [])


@pytest.mark.parametrize(("day", "coverage"), [("2027-01-01", "ended"), ("2025-12-31", "not-started")])
def test_of_a_day_that_the_timetable_does_not_cover_nothing_is_said_to_run_or_not(
    town: World, day: str, coverage: str
) -> None:
    document = read_document(town, f"mobility://operating-day/town/{day}")
    told = document["properties"]
    assert told["coverage"] == coverage
    assert not {"services", "serviceCount", "unusual"} & set(told)
    assert not {"validFrom", "validUntil"} & set(document["freshness"])
    assert "journeys" not in document["relationships"]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_ends_of_the_calendar_are_days_like_others(town: World, day: str) -> None:
    assert read_document(town, f"mobility://operating-day/town/{day}")["properties"]["date"] == day


def test_a_holiday_is_told_as_other_than_the_weeks_around_and_not_named(tmp_path: Path) -> None:
    changed = {
        "calendar.txt": f"{CALENDAR}\n        sun,0,0,0,0,0,0,1,20260101,20261231\n",
        "calendar_dates.txt": "service_id,date,exception_type\nweek,20261130,2\nsun,20261130,1\n",
    }
    world = open_town(tmp_path, live=[], files=changed)
    told = read_document(world, DAY)["properties"]
    assert told["services"] == ["sun"]
    assert told["unusual"] == {
        "comparedWith": ["2026-11-16", "2026-11-23", "2026-12-07", "2026-12-14"],
        "added": ["sun"],
        "removed": ["week"],
    }
    assert "unusual" not in read_document(world, "mobility://operating-day/town/2026-11-29")["properties"]


def test_few_journeys_of_a_line_are_linked_at_once_with_when_they_leave(town: World) -> None:
    document = read_document(town, OF_LINE)
    assert (document["type"], document["id"], document["properties"]["count"]) == ("JourneyCollection", OF_LINE, 6)
    assert list_members(document) == ["t1", "x1", "t2", "t3", "t4", "t5"]
    assert document["relationships"]["members"][0] == {
        "object": "mobility://dated-vehicle-journey/town/2026-11-30/t1",
        "name": "10А Озеро",
        "leaves": "2026-11-30T12:03:00+02:00",
    }
    assert list_objects(document, "route") == ["mobility://public-transport-route/town/r10"]
    assert list_objects(document, "operatingDay") == [DAY]


def test_the_journeys_of_a_stop_are_told_by_when_they_leave_it(town: World) -> None:
    document = read_document(town, OF_STOP)
    assert list_members(document) == ["t1", "t2", "t3", "t4", "t5"]
    assert document["relationships"]["members"][0]["leaves"] == "2026-11-30T12:06:00+02:00"
    assert list_objects(document, "stop") == ["mobility://public-transport-stop/town/b1"]


def test_journeys_that_end_at_a_stop_are_among_its_journeys(town: World) -> None:
    document = read_document(town, "mobility://public-transport-stop/town/S1/journeys/2026-11-30")
    assert "x1" in list_members(document)


def test_what_comes_only_so_often_is_told_with_how_often_and_until_when(town: World) -> None:
    document = read_document(town, "mobility://public-transport-stop/town/S2/journeys/2026-11-30/08")
    assert document["relationships"]["members"] == [
        {
            "object": "mobility://dated-vehicle-journey/town/2026-11-30/f1",
            "name": "7 Ринок",
            "leaves": "2026-11-30T06:00:00+02:00",
            "until": "2026-11-30T22:00:00+02:00",
            "headwaySeconds": 1200,
        }
    ]


def test_many_journeys_are_told_by_their_hours_and_the_parts_hold_them_all(busy: World) -> None:
    whole = read_document(busy, OF_LINE)
    parts = whole["relationships"]["parts"]
    assert "members" not in whole["relationships"]
    assert [(one["name"], one["count"]) for one in parts] == [
        *((f"{hour:02d}", 30) for hour in range(6, 12)),
        ("25", 1),
    ]
    held = [member for part in parts for member in list_members(read_document(busy, part["object"]))]
    assert held == [*(f"m{n:03d}" for n in range(180)), "night"]
    assert whole["properties"]["count"] == len(held)


def test_a_journey_past_midnight_belongs_to_the_day_before_and_leaves_on_the_next(busy: World) -> None:
    document = read_document(busy, f"{OF_LINE}/25")
    assert document["relationships"]["members"][0]["leaves"] == "2026-12-01T01:10:00+02:00"


def test_the_journeys_of_a_day_are_told_by_hours_and_those_by_minutes_where_many(busy: World) -> None:
    whole = read_document(busy, f"{DAY}/journeys")
    assert [one["name"] for one in whole["relationships"]["parts"]] == [f"{hour:02d}" for hour in range(26)]
    hour = read_document(busy, f"{DAY}/journeys/07")
    assert (hour["id"], hour["properties"]["span"], len(list_members(hour))) == (f"{DAY}/journeys/07", "07", 30)
    minute = read_document(busy, f"{DAY}/journeys/07%3A02")
    assert list_members(minute) == ["m031"]
    assert list_objects(minute, "operatingDay") == [DAY]


def test_an_hour_in_which_nothing_leaves_is_empty_and_says_so(town: World) -> None:
    document = read_document(town, f"{OF_LINE}/03")
    assert document["properties"]["count"] == 0
    assert "members" not in document["relationships"]


@pytest.mark.parametrize(
    ("uri", "told"),
    [
        ("mobility://operating-day/town/2026-02-30", "YYYY-MM-DD"),
        ("mobility://operating-day/town/2026-W48-1", "YYYY-MM-DD"),
        ("mobility://operating-day/atlantis/2026-11-30", "Loaded: town"),
        (f"{DAY}/journeys/8", "HH or HH:MM, from 00 to 23"),
        (f"{DAY}/journeys/008", "HH or HH:MM"),
        (f"{DAY}/journeys/24", "HH or HH:MM"),
        (f"{DAY}/journeys/08%3A60", "HH or HH:MM"),
        (f"{DAY}/journeys/%D9%A0%D9%A8", "HH or HH:MM"),
        ("mobility://operating-day/town/2030-01-01/journeys", "it covers 2026-01-01 to 2026-12-31"),
        ("mobility://public-transport-route/town/r10/journeys/2030-01-01", "does not speak of 2030-01-01"),
        ("mobility://public-transport-stop/town/b1/journeys/2030-01-01/08", "does not speak of 2030-01-01"),
        ("mobility://public-transport-stop/town/S/journeys/2026-11-30", "is a station.*transport-station/town/S"),
        ("mobility://public-transport-stop/town/nowhere/journeys/2026-11-30", "find_stops"),
        ("mobility://public-transport-route/town/r99/journeys/2026-11-30", "get_route"),
    ],
)
def test_what_is_not_there_says_what_is(town: World, uri: str, told: str) -> None:
    with pytest.raises(MCPError, match=told):
        read(town, uri)
