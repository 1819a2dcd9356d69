"""Stale, half-known, not observed: what live data does not settle is said, never filled in."""

from dataclasses import replace
from datetime import timedelta

import pytest

from stopbell_server.contract.codes import Code
from stopbell_server.world import World
from tests.asking import ask
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.server.unresolved.saying import ask_unresolved, check_status, read, read_text
from tests.town import NOON_AT, NOON_POSIX, with_live

AT_BRIDGE = {"stop": "town:b1"}


def later(town: World, minutes: int) -> World:
    """Give the same town some minutes later, with the live data of noon."""
    return replace(town, now=town.now + timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_arrivals", AT_BRIDGE),
        ("search_active_journeys", {"route": "10A"}),
        ("get_monitored_journey", {"journey": "town:t1"}),
    ],
)
def test_stale_live_data_is_told_as_stale(town: World, tool: str, arguments: dict[str, str]) -> None:
    asked = ask_unresolved(
        later(town, 10),
        Code.LIVE_LOST,
        "10 minutes old, too old to be called live",
        "це вже не наживо",
        tool,
        **arguments,
    )
    assert (asked.structured["provenance"]["stale"], asked.structured["provenance"]["liveState"]) == (True, "lost")
    assert ", live" not in asked.text


def test_a_stale_board_is_marked_in_its_document_and_in_its_words(town: World) -> None:
    stale = later(town, 10)
    document = read(stale, "mobility://stop-board/town/b1")
    assert (document["freshness"]["stale"], document["freshness"]["liveState"]) == (True, "lost")
    assert not [call for call in document["properties"]["arrivals"] if call["certainty"] in ("live", "ageing")]
    assert "too old to be called live" in read_text(stale, "mobility://stop-board-text/town/b1")


def reported(town: World, age_s: int) -> World:
    """Give the town with nothing live but one vehicle on t1, which reported so long ago."""
    trip = {"trip_id": "t1", "start_date": "20261130"}
    report = vehicle("bus-7", trip=trip, lat=49.845, lon=24.03, current_stop_sequence=2, timestamp=NOON_POSIX)
    bare = with_live(town, [make_updates(header=NOON_POSIX, entities=[report])])
    return replace(bare, now=bare.now + timedelta(seconds=age_s))


VEHICLE = "mobility://physical-vehicle/town/bus-7"
JOURNEY = "mobility://monitored-vehicle-journey/town/2026-11-30/t1"


@pytest.mark.parametrize(
    ("age_s", "state", "is_stale"), [(20, "live", False), (120, "ageing", False), (600, "lost", True)]
)
def test_a_report_is_as_fresh_as_itself_where_nothing_else_is_live(
    town: World, age_s: int, state: str, is_stale: bool
) -> None:
    """A feed of positions alone, as Lviv's is: that no trip updates come does not make a report fresh or a plan."""
    world = reported(town, age_s)
    told = [
        ask(world, "get_vehicle_position", vehicle="bus-7").structured["provenance"],
        ask(world, "get_monitored_journey", journey=JOURNEY).structured["provenance"],
        *(read(world, uri)["provenance"] for uri in (VEHICLE, JOURNEY)),
    ]
    for one in told:
        assert (one["liveState"], one["stale"], one["ageSeconds"]) == (state, is_stale, age_s)
        assert (one["standard"], one["sourceTime"]) == ("GTFS+GTFS-Realtime", "2026-11-30T12:00:00+02:00")
    assert [read(world, uri)["freshness"]["stale"] for uri in (VEHICLE, JOURNEY)] == [is_stale, is_stale]


@pytest.mark.parametrize("tool", ["get_vehicle_position", "get_monitored_journey"])
def test_of_a_vehicle_whose_journey_is_not_reported_its_place_alone_is_told(town: World, tool: str) -> None:
    asked = ask_unresolved(
        town,
        Code.VEHICLE_WITHOUT_JOURNEY,
        "not reported which trip",
        "який це рейс",
        tool,
        vehicle="odd-3",
    )
    assert asked.data["vehicle"]["id"] == "town:odd-3"
    assert not [name for name in ("journey", "uri", "tripId", "serviceDay") if name in asked.data]
    assert "tripId" not in asked.data["vehicle"]


def test_the_document_of_such_a_vehicle_has_no_journey_and_says_so(town: World) -> None:
    document = read(town, "mobility://physical-vehicle/town/odd-3")
    assert "journey" not in document["relationships"]
    check_status(document["properties"]["status"], Code.VEHICLE_WITHOUT_JOURNEY)


def test_of_a_journey_that_no_vehicle_reports_on_the_plan_is_told(town: World) -> None:
    asked = ask_unresolved(
        town,
        Code.JOURNEY_WITHOUT_VEHICLE,
        "No vehicle reports",
        "не повідомляють",
        "get_monitored_journey",
        journey="town:t3",
    )
    assert asked.data["knownBy"] == "timetable"
    assert not [name for name in ("vehicle", "vehicleLabel") if name in asked.data]
    place = ask_unresolved(
        town,
        Code.VEHICLE_NOT_REPORTED,
        "No vehicle reports",
        "не повідомляють",
        "get_vehicle_position",
        journey="town:t3",
    )
    assert "vehicle" not in place.data


def test_the_document_of_such_a_journey_has_no_vehicle_and_says_so(town: World) -> None:
    document = read(town, "mobility://monitored-vehicle-journey/town/2026-11-30/t3")
    assert "vehicle" not in document["relationships"]
    check_status(document["properties"]["status"], Code.JOURNEY_WITHOUT_VEHICLE)


def due(town: World) -> World:
    """Give the town at ten past twelve; the trip was predicted at Bridge Street for 12:06, and no vehicle reports."""
    said = update("t1", stop(2, "b1", departure={"delay": 0}), start_date="20261130")
    return with_live(town, [make_updates(header=NOON_POSIX + 600, entities=[said])], at=NOON_AT + timedelta(minutes=10))


def test_a_passing_that_nobody_saw_is_not_called_observed(town: World) -> None:
    asked = ask_unresolved(
        due(town),
        Code.INSUFFICIENT_EVIDENCE,
        "Whether it came is not reported",
        "Чи він приїхав, не повідомлено",
        "get_arrivals",
        **AT_BRIDGE,
        passed=True,
    )
    (passed,) = asked.data["passed"]
    assert (passed["knownBy"], passed["gone"]) == ("prediction", False)
    assert not [name for name in passed["call"] if name.startswith("observed")]


def test_a_passing_that_a_report_shows_is_gone(town: World) -> None:
    world, position = due(town), {"trip_id": "t1", "start_date": "20261130"}
    beyond = vehicle("bus-7", trip=position, current_stop_sequence=3, timestamp=NOON_POSIX + 590)
    said = update("t1", stop(2, "b1", departure={"delay": 0}), start_date="20261130")
    payloads = [make_updates(header=NOON_POSIX + 600, entities=[one]) for one in (said, beyond)]
    asked = ask(with_live(world, payloads), "get_arrivals", **AT_BRIDGE, passed=True)
    assert [passed["gone"] for passed in asked.data["passed"]] == [True]
    assert asked.status.get("code") != "insufficient-evidence"
