"""Told of alerts: what is reported when one asks, each new one, and that one is no longer reported; from live bytes."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.realtimetext import alert
from tests.together.test_stop_notices import FARES, LIFT, OTHER_LIFT, STATION
from tests.together.watching_stage import Stage, make_line, play

LINE = "tell me if something happens on line 10"
ON_LINE = {"informed_entity": [{"route_id": "r10"}]}
DETOUR = alert(header="Detour by Mill Lane", effect="DETOUR", **ON_LINE)
BUSES = alert(header="Buses instead of trams", effect="MODIFIED_SERVICE", **ON_LINE)
DELAYS = alert(header="Delays", effect="SIGNIFICANT_DELAYS", **ON_LINE)
FEWER = alert(header="Fewer trams", effect="REDUCED_SERVICE", **ON_LINE)
RAIN = alert(header="Fewer trams here", effect="REDUCED_SERVICE", informed_entity=[{"stop_id": "park"}])
ELSEWHERE = alert(header="Line 7 diverted", effect="DETOUR", informed_entity=[{"route_id": "r7"}])


def make_stage(tmp_path: Path, language: str = "en") -> Stage:
    return Stage(tmp_path, {**make_line("12:00", "12:40"), **STATION}, language=language)


def watch(tmp_path: Path, said: str, *states: tuple[dict[str, Any], ...], language: str = "en") -> list[str]:
    """Ask at the first state of the alerts, let the others follow each other by ten seconds; give all that is told."""

    async def scene(stage: Stage) -> list[str]:
        first, *following = states
        await stage.hear_live(*first)
        reply = await stage.say(said)
        for state in following:
            await stage.go(seconds=10)
            await stage.hear_live(*state)
        return [*reply, *stage.told]

    return play(make_stage(tmp_path, language), scene)


PROMISE = [
    "I will tell you each new alert, and when one is no longer reported.",
    "I watch only while this program is open.",
]


def test_what_is_reported_now_is_told_then_each_new_alert_once_then_that_it_is_no_longer_reported(
    tmp_path: Path,
) -> None:
    told = watch(tmp_path, LINE, (DETOUR,), (DETOUR, BUSES), (BUSES, DETOUR), (BUSES, ELSEWHERE), (BUSES, ELSEWHERE))
    assert told == [
        "Line 10: 1 alert.",
        "Detour by Mill Lane.",
        *PROMISE,
        "12:00:10 P3 Line 10: 1 new alert. Buses instead of trams.",
        "12:00:30 P3 Line 10: no longer reported: Detour by Mill Lane.",
    ]


def test_the_same_in_ukrainian(tmp_path: Path) -> None:
    told = watch(tmp_path, "скажи, якщо щось станеться на лінії 10", (DETOUR,), (BUSES,), language="uk")
    assert told[-2:] == [
        "12:00:10 P3 Маршрут 10: 1 нове повідомлення. Buses instead of trams.",
        "12:00:10 P3 Маршрут 10: більше не повідомляють: Detour by Mill Lane.",
    ]


def test_a_burst_is_counted_first_and_cut_short(tmp_path: Path) -> None:
    *_, told = watch(tmp_path, LINE, (ELSEWHERE,), (DETOUR, BUSES, DELAYS, FEWER, ELSEWHERE))
    assert told.startswith("12:00:10 P3 Line 10: 4 new alerts. 1: Detour by Mill Lane. 2: ")
    assert "4: " not in told
    assert "1 more" in told


def test_several_that_end_at_once_are_counted(tmp_path: Path) -> None:
    *_, told = watch(tmp_path, LINE, (DETOUR, BUSES, ELSEWHERE), (ELSEWHERE,))
    assert told == "12:00:10 P3 Line 10: 2 alerts are no longer reported."


def test_a_lift_is_never_said_to_work_again_only_to_be_no_longer_reported(tmp_path: Path) -> None:
    said = "let me know when the lift at Park works again"
    told = watch(tmp_path, said, (LIFT,), (LIFT, RAIN), (LIFT, OTHER_LIFT), (OTHER_LIFT, RAIN))
    assert "The lift between Tracks and Street is closed now." in told
    assert told[-2:] == [
        "12:00:20 P3 Park: 1 new alert. Second lift too.",
        "12:00:30 P3 Park: no longer reported: Lift out of service.",
    ]
    assert not [line for line in told if "works" in line and "No report says" not in line]


def test_the_stop_in_use_is_watched_where_none_is_named(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(ELSEWHERE)
        await stage.say("I am at Park")
        await stage.say("tell me about disruptions at this stop")
        await stage.hear_live(ELSEWHERE, FARES)
        return [*stage.told, *await stage.say("what are you watching")]

    told = play(make_stage(tmp_path), scene)
    assert told[0] == "12:00:00 P3 Park: 1 new alert. Fares change."
    assert any("alerts, Park" in line for line in told[1:])


def test_a_source_that_falls_silent_is_told_and_ends_no_alert(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(DETOUR)
        await stage.say(LINE)
        await stage.go(minutes=45)
        await stage.hear_live(DETOUR)
        return [line.partition(" P3 ")[2] for line in stage.told]

    assert play(make_stage(tmp_path), scene) == [
        "Line 10: the alerts are not kept up to date now.",
        "Line 10: the alerts are kept up to date again.",
    ]


def test_nothing_is_watched_where_no_alerts_are_there(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        return [*await stage.say(LINE), *await stage.say("what are you watching")]

    *reply, last = play(make_stage(tmp_path), scene)
    assert reply
    assert last == "I watch nothing now."


def test_each_event_of_a_watch_is_told_beside_the_others(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> set[str]:
        await stage.hear_live(DETOUR)
        await stage.say(LINE)
        await stage.hear_live(BUSES)
        await stage.go_to(stage.clock.instant + timedelta(seconds=1))
        return {event.subject for event in stage.events}

    assert len(play(make_stage(tmp_path), scene)) == len(("new", "ended"))
