"""Told when a usual vehicle is cancelled: on its days, in its part of the day, also after a restart."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from stopbell.conversation.profile import ProfileStore
from tests.realtimetext import update
from tests.together.watching_stage import Stage, make_line, play

EVENING = "2026-11-29T21:00:00+02:00"
"""A Sunday."""
LINE = make_line("07:30", "08:30", "12:00")


def cancel(trip: str, day: str) -> dict[str, object]:
    return update(trip, start_date=day, schedule_relationship="CANCELED")


async def ask(stage: Stage, text: str = "tell me if my morning tram is cancelled") -> list[str]:
    await stage.say("I am at Market")
    return await stage.say(text)


def test_a_morning_tram_that_is_cancelled_is_told_once_with_the_next_one(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        reply = await ask(stage)
        await stage.hear_live(cancel("a3", "20261130"))
        await stage.go_to("22:30")
        await stage.hear_live(cancel("a1", "20261130"))
        await stage.go(minutes=30)
        await stage.hear_live(cancel("a1", "20261130"))
        return [*reply, *stage.told, *await stage.say("what are you watching")]

    assert play(Stage(tmp_path, LINE, at=EVENING), scene) == [
        "Every day I will tell you of cancellations: tram, Market, from 05:00 to 10:00.",
        "I look while this program is open, and remember it for next time.",
        "22:30:00 P0 Cancelled: 10 to Lake, 07:38. The next one: 10 to Lake, timetable 08:38.",
        "Watching: cancellations: tram, Market, from 05:00 to 10:00.",
    ]


def test_it_is_kept_over_a_restart_and_ended_for_good(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path / "profile.json")

    async def first(stage: Stage) -> list[str]:
        return await ask(stage, "tell me if the 10 is cancelled on weekdays")

    async def second(stage: Stage) -> list[str]:
        await stage.hear_live(cancel("a1", "20261130"))
        await stage.go(minutes=300)
        return [*stage.told, *await stage.say("stop watching")]

    async def third(stage: Stage) -> list[str]:
        return await stage.say("what are you watching")

    def restart(name: str, scene: Callable[[Stage], Awaitable[list[str]]]) -> list[str]:
        told: list[str] = play(Stage(tmp_path / name, LINE, at=EVENING, store=store), scene)
        return told

    assert [*restart("1", first), *restart("2", second), *restart("3", third)] == [
        "On weekdays I will tell you of cancellations: 10, Market, from 00:00 to 23:59.",
        "I look while this program is open, and remember it for next time.",
        "21:00:00 P0 Cancelled: 10 to Lake, 07:38. The next one: 10 to Lake, timetable 08:38.",
        "22:00:00 P3 cancellations: 10, Market, from 00:00 to 23:59: live information has stopped coming in. "
        "A cancellation may go unnoticed.",
        "No longer watching: cancellations: 10, Market, from 00:00 to 23:59.",
        "I watch nothing now.",
    ]


def test_a_day_that_is_not_meant_is_not_looked_at(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        reply = await ask(stage, "tell me if the 10 is cancelled today")
        await stage.hear_live(cancel("a1", "20261130"))
        await stage.go(minutes=240)
        return [*reply, *stage.told, *await stage.say("what are you watching")]

    assert play(Stage(tmp_path, LINE, at=EVENING), scene) == [
        "I will tell you of cancellations: 10, Market, from 00:00 to 23:59. Until 29 November.",
        "I look while this program is open, and remember it for next time.",
        "21:03:30 P3 cancellations: 10, Market, from 00:00 to 23:59: live information has stopped coming in. "
        "A cancellation may go unnoticed.",
        "I watch nothing now.",
    ]


def test_a_source_that_is_silent_is_told_two_hours_before_and_its_return_once(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await ask(stage)
        await stage.hear_live(cancel("a3", "20261130"))
        await stage.go(minutes=6 * 60 + 5)
        await stage.hear_live(cancel("a3", "20261130"))
        await stage.go(minutes=1)
        return stage.told

    what = "cancellations: tram, Market, from 05:00 to 10:00"
    assert play(Stage(tmp_path, LINE, at=EVENING), scene) == [
        f"03:00:00 P3 {what}: live information has stopped coming in. A cancellation may go unnoticed.",
        f"03:05:00 P3 {what}: live information is coming in again.",
    ]
