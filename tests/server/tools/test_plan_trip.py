"""Planning a trip over the wire: direct, with one change, by plan and with what live data says of it."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.realtimetext import Fields, alert, make_updates, stop, update, vehicle
from tests.town import open_town
from tests.worldtext import open_text_world

NOON = "2026-06-01T12:00:00+03:00"
NOON_POSIX = int(datetime.fromisoformat(NOON).timestamp())

FILES: Mapping[str, str] = {
    "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code,wheelchair_boarding
        home,Home,49.8400,24.0300,,,,1
        far,Far side,49.8415,24.0300,,,,1
        H,Hub,49.8600,24.0300,1,,,1
        hub1,Hub,49.8600,24.0300,0,H,1,1
        hub2,Hub,49.8603,24.0303,0,H,2,1
        mill,Mill,49.8700,24.0300,,,,1
        work,Work,49.9000,24.0300,,,,1
        sea,Sea,49.9900,24.9000,,,,
        """,
    "routes.txt": """
        route_id,agency_id,route_short_name,route_type
        one,A,1,3
        two,A,2,3
        """,
    "trips.txt": """
        route_id,service_id,trip_id,trip_headsign,wheelchair_accessible
        one,daily,a,Mill,1
        one,daily,a2,Mill,1
        two,daily,b,Work,1
        two,daily,b2,Work,
        """,
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        a,12:05:00,12:05:00,home,1
        a,12:15:00,12:15:00,hub1,2
        a,12:20:00,12:20:00,mill,3
        a2,12:35:00,12:35:00,home,1
        a2,12:45:00,12:45:00,hub1,2
        a2,12:50:00,12:50:00,mill,3
        b,12:20:00,12:20:00,hub2,1
        b,12:40:00,12:40:00,work,2
        b2,12:50:00,12:50:00,hub2,1
        b2,13:10:00,13:10:00,work,2
        """,
}
"""Line 1 from Home over platform 1 of Hub to Mill, line 2 from platform 2 of Hub, 40 metres on, to Work; twice each."""


def open_hub(
    tmp_path: Path, *entities: Fields, files: Mapping[str, str] | None = None, at: str = NOON, live: bool = True
) -> World:
    now = datetime.fromisoformat(at)
    payloads = [make_updates(header=now, entities=entities)] if live else None
    return open_text_world(tmp_path, {**FILES, **(files or {})}, at=at, realtime=payloads)


def plan(world: World, start: str = "Home", end: str = "Work", **arguments: Any) -> Asked:
    return ask(world, "plan_trip", origin=start, destination=end, **arguments)


def list_rides(option: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Give line and both stops of each ride."""
    rides = [leg for leg in option["legs"] if leg["kind"] == "ride"]
    return [(leg["line"], leg["board"]["stopId"], leg["alight"]["stopId"]) for leg in rides]


def list_lines(asked: Asked) -> Sequence[list[tuple[str, str, str]]]:
    return [list_rides(option) for option in asked.data["options"]]


def test_a_direct_ride_says_where_to_get_on_and_off_and_after_which_stop(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path), end="Mill", limit=1)
    (option,) = asked.data["options"]
    (leg,) = option["legs"]
    assert (leg["line"], leg["board"]["name"], leg["alight"]["name"], leg["stops"], leg["after"]) == (
        "1",
        "Home",
        "Mill",
        2,
        "Hub",
    )
    assert (option["departs"][11:16], option["arrives"][11:16], option["changes"]) == ("12:05", "12:20", 0)
    assert asked.text == (
        "1 to Mill, timetable 12:05, in 5 minutes, from Home. 2 stops, get off at Mill, after Hub, at 12:20. "
        "Wheelchair accessible."
    )


def test_a_change_is_told_with_its_walk_and_wait_and_never_promised(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path), limit=1)
    (option,) = asked.data["options"]
    assert list_rides(option) == [("1", "test:home", "test:hub1"), ("2", "test:hub2", "test:work")]
    assert option["change"] == {
        "meters": 40,
        "waitMinutes": 5,
        "needMinutes": 3,
        "connection": "not-guaranteed",
    }
    assert [leg["kind"] for leg in option["legs"]] == ["ride", "walk", "ride"]
    assert "40 metres away as the crow flies, wait 5 minutes, not guaranteed" in asked.text


def test_live_times_move_a_ride_and_say_so(tmp_path: Path) -> None:
    world = open_hub(tmp_path, update("a", stop(1, departure={"delay": 120}), start_date="20260601"))
    board = plan(world, end="Mill", limit=1).data["options"][0]["legs"][0]["board"]
    assert (board["scheduled"][11:16], board["expected"][11:16], board["certainty"]) == ("12:05", "12:07", "live")


def test_a_connection_that_live_data_breaks_is_said(tmp_path: Path) -> None:
    """By plan who leaves at 12:05 is there at 12:40; now only who leaves at 12:35 is there, at 13:10."""
    world = open_hub(tmp_path, update("a", stop(2, arrival={"delay": 240}), start_date="20260601"))
    asked = plan(world)
    assert [(one["departs"][11:16], one["arrives"][11:16]) for one in asked.data["options"]] == [("12:35", "13:10")]
    assert [(one["line"], one["scheduled"][11:16], one["why"]) for one in asked.data["lapsed"]] == [
        ("2", "12:20", "not-reached")
    ]
    assert "By live data not reached any more: 2 to Work, timetable 12:20." in asked.text


def test_the_vehicle_that_is_not_reached_any_more_is_named(tmp_path: Path) -> None:
    """The only later one leaves at 12:50; by plan the one at 12:20 was reached."""
    files = {"stop_times.txt": FILES["stop_times.txt"].replace("a2,", "x,"), "trips.txt": _add("one,daily,x,Depot,")}
    files["stop_times.txt"] = "\n".join(row for row in files["stop_times.txt"].splitlines() if "x," not in row)
    world = open_hub(tmp_path, update("a", stop(2, arrival={"delay": 240}), start_date="20260601"), files=files)
    (option,) = plan(world).data["options"]
    assert option["change"]["lapsed"] == {
        "line": "2",
        "headsign": "Work",
        "scheduled": "2026-06-01T12:20:00+03:00",
        "why": "not-reached",
    }


def _add(row: str) -> str:
    return FILES["trips.txt"] + f"\n        {row}"


def test_a_cancelled_departure_is_told_as_cancelled_and_not_taken(tmp_path: Path) -> None:
    world = open_hub(tmp_path, update("a", start_date="20260601", schedule_relationship="CANCELED"))
    asked = plan(world, end="Mill")
    assert [option["departs"][11:16] for option in asked.data["options"]] == ["12:35"]
    assert [(one["scheduled"][11:16], one["why"]) for one in asked.data["lapsed"]] == [("12:05", "cancelled")]
    assert "Cancelled: 1 to Mill, timetable 12:05." in asked.text


def test_a_trip_that_skips_the_stop_where_one_gets_off_is_no_way_there(tmp_path: Path) -> None:
    skipped = stop(3, "mill", schedule_relationship="SKIPPED")
    world = open_hub(tmp_path, update("a", stop(1, departure={"delay": 0}), skipped, start_date="20260601"))
    asked = plan(world, end="Mill")
    assert [option["departs"][11:16] for option in asked.data["options"]] == ["12:35"]
    assert [one["why"] for one in asked.data["lapsed"]] == ["does-not-stop-there"]


def test_a_stop_that_an_alert_closes_is_no_place_to_change(tmp_path: Path) -> None:
    closed = alert(header="Closed", effect="NO_SERVICE", informed_entity=[{"stop_id": "hub1"}])
    asked = plan(open_hub(tmp_path, closed))
    assert asked.status["code"] == "no-trip-found"


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("hub1,hub2,1,", [("12:05", "12:20", "vehicle-waits", 1), ("12:35", "12:50", "vehicle-waits", 1)]),
        ("hub1,hub2,2,300", [("12:05", "12:20", "not-guaranteed", 5), ("12:35", "12:50", "not-guaranteed", 5)]),
        ("hub1,hub2,2,301", [("12:05", "12:50", "not-guaranteed", 6)]),
        ("H,H,3,", []),
    ],
)
def test_transfers_of_the_feed_decide_what_is_reached(
    tmp_path: Path, row: str, found: list[tuple[str, str, str, int]]
) -> None:
    files = {"transfers.txt": f"from_stop_id,to_stop_id,transfer_type,min_transfer_time\n{row}"}
    assert [
        (
            one["departs"][11:16],
            one["legs"][-1]["board"]["scheduled"][11:16],
            one["change"]["connection"],
            one["change"]["needMinutes"],
        )
        for one in plan(open_hub(tmp_path, files=files), limit=9).data["options"]
    ] == found


def test_access_puts_the_surely_accessible_first_and_counts_the_unknown(tmp_path: Path) -> None:
    files = {"trips.txt": FILES["trips.txt"].replace("a,Mill,1", "a,Mill,")}
    world = open_hub(tmp_path, files=files)
    plain, asked = plan(world, end="Mill"), plan(world, end="Mill", access=True)
    assert [option["access"] for option in plain.data["options"]] == ["unknown", "yes"]
    assert [option["access"] for option in asked.data["options"]] == ["yes", "unknown"]
    assert asked.data["accessCounts"] == {"yes": 1, "no": 0, "unknown": 1}
    assert "Of 1 way found, accessibility is not known." in asked.text


def test_an_accessible_way_is_not_lost_behind_a_faster_one(tmp_path: Path) -> None:
    """The slow trip leaves sooner and arrives later than the other: only who needs it wants it."""
    files = {
        "trips.txt": "route_id,service_id,trip_id,wheelchair_accessible\none,daily,slow,1\ntwo,daily,fast,2",
        "stop_times.txt": """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            slow,12:05:00,12:05:00,home,1
            slow,12:50:00,12:50:00,work,2
            fast,12:10:00,12:10:00,home,1
            fast,12:30:00,12:30:00,work,2
            """,
    }
    world = open_hub(tmp_path, files=files)
    assert [option["access"] for option in plan(world).data["options"]] == ["no"]
    assert [option["access"] for option in plan(world, access=True).data["options"]] == ["yes", "no"]


def test_the_vehicle_itself_says_more_than_the_timetable(tmp_path: Path) -> None:
    report = vehicle(
        "bus", trip="a", descriptor={"wheelchair_accessible": "WHEELCHAIR_INACCESSIBLE"}, timestamp=NOON_POSIX
    )
    report["vehicle"]["trip"]["start_date"] = "20260601"
    options = plan(open_hub(tmp_path, report), end="Mill").data["options"]
    assert [option["access"] for option in options] == ["no", "yes"]


def test_to_be_there_by_a_time_the_latest_setting_out_is_best(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path), time="13:15", arrive_by=True)
    assert asked.data["options"][0]["departs"][11:16] == "12:35"
    assert asked.data["arriveBy"] == "2026-06-01T13:15:00+03:00"
    early = plan(open_hub(tmp_path / "again"), time="13:00", arrive_by=True)
    assert [option["arrives"][11:16] for option in early.data["options"]] == ["12:40"]


@pytest.mark.parametrize(
    ("time", "departs"),
    [("12:10", "2026-06-01T12:35"), ("9:00", "2026-06-02T12:05"), ("2026-07-01T12:00", "2026-07-01T12:05")],
)
def test_a_clock_time_is_the_next_one_and_a_date_is_that_day(tmp_path: Path, time: str, departs: str) -> None:
    (option, *_) = plan(open_hub(tmp_path), end="Mill", time=time).data["options"]
    assert option["departs"].startswith(departs)


@pytest.mark.parametrize(
    "time", ["soon", "25:00", "12:99", "2026-13-01T10:00", "0001-01-01T00:00", "9999-12-31T23:59", "-5:00"]
)
def test_a_time_that_is_none_is_refused(tmp_path: Path, time: str) -> None:
    asked = plan(open_hub(tmp_path), time=time)
    assert (asked.status["code"], asked.is_error) == ("bad-argument", True)
    assert "time" in asked.text


def test_where_nothing_is_found_it_is_said_what_was_looked_through(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path), end="Sea")
    assert (asked.status["state"], asked.status["code"]) == ("unresolved", "no-trip-found")
    assert "setting out between 12:00 and 00:00" in asked.text
    assert "There may be ways" in asked.text


def test_a_long_wait_for_the_first_bus_is_looked_through_too(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path, at="2026-06-01T05:00:00+03:00"), end="Mill")
    assert [option["departs"][11:16] for option in asked.data["options"]] == ["12:05", "12:35"]


def test_who_stands_beside_the_stop_is_told_how_far_it_is(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path), start="Far side", end="Mill", limit=1)
    walk, ride = asked.data["options"][0]["legs"]
    assert (walk, ride["board"]["name"]) == ({"kind": "walk", "meters": 167, "to": "Home"}, "Home")
    assert "from Home, 170 metres away as the crow flies" in asked.text


def test_a_point_is_a_place_to_set_out_from(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path), start="49.8405, 24.0300", end="Mill", limit=1)
    assert asked.data["origin"] == {
        "name": "the place you gave",
        "spokenName": "the place you gave",
        "lat": 49.8405,
        "lng": 24.03,
    }
    assert asked.data["options"][0]["legs"][0] == {"kind": "walk", "meters": 56, "to": "Home"}


@pytest.mark.parametrize("point", ["91.0, 24.0", "49.8, 181"])
def test_a_point_that_is_not_on_earth_is_refused(tmp_path: Path, point: str) -> None:
    assert plan(open_hub(tmp_path), start=point).status["code"] == "bad-argument"


def test_which_of_the_two_ends_is_not_known_is_said(tmp_path: Path) -> None:
    world = open_hub(tmp_path)
    for which, asked in (("origin", plan(world, start="Qqqq")), ("destination", plan(world, end="Qqqq"))):
        assert (asked.status["code"], asked.data["asked"]) == ("unknown-stop", which)


def test_an_end_that_may_be_several_places_comes_back_as_choices(tmp_path: Path) -> None:
    stops = FILES["stops.txt"] + "\n        work2,Work,49.9500,24.0300,,,,"
    times = FILES["stop_times.txt"] + "\n        b2,13:20:00,13:20:00,work2,3"
    asked = plan(open_hub(tmp_path, files={"stops.txt": stops, "stop_times.txt": times}))
    assert (asked.status["state"], asked.data["asked"]) == ("ambiguous", "destination")
    assert {one["id"] for one in asked.status["candidates"]} == {"test:work", "test:work2"}


def test_on_which_side_of_a_street_one_gets_on_the_plan_finds_out(town: World) -> None:
    """Bridge Street has a stop on either side; only one of them has buses to the lake."""
    asked = plan(town, start="Вулиця Мостова", end="Озеро", limit=1)
    board = asked.data["options"][0]["legs"][0]["board"]
    assert (board["stopId"], board["side"]) == ("town:b1", "north")
    assert "stopId" not in asked.data["origin"]
    assert "where vehicles leave to the north" in asked.text


def test_what_runs_every_so_many_minutes_has_no_clock_time(town: World) -> None:
    options = plan(town, start="town:S2", end="Ринок", time="14:00", limit=9).data["options"]
    frequent = next(one for one in options if one["legs"][0]["board"]["certainty"] == "frequency")
    assert frequent["atMostMinutes"] == 30
    assert "departs" not in frequent
    assert frequent["legs"][0]["board"]["headwayMinutes"] == 20


def test_a_closed_lift_between_two_platforms_is_said(tmp_path: Path) -> None:
    files = {
        "pathways.txt": "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional\n"
        "up,hub1,bridge,5,1\ndown,bridge,hub2,1,1\nsteps,hub1,hub2,2,1",
        "stops.txt": FILES["stops.txt"] + "\n        bridge,,49.8601,24.0301,3,H,,",
    }
    open_way = plan(open_hub(tmp_path, files=files), limit=1).data["options"][0]
    assert (open_way["change"]["stepFree"], open_way["access"]) == ("yes", "yes")
    broken = alert(header="Lift broken", effect="ACCESSIBILITY_ISSUE", informed_entity=[{"stop_id": "bridge"}])
    closed = plan(open_hub(tmp_path / "closed", broken, files=files), limit=1)
    change = closed.data["options"][0]["change"]
    assert (change["stepFree"], change["closedBy"]) == ("closed", ["Lift broken"])
    assert closed.data["options"][0]["access"] == "no"
    assert "The step-free way between the platforms is closed now." in closed.text


def test_a_trip_past_midnight_is_planned_on_the_evening_before(tmp_path: Path) -> None:
    times = FILES["stop_times.txt"].replace("b,12:20:00,12:20:00", "b,24:20:00,24:20:00")
    times = (
        times.replace("b,12:40:00,12:40:00", "b,24:40:00,24:40:00")
        .replace("a,12:", "a,24:")
        .replace("a2,12:", "a2,23:")
    )
    asked = plan(open_hub(tmp_path, files={"stop_times.txt": times}, at="2026-06-01T23:55:00+03:00"), limit=1)
    (option,) = asked.data["options"]
    assert (option["departs"], option["arrives"]) == ("2026-06-02T00:05:00+03:00", "2026-06-02T00:40:00+03:00")


def test_more_is_told_where_more_is_wanted(tmp_path: Path) -> None:
    world = open_hub(tmp_path)
    brief, normal, rich = (plan(world, end="Mill", verbosity=word).text for word in ("brief", "normal", "rich"))
    assert brief == "Line 1, timetable 12:05. 2 stops, get off at Mill, at 12:20."
    assert "after Hub" in normal
    assert "Or Line 1, timetable 12:35, there at 12:50." in normal
    assert "In all 15 minutes. Another way. Line 1 to Mill, timetable 12:35" in rich


def test_a_plan_is_short_enough_to_be_heard(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path))
    assert len(asked.text.encode()) < 600
    assert len(json.dumps(asked.structured, ensure_ascii=False, separators=(",", ":")).encode()) < 6000


def test_the_journeys_of_a_plan_can_be_followed(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path), limit=1)
    assert asked.links == (
        "mobility://monitored-vehicle-journey/test/2026-06-01/a",
        "mobility://monitored-vehicle-journey/test/2026-06-01/b",
    )


def test_the_same_is_said_in_ukrainian(tmp_path: Path) -> None:
    asked = plan(open_hub(tmp_path), end="Mill", language="uk", limit=1)
    assert asked.text.startswith("1, напрямок: Mill, за розкладом 12:05, через 5 хвилин, посадка: Home.")


def test_text_of_a_feed_does_no_harm(tmp_path: Path) -> None:
    nasty = "Ignore all\x1b[2J \u202e<script>x</script>"
    stops = FILES["stops.txt"].replace("mill,Mill", f"mill,{nasty}")
    asked = plan(open_hub(tmp_path, files={"stops.txt": stops}), end="test:mill")
    everything = asked.text + json.dumps(asked.structured, ensure_ascii=False)
    assert not [sign for sign in "\x1b\u202e" if sign in everything]


def test_a_town_without_live_data_is_planned_by_timetable(tmp_path: Path) -> None:
    world = open_town(tmp_path, live=())
    options = plan(world, start="town:S1", end="town:e").data["options"]
    assert {leg["board"]["certainty"] for option in options for leg in option["legs"]} == {"timetable"}
