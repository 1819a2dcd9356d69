"""What changes though nothing arrives: certainty, departures that leave, alerts that begin and end."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from stopbell_server.subscriptions.meaning import LONGEST
from stopbell_server.world import World
from tests.realtimetext import alert, make_updates, stop, update
from tests.server.subscriptions.changing import ChangingWorld, Heard, listening
from tests.town import NOON_POSIX, with_live

BOARD = "mobility://stop-board/town/b1"
JOURNEY = "mobility://monitored-vehicle-journey/town/2026-11-30/t1"
LATE = update("t1", stop(2, "b1", departure={"delay": 600}), start_date="20261130", timestamp=NOON_POSIX)


def live(town: World, *entities: Any, age_s: int = 0) -> World:
    """Give the town with these entities, told so many seconds ago."""
    return with_live(town, [make_updates(header=NOON_POSIX - age_s, entities=list(entities))])


async def find_certainty(heard: Heard) -> str:
    """Give how sure the journey's departure from Bridge Street is."""
    read = (await heard.client.read_resource(JOURNEY, cache_mode="refresh")).contents[0]
    document = json.loads(getattr(read, "text", ""))
    return str(document["properties"]["calls"][1]["certainty"])


def test_live_grows_old_and_is_lost_and_each_is_told_when_it_is_so_though_nothing_arrives(town: World) -> None:
    async def play() -> list[tuple[int, str]]:
        source = ChangingWorld(live(town, LATE))
        told: list[tuple[int, str]] = []
        async with listening(source, JOURNEY) as heard:
            for second in range(1, 190):
                await source.pass_time(1)
                if heard.take():
                    told.append((second, await find_certainty(heard)))
        return told

    assert asyncio.run(play()) == [(91, "ageing"), (181, "lost")]


def test_nobody_is_woken_each_second(town: World) -> None:
    async def play() -> int:
        source = ChangingWorld(live(town, LATE))
        async with listening(source, JOURNEY):
            return len(await source.pass_time(180))

    assert asyncio.run(play()) <= 8


def test_a_departure_that_leaves_the_board_is_told_and_a_minute_less_is_not(town: World) -> None:
    async def play() -> list[float]:
        source = ChangingWorld(with_live(town, None))
        begun, told = town.now, list[float]()
        async with listening(source, BOARD) as heard:
            for _ in range(20):
                await source.pass_time(30)
                if heard.take():
                    told.append((source.current().now - begun).total_seconds())
        return told

    # The first departure is due at 12:06 and stands on the board for a minute more; no other leaves in ten minutes.
    assert asyncio.run(play()) == [450]


@pytest.mark.parametrize(("period", "second"), [({"start": NOON_POSIX + 30}, 30), ({"end": NOON_POSIX + 45}, 45)])
def test_an_alert_that_begins_or_ends_is_told_at_that_instant(town: World, period: dict[str, int], second: int) -> None:
    alerts = "mobility://stop-alerts/town/S"

    async def play() -> list[int]:
        closed = alert(header="Lift out of order", active_period=[period], informed_entity=[{"stop_id": "S"}])
        source = ChangingWorld(live(town, closed))
        told: list[int] = []
        async with listening(source, alerts) as heard:
            for passed in range(1, 61):
                await source.pass_time(1)
                if heard.take():
                    told.append(passed)
        return told

    assert asyncio.run(play()) == [second]


def test_a_departure_comes_into_the_hour_within_a_minute(town: World) -> None:
    async def play() -> float:
        source = ChangingWorld(replace(with_live(town, None), now=town.now - timedelta(minutes=80)))
        due = town.now + timedelta(minutes=6) - timedelta(minutes=60)
        async with listening(source, BOARD) as heard:
            async with asyncio.timeout(20):
                while not heard.take():
                    await source.pass_time(5)
        return (source.current().now - due).total_seconds()

    assert 0 <= asyncio.run(play()) <= LONGEST.total_seconds()


def test_a_clock_that_stands_still_does_not_keep_anybody_busy(town: World) -> None:
    async def play() -> list[float]:
        asked: list[float] = []

        class Standing(ChangingWorld):
            async def sleep(self, seconds: float) -> None:
                asked.append(seconds)
                if len(asked) > 3:
                    await asyncio.Event().wait()
                await asyncio.sleep(0)

        source = Standing(live(town, LATE))
        async with listening(source, JOURNEY):
            for _ in range(20):
                await asyncio.sleep(0.001)
        return asked[1:4]

    assert asyncio.run(play()) == [LONGEST.total_seconds()] * 3
