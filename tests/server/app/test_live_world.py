"""The open world: all feeds, fresh, replaced while answers go on, and never taken down by one of them."""

import asyncio
import gc
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stopbell_server.app import live_world, open_world, remove_feed, update_feed
from stopbell_server.app.live_world import LiveWorld
from stopbell_server.app.registry import get_record, write_record
from stopbell_server.domain.certainty import FeedState
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.domain.ids import StopId
from stopbell_server.home import Home
from stopbell_server.settings import Settings
from stopbell_server.store.library import Library
from stopbell_server.store.schema import IMPORTER_VERSION
from stopbell_server.world import World
from tests.loopback import Loopback, answer, answer_in_turn, stay_silent
from tests.realtimetext import make_updates, stop, update
from tests.server.app.feeds import CLOCK, TWO_TRIPS, add, ignore, zip_feed

LIVE = make_updates(header=CLOCK.now(), entities=[update("T1", stop(1, "Opera", departure={"delay": 60}))])


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


class Turns:
    """A sleep that ends when the test says so."""

    def __init__(self) -> None:
        self._sleepers: list[asyncio.Future[None]] = []

    async def sleep(self, seconds: float) -> None:
        del seconds
        self._sleepers.append(asyncio.get_running_loop().create_future())
        await self._sleepers[-1]

    async def pass_until(self, is_so: Callable[[], bool]) -> None:
        """Let everybody who sleeps wake up, again and again, until something is so."""
        async with asyncio.timeout(20):
            while not is_so():
                sleepers, self._sleepers = self._sleepers, []
                for sleeper in sleepers:
                    if not sleeper.done():
                        sleeper.set_result(None)
                await asyncio.sleep(0.01)


def names(world: World) -> list[str]:
    return [view.store.info.authority for view in world.feeds]


def count_trips(world: World) -> int:
    return world.feeds[0].store.info.trip_count


def run_in_world(
    home: Home, act: Callable[[LiveWorld, Turns], Awaitable[None]], settings: Settings | None = None
) -> None:
    async def run() -> None:
        turns = Turns()
        async with open_world(home, CLOCK, settings, sleep=turns.sleep) as live:
            await act(live, turns)

    asyncio.run(run())


def test_an_empty_home_is_an_empty_world(home: Home) -> None:
    async def act(live: LiveWorld, _: Turns) -> None:
        assert live.current().feeds == ()
        assert live.problems == ()

    run_in_world(home, act)
    assert not home.root.exists()


def test_a_feed_is_open_with_its_first_live_data(home: Home, tmp_path: Path) -> None:
    live_file = tmp_path / "live.pb"
    live_file.write_bytes(LIVE)
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip"), realtime=(str(live_file),), notice={"en": "Test."}))

    async def act(live: LiveWorld, _: Turns) -> None:
        world = live.current()
        assert names(world) == ["town"]
        assert world.live_state("town").state is FeedState.LIVE
        assert world.feeds[0].notice == {"en": "Test."}
        assert live.list_titles() == (("town", "Agency"),)

    run_in_world(home, act)


def test_a_feed_without_live_data_says_that_there_is_none(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))

    async def act(live: LiveWorld, _: Turns) -> None:
        assert live.current().live_state("town").state is FeedState.ABSENT

    run_in_world(home, act)


def test_a_silent_live_source_keeps_nobody_waiting_and_is_a_problem(home: Home, tmp_path: Path) -> None:
    async def run() -> None:
        async with Loopback({"/live": stay_silent}) as server:
            source = zip_feed(tmp_path / "town.zip")
            await add(home, "town", source, realtime=(str(tmp_path / "later.pb"),))
            record = home.feed_folder("town") / "feed.json"
            record.write_text(record.read_text().replace(str(tmp_path / "later.pb"), f"{server.address}/live"))
            async with open_world(home, CLOCK, Settings(live_wait_s=0.2), sleep=Turns().sleep) as live:
                assert live.current().live_state("town").state is FeedState.NOT_YET
                (problem,) = live.live_problems
                assert (problem.feed, live.problems) == ("town", ())
                assert "no answer within 0.2 s" in problem.sentence

    asyncio.run(run())


def test_new_live_data_makes_another_world_and_leaves_the_one_in_use(home: Home, tmp_path: Path) -> None:
    later = make_updates(header=CLOCK.now(), entities=[update("T1", stop(1, "Opera", departure={"delay": 600}))])

    async def run() -> None:
        async with Loopback({"/live": answer_in_turn(answer(LIVE), answer(LIVE), answer(later))}) as server:
            await add(home, "town", zip_feed(tmp_path / "town.zip"), realtime=(f"{server.address}/live",))
            turns = Turns()
            # The pace is measured by a clock that jumps, so that a fetch is due whenever somebody wakes.
            async with open_world(home, JumpingClock(CLOCK.instant), Settings(), sleep=turns.sleep) as live:
                before = live.current()
                await turns.pass_until(lambda: find_delay(live.current()) == 600)
                assert find_delay(before) == 60

    asyncio.run(run())


class JumpingClock(FrozenClock):
    """The time of day stands still, and every look at the other time is a minute later."""

    _seconds = 0.0

    def monotonic(self) -> float:
        object.__setattr__(self, "_seconds", self._seconds + 60)
        return self._seconds


def find_delay(world: World) -> int | None:
    snapshot = world.feeds[0].snapshot
    assert snapshot
    departure = snapshot.list_all_updates()[0].updates[0].departure
    return departure.delay_s if departure else None


def test_one_bad_feed_leaves_the_others_and_is_named(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    for name in ("bad-entry", "bad-fleet", "good"):
        asyncio.run(add(home, name, source))
    (home.feed_folder("bad-entry") / "feed.json").write_text("{")
    entry = home.feed_folder("bad-fleet") / "feed.json"
    entry.write_text(entry.read_text().replace('"has_fleet": false', '"has_fleet": true'))

    async def act(live: LiveWorld, _: Turns) -> None:
        assert names(live.current()) == ["good"]
        assert [problem.feed for problem in live.problems] == ["bad-entry", "bad-fleet"]
        assert "feed remove bad-entry" in live.problems[0].sentence
        assert "fleet.toml" in live.problems[1].sentence

    run_in_world(home, act)


def test_a_replaced_feed_is_swapped_and_answers_under_way_end_well(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    asyncio.run(add(home, "town", source))

    async def act(live: LiveWorld, turns: Turns) -> None:
        under_way = live.current()
        zip_feed(source, TWO_TRIPS)
        await update_feed(home, "town", clock=CLOCK, tell=ignore)

        await turns.pass_until(lambda: count_trips(live.current()) == 2)

        assert count_trips(under_way) == 1
        assert under_way.feeds[0].store.find_stop(StopId("Opera"))

    run_in_world(home, act)


def test_a_replaced_timetable_keeps_the_live_data_of_a_source_that_fails_now(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")

    async def run() -> None:
        async with Loopback({"/live": answer(LIVE)}) as server:
            await add(home, "town", source, realtime=(f"{server.address}/live",))
            turns = Turns()
            async with open_world(home, CLOCK, Settings(), sleep=turns.sleep) as live:
                server.answers["/live"] = answer(status="503 Busy")
                zip_feed(source, TWO_TRIPS)
                await update_feed(home, "town", clock=CLOCK, tell=ignore)
                asked = len(server.requests)

                await turns.pass_until(lambda: count_trips(live.current()) == 2)

                assert find_delay(live.current()) == 60
                assert live.current().live_state("town").state is FeedState.LIVE
                assert len(server.requests) == asked, "the source was asked before it was due"

    asyncio.run(run())


def test_a_replaced_feed_goes_on_being_refreshed(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    later = make_updates(header=CLOCK.now(), entities=[update("T2", stop(1, "Opera", departure={"delay": 600}))])

    async def run() -> None:
        async with Loopback({"/live": answer(LIVE)}) as server:
            await add(home, "town", source, realtime=(f"{server.address}/live",))
            turns = Turns()
            async with open_world(home, JumpingClock(CLOCK.instant), Settings(), sleep=turns.sleep) as live:
                zip_feed(source, TWO_TRIPS)
                await update_feed(home, "town", clock=CLOCK, tell=ignore)
                await turns.pass_until(lambda: count_trips(live.current()) == 2)
                server.answers["/live"] = answer(later)
                await turns.pass_until(lambda: find_delay(live.current()) == 600)
                assert live.current().live_state("town").matched == 1

    asyncio.run(run())


def test_other_live_sources_are_asked_at_once(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    other = make_updates(header=CLOCK.now(), entities=[update("T1", stop(1, "Opera", departure={"delay": 600}))])

    async def run() -> None:
        async with Loopback({"/live": answer(LIVE), "/other": answer(other)}) as server:
            await add(home, "town", source, realtime=(f"{server.address}/live",))
            turns = Turns()
            async with open_world(home, CLOCK, Settings(), sleep=turns.sleep) as live:
                await add(home, "town", source, realtime=(f"{server.address}/other",))
                await turns.pass_until(lambda: find_delay(live.current()) == 600)

    asyncio.run(run())


def test_a_feed_that_cannot_be_replaced_goes_on_being_refreshed(home: Home, tmp_path: Path) -> None:
    later = make_updates(header=CLOCK.now(), entities=[update("T1", stop(1, "Opera", departure={"delay": 600}))])

    async def run() -> None:
        async with Loopback({"/live": answer(LIVE)}) as server:
            await add(home, "town", zip_feed(tmp_path / "town.zip"), realtime=(f"{server.address}/live",))
            turns = Turns()
            async with open_world(home, JumpingClock(CLOCK.instant), Settings(), sleep=turns.sleep) as live:
                (home.feed_folder("town") / "feed.json").write_text("{")
                await turns.pass_until(lambda: live.problems != ())
                server.answers["/live"] = answer(later)
                await turns.pass_until(lambda: find_delay(live.current()) == 600)

    asyncio.run(run())


def test_a_removed_feed_still_answers_whoever_asked_before(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))

    async def act(live: LiveWorld, _: Turns) -> None:
        under_way = live.current()
        remove_feed(home, "town")
        found = await asyncio.to_thread(under_way.find_stops, "Opera")
        assert [description.stop.id for description in found] == ["Opera"]

    run_in_world(home, act)


def test_a_replaced_timetable_is_closed_once_nobody_uses_it(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    asyncio.run(add(home, "town", source))

    async def act(live: LiveWorld, turns: Turns) -> None:
        old = live.current().feeds[0].store
        zip_feed(source, TWO_TRIPS)
        await update_feed(home, "town", clock=CLOCK, tell=ignore)
        await turns.pass_until(lambda: count_trips(live.current()) == 2)
        gc.collect()
        await live.look_again()

        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            old.find_stop(StopId("Opera"))

    run_in_world(home, act)


def test_feeds_that_are_added_and_removed_meanwhile_come_and_go(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    asyncio.run(add(home, "town", source))

    async def act(live: LiveWorld, turns: Turns) -> None:
        await add(home, "village", source)
        await turns.pass_until(lambda: names(live.current()) == ["town", "village"])
        remove_feed(home, "town")
        await turns.pass_until(lambda: names(live.current()) == ["village"])

    run_in_world(home, act)


def test_a_feed_that_turns_bad_meanwhile_stays_as_it_was(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))

    async def act(live: LiveWorld, turns: Turns) -> None:
        (home.feed_folder("town") / "feed.json").write_text("{")
        await turns.pass_until(lambda: live.problems != ())
        assert names(live.current()) == ["town"]

    run_in_world(home, act)


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\x00" + bytes(84)], ids=["cut off", "another schema"])
def test_a_version_that_cannot_be_read_is_made_again_from_the_kept_source(
    home: Home, tmp_path: Path, damage: bytes
) -> None:
    source = zip_feed(tmp_path / "town.zip")
    asyncio.run(add(home, "town", source))
    source.unlink()
    current = Library(home.feeds_folder).find_current("town")
    assert current
    current.write_bytes(damage)

    async def act(live: LiveWorld, _: Turns) -> None:
        assert names(live.current()) == ["town"]
        assert live.problems == ()

    run_in_world(home, act)


def test_a_feed_that_an_older_program_made_is_made_again(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    record = get_record(home, "town")
    write_record(home, record.model_copy(update={"importer": IMPORTER_VERSION - 1}))

    async def act(live: LiveWorld, _: Turns) -> None:
        assert names(live.current()) == ["town"]

    run_in_world(home, act)

    assert get_record(home, "town").importer == IMPORTER_VERSION


def test_a_feed_that_cannot_be_made_again_stays_as_it_was_made(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    write_record(home, get_record(home, "town").model_copy(update={"importer": None, "kept": "gone.zip"}))

    async def act(live: LiveWorld, _: Turns) -> None:
        assert names(live.current()) == ["town"]
        assert live.problems == ()

    run_in_world(home, act)


def test_a_lost_source_says_how_to_load_the_feed_again(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    for path in (*(home.feed_folder("town") / "versions").iterdir(), *(home.feed_folder("town") / "source").iterdir()):
        path.unlink()

    async def act(live: LiveWorld, _: Turns) -> None:
        (problem,) = live.problems
        assert "stopbell feed update town" in problem.sentence

    run_in_world(home, act)


def test_settings_that_are_not_understood_open_nothing(home: Home) -> None:
    home.root.mkdir()
    home.config_file.write_text("colour = 'red'")

    with pytest.raises(SettingsInvalid, match="colour"):
        run_in_world(home, lambda live, turns: pytest.fail(f"{live} {turns}"))


def test_a_server_need_not_wait_for_a_feed_that_is_made_again(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    write_record(home, get_record(home, "town").model_copy(update={"importer": IMPORTER_VERSION - 1}))

    async def act() -> None:
        async with open_world(home, CLOCK, wait_s=0) as live:
            assert (names(live.current()), live.current().loading) == ([], ("town",))
            opened = asyncio.Event()
            live.on_change(opened.set)
            await asyncio.wait_for(opened.wait(), 60)
            assert (names(live.current()), live.current().loading) == (["town"], ())

    asyncio.run(act())


def test_the_end_of_a_server_does_not_wait_for_a_feed_that_is_still_loading(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    write_record(home, get_record(home, "town").model_copy(update={"importer": IMPORTER_VERSION - 1}))

    async def act() -> None:
        async with open_world(home, CLOCK, wait_s=0) as live:
            assert live.loading == ("town",)

    asyncio.run(act())
    assert get_record(home, "town").importer == IMPORTER_VERSION - 1


def test_a_feed_that_cannot_be_opened_is_not_loading_for_ever(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    for path in (*(home.feed_folder("town") / "versions").iterdir(), *(home.feed_folder("town") / "source").iterdir()):
        path.unlink()

    async def act(live: LiveWorld, _: Turns) -> None:
        live.expect(["town", "other"])
        assert live.loading == ("other",)
        live.expect([])
        assert live.loading == ()

    run_in_world(home, act)


def test_two_looks_at_once_take_in_a_change_once(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    opened: list[str] = []
    load = live_world.load_parts

    async def count(home: Home, name: str, *others: object) -> object:
        opened.append(name)
        return await load(home, name, *others)  # type: ignore[arg-type]  # handed on as it came

    monkeypatch.setattr(live_world, "load_parts", count)

    async def act(live: LiveWorld, _: Turns) -> None:
        await add(home, "village", zip_feed(tmp_path / "village.zip"))
        await asyncio.gather(live.look_again(), live.look_again())
        assert names(live.current()) == ["town", "village"]

    run_in_world(home, act)
    assert opened == ["town", "village"]
