"""The next low-floor vehicle: surely so, or not said at all."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from stopbell_server.contract.from_calls import to_boarding_access
from stopbell_server.domain.access import Access, AccessFact, AccessSource
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.tools.low_floor import to_vehicle_verdict
from stopbell_server.world import World
from tests.asking import ask
from tests.contract.facts import UNKNOWN_VERDICT


def test_the_next_one_at_a_stop_comes_with_what_stands_before_it(town: World) -> None:
    data = ask(town, "find_low_floor_vehicles", stop="town:b1").data
    assert [call["tripId"] for call in data["calls"]] == ["t5"]
    assert (data["unknownBefore"], data["excludedBefore"], data["unknown"], data["more"]) == (1, 1, 1, 0)


def test_what_does_not_come_is_not_offered_however_accessible(town: World) -> None:
    calls = ask(town, "find_low_floor_vehicles", stop="town:S1", limit=20).data["calls"]
    assert "t2" not in [call["tripId"] for call in calls]


def test_without_a_fleet_list_nothing_is_called_low_floor(town: World) -> None:
    bare = World((replace(town.feeds[0], fleet=FleetRegistry()),), town.now)
    data = ask(bare, "find_low_floor_vehicles", stop="town:b1").data
    assert data["calls"] == []
    assert data["unknown"] == 2


@pytest.mark.parametrize(
    ("at", "coverage", "reason"),
    [
        ("2027-06-01T12:00:00+03:00", "ended", "the timetable ended on 31 December 2026"),
        ("2020-06-01T12:00:00+03:00", "not-started", "the timetable is not in force yet"),
    ],
)
def test_a_timetable_that_does_not_cover_the_day_is_the_reason(
    town: World, at: str, coverage: str, reason: str
) -> None:
    world = World((replace(town.feeds[0], snapshot=None),), datetime.fromisoformat(at).astimezone(UTC))
    asked = ask(world, "find_low_floor_vehicles", stop="town:b1")
    assert (asked.data["coverage"], asked.status["state"]) == (coverage, "unresolved")
    assert reason in asked.text
    assert "known to be low floor" not in asked.text


def test_the_time_looked_at_is_told_with_the_answer(town: World) -> None:
    data = ask(town, "find_low_floor_vehicles", stop="town:b1", within_minutes=30).data
    assert (data["now"], data["windowEnd"]) == ("2026-11-30T12:00:00+02:00", "2026-11-30T12:30:00+02:00")


def test_unknown_is_counted_in_the_sentence_when_none_is_known(town: World) -> None:
    bare = World((replace(town.feeds[0], fleet=FleetRegistry()),), town.now)
    assert "2" in ask(bare, "find_low_floor_vehicles", stop="town:b1").text


@pytest.mark.parametrize("line", ["10A", "town:r10"])
def test_vehicles_on_a_line_are_given_where_they_last_reported(town: World, line: str) -> None:
    asked = ask(town, "find_low_floor_vehicles", route=line)
    (vehicle,) = asked.data["vehicles"]
    assert (vehicle["id"], vehicle["lowFloor"], vehicle["ageSeconds"], vehicle["tripId"]) == (
        "town:low-9",
        "yes",
        20,
        "t5",
    )
    assert asked.data["scope"] == "route"
    assert asked.structured["provenance"]["observedTime"] == "2026-11-30T11:59:40+02:00"


@pytest.mark.parametrize(("asked", "expected"), [("Lake", ["t5"]), ("Рин", ["t5"]), ("Вокзал", []), ("Station", [])])
def test_a_destination_narrows_the_calls_at_a_stop(town: World, asked: str, expected: list[str]) -> None:
    data = ask(town, "find_low_floor_vehicles", stop="town:b1", headsign=asked).data
    assert [call["tripId"] for call in data["calls"]] == expected
    assert data["headsignFilter"] == asked


@pytest.mark.parametrize(("mode", "expected"), [("bus", ["t5"]), ("tram", []), ("any", ["t5"])])
def test_a_mode_narrows_the_calls_at_a_stop(town: World, mode: str, expected: list[str]) -> None:
    data = ask(town, "find_low_floor_vehicles", stop="town:b1", mode=mode).data
    assert [call["tripId"] for call in data["calls"]] == expected
    assert data.get("modeFilter") == (None if mode == "any" else mode)


@pytest.mark.parametrize(
    ("narrow", "expected"), [({"headsign": "Lake"}, 1), ({"headsign": "Market"}, 0), ({"mode": "tram"}, 0)]
)
@pytest.mark.parametrize("place", [{"route": "10A"}, {"latitude": 49.842, "longitude": 24.03}])
def test_a_destination_and_a_mode_narrow_vehicles_on_their_way(
    town: World, place: dict[str, str | float], narrow: dict[str, str], expected: int
) -> None:
    assert len(ask(town, "find_low_floor_vehicles", **place, **narrow).data["vehicles"]) == expected


def test_vehicles_around_a_point_are_counted_by_what_is_known(town: World) -> None:
    data = ask(town, "find_low_floor_vehicles", latitude=49.842, longitude=24.03).data
    assert [vehicle["id"] for vehicle in data["vehicles"]] == ["town:low-9"]
    assert data["unknown"] == 1
    assert data["vehicles"][0]["distanceMeters"] == 111


def test_a_stop_goes_before_a_line_and_narrows_it(town: World) -> None:
    asked = ask(town, "find_low_floor_vehicles", stop="town:S", route="7")
    assert (asked.data["scope"], asked.data["line"]) == ("stop", "7")
    assert {call["lineId"] for call in asked.data["calls"]} <= {"r7"}


@pytest.mark.parametrize(
    ("vehicle", "low_floor", "verdict"),
    [
        (Access.UNKNOWN, Access.UNKNOWN, Access.UNKNOWN),
        (Access.YES, Access.UNKNOWN, Access.YES),
        (Access.YES, Access.NO, Access.YES),
        (Access.UNKNOWN, Access.YES, Access.YES),
        (Access.NO, Access.UNKNOWN, Access.NO),
        (Access.UNKNOWN, Access.NO, Access.NO),
        (Access.NO, Access.YES, Access.YES),
    ],
)
def test_a_vehicle_counts_only_when_somebody_says_so(vehicle: Access, low_floor: Access, verdict: Access) -> None:
    assert to_vehicle_verdict(AccessFact(vehicle, AccessSource.TRIP), low_floor) is verdict


def test_wheelchair_access_alone_is_never_called_low_floor() -> None:
    accessible = replace(UNKNOWN_VERDICT, vehicle=AccessFact(Access.YES, AccessSource.TRIP))
    assert to_boarding_access(accessible).low_floor == "unknown"
