"""The demonstration from outside: a feed like any other, over the whole real path."""

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from stopbell_server.app.live_world import open_world
from stopbell_server.demonstration import demonstration
from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import Board, CallKind, StopRef
from stopbell_server.domain.certainty import Certainty, FeedState
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.domain.ids import Authority, StopId
from stopbell_server.feeds.realtime import decode
from stopbell_server.home import Home
from stopbell_server.world import World
from tests.asking import load_phrasebooks

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)
NIGHT = datetime(2026, 12, 1, 1, 30, tzinfo=UTC)
MARKET = StopRef(Authority("demo"), StopId("market"))

_T = TypeVar("_T")


def ask(root: Path, now: datetime, question: Callable[[World], _T], seed: int | None = None) -> _T:
    """Run the demonstration as a program does, and put one question to the world while it runs."""

    async def run() -> _T:
        clock = FrozenClock(now)
        async with demonstration(Home(root), clock, seed) as info, open_world(info.home, clock) as live:
            assert (live.problems, live.live_problems) == ((), ())
            return question(live.current())

    return asyncio.run(run())


def get_board(world: World) -> Board:
    return world.get_board(MARKET, limit=100)


def list_rows(board: Board) -> list[tuple[object, ...]]:
    return [
        (call.route_label, call.headsign, call.effective(CallKind.DEPARTURES), call.certainty, call.status, call.access)
        for call in board.calls
    ]


def test_its_live_data_arrives_and_fits_its_timetable(tmp_path: Path) -> None:
    state = ask(tmp_path, NOON, lambda world: world.live_state("demo"))

    assert (state.state, state.age_s) == (FeedState.LIVE, 0)
    assert state.matched == state.updates > 100


def test_every_answer_must_say_that_it_is_a_demonstration_in_every_language(tmp_path: Path) -> None:
    (notice,) = ask(tmp_path, NOON, lambda world: [feed.notice for feed in world.feeds])

    assert notice["en"] == "Demonstration, not real departures."
    assert notice["uk"] == "Демонстрація, не справжні рейси."
    assert set(notice) == set(load_phrasebooks().languages)
    assert len(set(notice.values())) == len(notice)


@pytest.mark.parametrize("now", [NOON, NIGHT])
def test_its_main_place_answers_by_day_and_by_night(tmp_path: Path, now: datetime) -> None:
    board = ask(tmp_path, now, get_board)

    assert len(board.calls) >= 10
    assert {Certainty.LIVE, Certainty.LOST, Certainty.TIMETABLE} <= {call.certainty for call in board.calls}
    assert {call.access.verdict for call in board.calls} == set(Access)
    assert Access.YES in {call.access.low_floor for call in board.calls}


def test_a_broken_lift_and_a_detour_are_told_at_once(tmp_path: Path) -> None:
    alerts = ask(tmp_path, NOON, lambda world: world.list_alerts(authority="demo"))

    assert [(one.alert.effect, one.is_active) for one in alerts][:2] == [
        ("ACCESSIBILITY_ISSUE", True),
        ("DETOUR", True),
    ]
    assert [one.is_active for one in alerts] == [True, True, False]


def test_another_seed_gives_other_answers_and_the_same_seed_the_same(tmp_path: Path) -> None:
    first, again, other = (list_rows(ask(tmp_path, NOON, get_board, seed)) for seed in (5, 5, 6))

    assert first == again
    assert first != other


def test_the_rider_s_own_things_are_left_as_they_were(tmp_path: Path) -> None:
    mine = {"config.toml": "language = 'uk'\n", "feeds/lviv/feed.json": "{}", "rider/profile.json": "{}"}
    for name, text in mine.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    names = ask(tmp_path, NOON, lambda world: [feed.store.info.authority for feed in world.feeds])

    assert names == ["demo"]
    after = {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    assert after == mine


def test_two_demonstrations_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    async def run() -> tuple[FeedState, FeedState]:
        clock, home = FrozenClock(NOON), Home(tmp_path)
        async with demonstration(home, clock, 1) as one:
            async with demonstration(home, clock, 2) as other, open_world(other.home, clock) as live:
                second = live.current().live_state("demo").state
            async with open_world(one.home, clock) as live:
                return live.current().live_state("demo").state, second

    assert asyncio.run(run()) == (FeedState.LIVE, FeedState.LIVE)


def test_its_bytes_are_served_only_as_long_as_it_runs(tmp_path: Path) -> None:
    async def run() -> tuple[tuple[str, ...], list[str]]:
        async with demonstration(Home(tmp_path), FrozenClock(NOON)) as info, httpx.AsyncClient() as client:
            return info.urls, [decode((await client.get(url)).content).kind for url in info.urls]

    urls, kinds = asyncio.run(run())

    assert kinds == ["updates", "vehicles", "alerts"]
    with pytest.raises(httpx.ConnectError):
        httpx.get(urls[0])


def test_what_a_crash_left_behind_goes_after_a_week(tmp_path: Path) -> None:
    old, recent = tmp_path / "demonstration" / "old", tmp_path / "demonstration" / "recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
    long_ago = (datetime.now(UTC) - timedelta(days=8)).timestamp()
    os.utime(old, (long_ago, long_ago))

    ask(tmp_path, NOON, get_board)

    assert [path.name for path in (tmp_path / "demonstration").iterdir()] == ["recent"]


def test_nothing_else_in_the_server_knows_the_demonstration() -> None:
    package = Path(__file__).parents[3] / "server" / "stopbell_server"
    others = [path for path in package.rglob("*.py") if "demonstration" not in path.relative_to(package).parts]

    assert len(others) > 50
    assert [path.name for path in others if "stopbell_server.demonstration" in path.read_text(encoding="utf-8")] == []
