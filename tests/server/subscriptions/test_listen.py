"""`subscriptions/listen`: what is told, to whom, and what is not news."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp.server.subscriptions import ResourcesListChanged
from mcp.types import INVALID_PARAMS

from stopbell_server.subscriptions.limits import Limits
from stopbell_server.subscriptions.offering import Subscriptions
from stopbell_server.world import World
from tests.realtimetext import alert, make_updates, stop, update, vehicle
from tests.server.subscriptions.changing import ChangingWorld, be_refused, listening, settle
from tests.town import NOON_POSIX, TOWN, list_live, open_town, with_live

BOARD = "mobility://stop-board/town/b1"
ELSEWHERE = "mobility://stop-board/town/b2"
JOURNEY = "mobility://monitored-vehicle-journey/town/2026-11-30/t1"
VEHICLE = "mobility://physical-vehicle/town/high-1"
ALERTS = "mobility://stop-alerts/town/S"


def later(town: World, **changes: Any) -> World:
    """Give the town with one part of its live feed replaced."""
    updates, positions, alerts = list_live()
    parts = {"updates": updates, "positions": positions, "alerts": alerts} | changes
    return with_live(town, list(parts.values()))


def delayed(seconds: int) -> bytes:
    """Write trip updates in which t1 is so late at Bridge Street."""
    late = update("t1", stop(2, "b1", departure={"delay": seconds}), start_date="20261130")
    return make_updates(header=NOON_POSIX, entities=[late])


def test_a_board_is_told_anew_when_a_departure_is_later(town: World) -> None:
    async def play() -> list[Any]:
        source = ChangingWorld(town)
        async with listening(source, BOARD) as heard:
            await source.show(later(town, updates=delayed(600)))
            return heard.take()

    assert asyncio.run(play()) == [BOARD]


MOVED = make_updates(header=NOON_POSIX, entities=[vehicle("high-1", lat=49.85, lon=24.03)])
NOBODY = make_updates(header=NOON_POSIX, entities=[])
DETOUR_ONLY = make_updates(
    header=NOON_POSIX, entities=[alert(header="Detour", effect="DETOUR", informed_entity=[{"route_id": "r10"}])]
)


@pytest.mark.parametrize(
    ("watched", "changes", "is_told"),
    [
        (JOURNEY, {"updates": delayed(600)}, True),
        (ELSEWHERE, {"updates": delayed(600)}, False),
        (VEHICLE, {"positions": MOVED}, True),
        (VEHICLE, {"positions": NOBODY}, True),
        (VEHICLE, {"updates": delayed(0)}, False),
        (ALERTS, {"alerts": DETOUR_ONLY}, True),
        ("mobility://route-alerts/town/r10", {"alerts": DETOUR_ONLY}, False),
        ("mobility://route-alerts/town/r7", {"alerts": DETOUR_ONLY}, False),
        ("mobility://feed-alerts/town/all", {"alerts": DETOUR_ONLY}, True),
        ("mobility://feed-alerts/town/all", {"updates": delayed(600)}, False),
    ],
)
def test_each_resource_is_told_by_what_it_says(
    town: World, watched: str, changes: dict[str, bytes], is_told: bool
) -> None:
    async def play() -> list[Any]:
        source = ChangingWorld(town)
        async with listening(source, watched) as heard:
            await source.show(later(town, **changes))
            return heard.take()

    assert asyncio.run(play()) == ([watched] if is_told else [])


def test_the_same_said_again_later_is_no_news(town: World) -> None:
    async def play() -> list[Any]:
        source = ChangingWorld(town)
        async with listening(source, BOARD, JOURNEY, VEHICLE, ALERTS) as heard:
            for seconds in (10, 20, 30):
                at = NOON_POSIX + seconds
                later_on = replace(town, now=town.now.fromtimestamp(at, town.now.tzinfo))
                await source.show(with_live(later_on, list_live(at)))
            return heard.take()

    assert asyncio.run(play()) == []


def test_the_address_is_told_as_the_client_spelled_it_whatever_its_spelling(town: World) -> None:
    spelled, canonical = "mobility://stop-board/town/%62%31", BOARD

    async def play() -> tuple[tuple[str, ...], list[Any], int]:
        source = ChangingWorld(town)
        subscriptions = Subscriptions(sleep=source.sleep)
        async with listening(source, spelled, canonical, subscriptions=subscriptions) as heard:
            await source.show(later(town, updates=delayed(600)))
            return heard.honored, heard.take(), subscriptions.watched

    assert asyncio.run(play()) == ((spelled, canonical), [spelled, canonical], 1)


def test_a_board_in_words_is_told_with_the_board_not_with_every_minute(town: World) -> None:
    words = "mobility://stop-board-text/town/b1"

    async def play() -> tuple[list[Any], list[Any]]:
        source = ChangingWorld(town)
        async with listening(source, words) as heard:
            await source.show(replace(later(town), now=town.now.fromtimestamp(NOON_POSIX + 70, town.now.tzinfo)))
            before = heard.take()
            await source.show(later(town, updates=delayed(600)))
            return before, heard.take()

    assert asyncio.run(play()) == ([], [words])


def test_what_cannot_be_read_is_left_out_and_nothing_else_is_refused_with_it(town: World) -> None:
    unknown = ("mobility://stop-board/town/nowhere", "mobility://stop-board/atlantis/b1", "https://example.org/b1")

    async def play() -> tuple[str, ...]:
        source = ChangingWorld(town)
        async with listening(source, BOARD, *unknown) as heard:
            return heard.honored

    assert asyncio.run(play()) == (BOARD,)


def test_to_listen_to_nothing_that_can_be_read_is_refused_by_name(town: World) -> None:
    error = asyncio.run(be_refused(ChangingWorld(town), "mobility://stop-board/town/nowhere"))
    assert error.code == INVALID_PARAMS
    assert "mobility://stop-board/town/nowhere" in error.message


def test_a_vehicle_that_falls_silent_and_comes_back_is_told_both_times(town: World) -> None:
    async def play() -> list[list[Any]]:
        source = ChangingWorld(town)
        async with listening(source, VEHICLE) as heard:
            await source.show(later(town, positions=make_updates(header=NOON_POSIX, entities=[])))
            gone = heard.take()
            await source.show(later(town, positions=make_updates(header=NOON_POSIX, entities=[])))
            still = heard.take()
            await source.show(later(town))
            return [gone, still, heard.take()]

    assert asyncio.run(play()) == [[VEHICLE], [], [VEHICLE]]


def test_only_what_the_feed_that_changed_speaks_of_is_read_again(town: World, other: World) -> None:
    elsewhere = [f"mobility://stop-board/other/{one}" for one in ("b1", "b2", "S", "S1", "S2", "e")]

    async def play() -> list[int]:
        source = ChangingWorld(World((*other.feeds, *town.feeds), town.now))
        async with listening(source, BOARD, *elsewhere) as heard:
            before = source.asked
            await source.show(World((*other.feeds, *later(town, updates=delayed(600)).feeds), town.now))
            one_feed = source.asked - before
            assert heard.take() == [BOARD]
            await source.show(World((*town.feeds, *later(other, updates=delayed(600)).feeds), town.now))
            return [one_feed, source.asked - before - one_feed]

    of_town, of_both = asyncio.run(play())
    assert of_town + 2 * len(elsewhere) <= of_both


def test_a_stream_for_lists_alone_takes_a_place(town: World) -> None:
    async def play() -> int:
        source = ChangingWorld(town)
        subscriptions = Subscriptions(sleep=source.sleep)
        async with listening(source, lists=True, subscriptions=subscriptions):
            return subscriptions.subscribed

    assert asyncio.run(play()) == 1


def test_lists_are_told_when_a_feed_comes_or_goes_and_not_when_one_brings_something(town: World, other: World) -> None:
    async def play() -> list[list[Any]]:
        source = ChangingWorld(town)
        async with listening(source, lists=True) as heard:
            await source.show(later(town, updates=delayed(600)))
            refreshed = heard.take()
            await source.show(World((*other.feeds, *town.feeds), town.now))
            added = heard.take()
            await source.show(World((*other.feeds, *later(town).feeds), town.now))
            again = heard.take()
            await source.show(town)
            return [refreshed, added, again, heard.take()]

    assert asyncio.run(play()) == [[], [ResourcesListChanged()], [], [ResourcesListChanged()]]


def test_the_list_that_is_told_of_is_another_when_it_is_read(town: World, other: World) -> None:
    async def play() -> list[list[str]]:
        source = ChangingWorld(town)
        async with listening(source, lists=True) as heard:
            before = [one.name for one in (await heard.client.list_resources()).resources]
            await source.show(World((*other.feeds, *town.feeds), town.now))
            after = [one.name for one in (await heard.client.list_resources(cache_mode="refresh")).resources]
            return [before, after]

    before, after = asyncio.run(play())
    assert [name for name in after if name not in before] == ["feed-alerts-other"]


def test_a_plan_is_told_when_the_feeds_are_others_and_not_when_one_brings_something(town: World, other: World) -> None:
    plan = "mobility://public-transport-stop/town/b1"

    async def play() -> list[list[Any]]:
        source = ChangingWorld(town)
        async with listening(source, plan) as heard:
            await source.show(later(town, updates=delayed(600)))
            live = heard.take()
            await source.show(World((*other.feeds, *town.feeds), town.now))
            return [live, heard.take()]

    # The stop has a namesake in the other feed now, so that its feed is named with it.
    assert asyncio.run(play()) == [[], [plan]]


def test_a_timetable_that_is_replaced_is_told_of_its_boards_and_its_plan(town: World, tmp_path: Path) -> None:
    plan = "mobility://public-transport-stop/town/b1"
    moved = TOWN["stop_times.txt"].replace("12:06:00,12:06:00,b1", "12:07:00,12:07:00,b1")
    replaced = open_town(tmp_path, files={"stop_times.txt": moved})

    async def play() -> tuple[list[Any], list[Any]]:
        source = ChangingWorld(town)
        async with listening(source, BOARD, plan, lists=True) as heard:
            await source.show(replaced)
            first = heard.take()
            await source.show(later(replaced))
            return first, heard.take()

    assert asyncio.run(play()) == ([BOARD, plan], [])


def test_a_client_that_leaves_is_forgotten_at_once_and_without_any_nothing_is_looked_at(town: World) -> None:
    async def play() -> tuple[int, int, int]:
        source = ChangingWorld(town)
        subscriptions = Subscriptions(sleep=source.sleep)
        async with listening(source, BOARD, lists=True, subscriptions=subscriptions):
            held = subscriptions.subscribed
        await settle()
        asked = source.asked
        await source.show(later(town, updates=delayed(600)))
        return held, subscriptions.subscribed + subscriptions.watched, source.asked - asked

    assert asyncio.run(play()) == (1, 0, 0)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(per_request=1), "At most 1 resources in one request"),
        (Limits(per_client=1), "A client watches at most 1 resources"),
        (Limits(in_all=1), "as many resources as it can"),
    ],
)
def test_more_than_is_allowed_is_refused_with_the_limit(town: World, limits: Limits, said: str) -> None:
    assert said in asyncio.run(be_refused(ChangingWorld(town), BOARD, JOURNEY, limits=limits)).message


def test_streams_end_with_their_result_when_the_server_ends_them(town: World) -> None:
    async def play() -> bool:
        source = ChangingWorld(town)
        subscriptions = Subscriptions(sleep=source.sleep)
        async with (
            listening(source, BOARD, subscriptions=subscriptions) as heard,
            heard.client.listen(resource_subscriptions=[JOURNEY]) as stream,
            asyncio.timeout(5),
        ):
            subscriptions.close()
            return [event async for event in stream] == []

    assert asyncio.run(play())
