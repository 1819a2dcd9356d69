"""What is reported of a stop is told when a watch is set, before one gets off, and with a plan: from live bytes."""

from pathlib import Path
from typing import Any

import pytest

from stopbell.conversation.profile import KeptInMemory, Profile
from tests.realtimetext import alert
from tests.together.watching_stage import STOPS, Stage, make_line, play, report, run_late

OFF = {"en": "tell me when to get off at Park", "uk": "скажи, коли виходити на зупинці Парк"}
WHEN = "tell me when the 10 is two minutes away"
PLACES = "".join(
    f"{name.lower()},{name},{49.84 + 0.0036 * place:.4f},24.0300,0,{'hub' if name == 'Park' else ''},\n"
    for place, name in enumerate(STOPS)
)
STATION = {
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,level_id\n"
    + PLACES
    + "hub,Park,49.8508,24.0301,1,,\ndoor,Park - Mill Lane,49.8508,24.0302,2,hub,ground\n"
    "top,,49.8508,24.0302,3,hub,ground\nfoot,,49.8508,24.0302,3,hub,low\n"
    "top2,,49.8508,24.0303,3,hub,ground\nfoot2,,49.8508,24.0303,3,hub,low\n",
    "levels.txt": "level_id,level_index,level_name\nground,0,Street\nlow,-1,Tracks",
    "pathways.txt": "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional\n"
    "w1,door,top,1,1\nl,top,foot,5,1\nw2,foot,park,1,1\nw3,door,top2,1,1\nl2,top2,foot2,5,1\nw4,foot2,park,1,1\n",
}
"""Park is a station with two lifts between the street and the tracks."""
LIFT = alert(header="Lift out of service", effect="ACCESSIBILITY_ISSUE", informed_entity=[{"stop_id": "foot"}])
OTHER_LIFT = alert(header="Second lift too", effect="ACCESSIBILITY_ISSUE", informed_entity=[{"stop_id": "foot2"}])
SOME_LIFT = alert(header="A lift is being mended", effect="ACCESSIBILITY_ISSUE", informed_entity=[{"stop_id": "hub"}])
MOVED = alert(header="Stop moved to Green Lane", effect="STOP_MOVED", informed_entity=[{"stop_id": "park"}])
LATER = {**MOVED, "alert": {**MOVED["alert"], "active_period": [{"start": 1_800_000_000}]}}
FARES = alert(header="Fares change", effect="OTHER_EFFECT", informed_entity=[{"stop_id": "park"}])
ALL = ("Park in 3 stops, 12 minutes, live.", "Now at Station.", "10 to Lake, on time.")
PROMISE = "I will tell you 2 stops or 2 minutes before Park, when it is next, and when you are there."
ONLY_OPEN = "I watch only while this program is open."


def make_stage(tmp_path: Path, *, language: str = "en", needs_low_floor: bool = False) -> Stage:
    profile = Profile(is_set_up=True, language=language, needs_low_floor=needs_low_floor)
    files = {**make_line("12:00"), **STATION}
    return Stage(tmp_path, files, language=language, store=KeptInMemory(profile))


async def be_at(stage: Stage, at: str, sequence: int, *alerts: dict[str, Any]) -> None:
    await stage.go_to(at)
    reported = report("a1", sequence, stage.clock.now(), status="STOPPED_AT")
    await stage.hear_live(run_late("a1", 0), reported, *alerts)


def set_alighting(tmp_path: Path, *alerts: dict[str, Any], language: str = "en") -> list[str]:
    async def scene(stage: Stage) -> list[str]:
        await be_at(stage, "12:00", 1, *alerts)
        return await stage.say(OFF[language])

    return play(make_stage(tmp_path, language=language), scene)


@pytest.mark.parametrize(
    ("alerts", "told"),
    [
        ((), []),
        ((FARES,), []),
        ((LATER,), []),
        ((LIFT,), ["The lift between Tracks and Street is closed now."]),
        ((LIFT, OTHER_LIFT), ["2 lifts of the station are closed now."]),
        ((SOME_LIFT,), ["Alert: A lift is being mended."]),
        ((LIFT, MOVED, FARES), ["Alert: Stop moved to Green Lane."]),
    ],
)
def test_setting_an_alighting_watch_tells_the_most_important_notice_of_the_stop_and_nothing_where_none_is(
    tmp_path: Path, alerts: tuple[dict[str, Any], ...], told: list[str]
) -> None:
    assert set_alighting(tmp_path, *alerts) == [*ALL, PROMISE, *told, ONLY_OPEN]


def test_the_same_in_ukrainian(tmp_path: Path) -> None:
    assert set_alighting(tmp_path, LIFT, OTHER_LIFT, language="uk")[-2] == "На станції зараз закрито 2 ліфти."


def ride_on(
    tmp_path: Path, before: tuple[dict[str, Any], ...], after: tuple[dict[str, Any], ...], *, is_silent: bool = False
) -> list[str]:
    async def scene(stage: Stage) -> list[str]:
        await be_at(stage, "12:00", 1, *before)
        await stage.say(OFF["en"])
        if not is_silent:
            await be_at(stage, "12:02", 1, *before)
        await be_at(stage, "12:04", 2, *after)
        return stage.told

    return play(make_stage(tmp_path), scene)


READY = "12:04:00 P0 Get ready. Park in 2 stops, 8 minutes, live."


def test_what_is_reported_of_the_stop_since_the_watch_was_set_comes_with_get_ready(tmp_path: Path) -> None:
    assert ride_on(tmp_path, (), (LIFT,)) == [f"{READY} The lift between Tracks and Street is closed now."]


def test_it_comes_with_the_first_word_after_lost_contact_where_get_ready_was_due_meanwhile(tmp_path: Path) -> None:
    assert ride_on(tmp_path, (), (LIFT,), is_silent=True)[1:] == [
        "12:04:00 P0 In contact with your vehicle again. Park in 2 stops, 8 minutes, live. "
        "The lift between Tracks and Street is closed now."
    ]


def test_what_was_told_when_the_watch_was_set_is_not_told_again(tmp_path: Path) -> None:
    assert ride_on(tmp_path, (LIFT,), (LIFT,)) == [READY]


def test_something_new_is_told_even_where_something_else_was_told_before(tmp_path: Path) -> None:
    assert ride_on(tmp_path, (MOVED,), (MOVED, LIFT)) == [f"{READY} The lift between Tracks and Street is closed now."]


def test_a_notice_whose_source_has_fallen_silent_is_not_told(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(LIFT)
        await stage.go(minutes=40)
        return await stage.say(OFF["en"])

    reply = play(Stage(tmp_path, {**make_line("12:39"), **STATION}), scene)
    assert reply
    assert not [line for line in reply if "lift" in line.lower()]


def set_arrival(tmp_path: Path, *alerts: dict[str, Any]) -> list[str]:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 0), *alerts)
        await stage.say("I am at Market")
        return await stage.say(WHEN)

    return play(make_stage(tmp_path), scene)


ARRIVAL = ["10 to Lake, 8 minutes, live.", "I will tell you 2 minutes before it comes, and when it is here."]


@pytest.mark.parametrize(
    ("effect", "named", "told"),
    [
        ("STOP_MOVED", {"stop_id": "market"}, ["Alert: Read this."]),
        ("NO_SERVICE", {"route_id": "r10"}, ["Alert: Read this."]),
        ("NO_SERVICE", {"route_id": "r7"}, []),
        ("NO_SERVICE", {"stop_id": "market", "route_id": "r7"}, []),
        ("DETOUR", {"route_id": "r10"}, []),
        ("ACCESSIBILITY_ISSUE", {"stop_id": "market"}, []),
    ],
)
def test_setting_an_arrival_watch_tells_what_moves_its_stop_or_stops_its_line(
    tmp_path: Path, effect: str, named: dict[str, str], told: list[str]
) -> None:
    reply = set_arrival(tmp_path, alert(header="Read this", effect=effect, informed_entity=[named]))
    assert [line for line in reply if line.startswith("Alert")] == told
    assert reply[0] == ARRIVAL[0]


def test_a_stop_that_is_closed_is_told_where_nothing_can_be_waited_for(tmp_path: Path) -> None:
    closed = alert(header="Market closed", effect="NO_SERVICE", informed_entity=[{"stop_id": "market"}])
    assert "Alert: Market closed." in set_arrival(tmp_path, closed)


def plan(tmp_path: Path, *alerts: dict[str, Any], needs_low_floor: bool) -> list[str]:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 0), *alerts)
        return await stage.say("how do I get from Station to Park")

    return play(make_stage(tmp_path, needs_low_floor=needs_low_floor), scene)


def test_a_plan_tells_a_rider_who_needs_a_low_floor_which_lift_is_closed_where_they_get_off(tmp_path: Path) -> None:
    assert plan(tmp_path, LIFT, needs_low_floor=True)[-1] == "Park: The lift between Tracks and Street is closed now."


def test_a_plan_says_nothing_of_lifts_where_nothing_is_reported_or_the_rider_needs_none(tmp_path: Path) -> None:
    told = [*plan(tmp_path, needs_low_floor=True), *plan(tmp_path, LIFT, needs_low_floor=False)]
    assert not [line for line in told if "lift" in line.lower()]
