"""Unknown, ambiguous, repeated: what a question or a report does not settle is never settled by a guess."""

from datetime import timedelta
from typing import Any

import pytest
from mcp import MCPError

from stopbell_server.contract.codes import Code
from stopbell_server.world import World
from tests.asking import ask
from tests.realtimetext import make_updates, vehicle
from tests.server.unresolved.saying import ask_unresolved, check_status, read
from tests.town import NOON_POSIX, with_live

AT_BRIDGE = {"stop": "town:b1"}
UNKNOWN: list[tuple[Code, str, str, str, dict[str, Any]]] = [
    (Code.UNKNOWN_STOP, "No stop is called", "не знайдено", "get_arrivals", {"stop": "Qqqqqqq"}),
    (Code.UNKNOWN_ROUTE, "No line", "не знайдено", "get_arrivals", {**AT_BRIDGE, "route": "99"}),
    (Code.UNKNOWN_TRIP, "not in the timetable", "рейсу в розкладі немає", "get_monitored_journey", {"journey": "t999"}),
    (
        Code.UNKNOWN_VEHICLE,
        "no recent report",
        "останнім часом не повідомляли",
        "get_vehicle_position",
        {"vehicle": "999"},
    ),
    (Code.UNKNOWN_FEED, "no feed called", "«atlantis» немає", "get_alerts", {"authority": "atlantis"}),
]


@pytest.mark.parametrize(("code", "english", "ukrainian", "tool", "arguments"), UNKNOWN)
def test_an_unknown_identifier_is_said_to_be_unknown(
    town: World, code: Code, english: str, ukrainian: str, tool: str, arguments: dict[str, Any]
) -> None:
    asked = ask_unresolved(town, code, english, ukrainian, tool, **arguments)
    assert not [name for name in ("stop", "uri", "vehicle", "line") if asked.data.get(name)], "something was picked"


@pytest.mark.parametrize(
    ("uri", "way_on"),
    [
        ("mobility://public-transport-stop/town/nowhere", "find_stops"),
        ("mobility://monitored-vehicle-journey/town/2026-11-30/t999", "get_arrivals"),
        ("mobility://physical-vehicle/town/bus-999", "does not say it is not running"),
        ("mobility://public-transport-stop/atlantis/b1", "atlantis"),
    ],
)
def test_an_unknown_address_is_refused_with_a_way_on(town: World, uri: str, way_on: str) -> None:
    with pytest.raises(MCPError, match=way_on):
        read(town, uri)


@pytest.mark.parametrize("tool", ["get_monitored_journey", "get_vehicle_position"])
def test_a_trip_without_its_operating_day_is_asked_back_day_by_day(town: World, tool: str) -> None:
    """Early on Tuesday the trip of three days may be meant; none is under way and nothing live speaks of one."""
    positions = make_updates(header=NOON_POSIX + 72_000, entities=[vehicle("x", lat=49.8, lon=24.0)])
    morning = with_live(town, [positions], at=town.now + timedelta(hours=20))
    asked = ask_unresolved(
        morning, Code.AMBIGUOUS_TRIP, "more than once", "виконується кілька разів", tool, journey="t1"
    )
    days = [one["id"].split("/")[-2] for one in asked.status["candidates"]]
    assert days == ["2026-11-30", "2026-12-01", "2026-12-02"]
    assert len({one["label"] for one in asked.status["candidates"]}) == len(days)
    assert "serviceDay" not in asked.data
    with_day = ask(morning, tool, journey="t1", **({"service_day": days[1]} if tool == "get_monitored_journey" else {}))
    chosen = ask(morning, tool, journey=asked.status["candidates"][1]["id"])
    assert chosen.status.get("code") != "ambiguous-trip"
    assert tool != "get_monitored_journey" or with_day.data["serviceDay"] == chosen.data["serviceDay"] == days[1]


@pytest.mark.parametrize(
    ("tool", "argument"),
    [("get_alerts", "trip"), ("get_monitored_journey", "journey"), ("get_vehicle_position", "journey")],
)
def test_a_trip_of_two_feeds_is_asked_back_feed_by_feed(twins: World, tool: str, argument: str) -> None:
    asked = ask_unresolved(
        twins, Code.AMBIGUOUS_TRIP, "more than once", "виконується кілька разів", tool, **{argument: "t1"}
    )
    choices = asked.status["candidates"]
    assert [("town" in one["id"], "other" in one["id"]) for one in choices] == [(True, False), (False, True)]
    assert ask(twins, tool, **{argument: choices[1]["id"]}).status.get("code") != "ambiguous-trip"


def test_an_address_of_a_journey_always_has_its_day(town: World) -> None:
    with pytest.raises(MCPError):
        read(town, "mobility://monitored-vehicle-journey/town/t1")


def at_bridge_street(loop: World, **where: Any) -> World:
    """Let the vehicle of the trip stand at Bridge Street, of which it says no more than `where`."""
    trip = {"trip_id": "t1", "start_date": "20261130"}
    report = vehicle("bus-7", trip=trip, current_status="STOPPED_AT", timestamp=NOON_POSIX - 10, **where)
    return with_live(loop, [make_updates(header=NOON_POSIX, entities=[report])])


JOURNEY = "mobility://monitored-vehicle-journey/town/2026-11-30/t1"


def test_a_stop_that_comes_twice_does_not_tell_how_far_the_vehicle_is(loop: World) -> None:
    world = at_bridge_street(loop, stop_id="b1")
    asked = ask_unresolved(
        world,
        Code.REPEATED_STOP,
        "Bridge Street, where this trip stops more than once",
        "кілька разів",
        "get_monitored_journey",
        journey=JOURNEY,
    )
    assert asked.data["knownBy"] == "timetable"
    assert not [one for one in asked.data["calls"] if one["progress"] in ("here", "behind")]
    assert not [call for call in ask(world, "get_arrivals", **AT_BRIDGE).data["arrivals"] if "stopsAway" in call]


def test_the_place_along_the_pattern_settles_which_time_it_is(loop: World) -> None:
    asked = ask(at_bridge_street(loop, stop_id="b1", current_stop_sequence=4), "get_monitored_journey", journey=JOURNEY)
    assert asked.status["state"] == "ok"
    here = next(one for one in asked.data["calls"] if one["progress"] == "here")
    assert here["stopSequence"] == 4


def test_a_document_of_the_journey_says_that_the_stop_comes_twice(loop: World) -> None:
    properties = read(at_bridge_street(loop, stop_id="b1"), JOURNEY)["properties"]
    check_status(properties["status"], Code.REPEATED_STOP)
    assert properties["knownBy"] == "timetable"


def test_each_visit_of_a_loop_is_a_call_of_its_own(loop: World) -> None:
    asked = ask(loop, "get_monitored_journey", journey=JOURNEY, limit=100)
    visits = [one["stopSequence"] for one in asked.data["calls"] if one["stopId"] == "town:b1"]
    assert asked.data["before"] + len(asked.data["calls"]) == 5
    assert visits == [4]
