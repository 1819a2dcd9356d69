"""Updating a feed: nothing is loaded when nothing has changed, and a bad update changes nothing."""

import asyncio
import os
from pathlib import Path

import pytest

from stopbell_server.app import update_feed
from stopbell_server.app.outcome import FeedOutcome
from stopbell_server.app.registry import get_record
from stopbell_server.domain.errors import FeedMissing, FeedRefused
from stopbell_server.home import Home
from stopbell_server.store.library import Library
from tests.feedtext import make_feed
from tests.loopback import Loopback, answer, answer_in_turn, answer_to_validators
from tests.server.app.feeds import CLOCK, ONE_TRIP, TWO_TRIPS, add, ignore, list_files, zip_feed


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


async def update(home: Home, name: str) -> FeedOutcome:
    return await update_feed(home, name, clock=CLOCK, tell=ignore)


def test_a_source_that_the_server_calls_unchanged_is_not_loaded(home: Home, tmp_path: Path) -> None:
    body = zip_feed(tmp_path / "town.zip").read_bytes()

    async def run() -> tuple[FeedOutcome, dict[str, str]]:
        async with Loopback({"/town.zip": answer_to_validators(body, ETag='"v1"')}) as server:
            await add(home, "town", f"{server.address}/town.zip")
            return await update(home, "town"), server.requests[-1].headers

    outcome, headers = asyncio.run(run())

    assert headers["if-none-match"] == '"v1"'
    assert (outcome.lines, outcome.is_changed) == (("Feed town is unchanged at its source.",), False)


def test_the_same_content_under_another_mark_is_unchanged_too(home: Home, tmp_path: Path) -> None:
    body = zip_feed(tmp_path / "town.zip").read_bytes()

    async def run() -> FeedOutcome:
        pages = answer_in_turn(answer(body, ETag='"v1"'), answer(body, ETag='"v2"'))
        async with Loopback({"/town.zip": pages}) as server:
            await add(home, "town", f"{server.address}/town.zip")
            return await update(home, "town")

    outcome = asyncio.run(run())

    assert outcome.lines == ("Feed town is unchanged: its source has the same content.",)
    assert get_record(home, "town").etag == '"v2"'


def test_another_content_becomes_current_and_the_version_before_stays(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    asyncio.run(add(home, "town", source, notice={"en": "Test."}))
    zip_feed(source, TWO_TRIPS)

    outcome = asyncio.run(update(home, "town"))

    assert outcome.lines[0].startswith("Updated feed town: Agency: 2 stops, 2 trips")
    assert len(list((home.feed_folder("town") / "versions").glob("*.sqlite"))) == 2
    assert len(list((home.feed_folder("town") / "source").iterdir())) == 1
    assert get_record(home, "town").notice == {"en": "Test."}


def test_a_folder_is_compared_by_its_content(home: Home, tmp_path: Path) -> None:
    folder = make_feed(tmp_path / "tables", {"stop_times.txt": ONE_TRIP})
    asyncio.run(add(home, "town", folder))

    assert not asyncio.run(update(home, "town")).is_changed

    make_feed(folder, {"stop_times.txt": TWO_TRIPS})

    assert asyncio.run(update(home, "town")).is_changed


def test_a_bad_update_changes_nothing(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    asyncio.run(add(home, "town", source))
    before = list_files(home, "town")
    source.write_bytes(b"<html>Maintenance</html>")

    with pytest.raises(FeedRefused, match="web page"):
        asyncio.run(update(home, "town"))

    assert list_files(home, "town") == before


def test_a_lost_version_is_made_again_though_the_source_is_unchanged(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    asyncio.run(add(home, "town", source))
    current = Library(home.feeds_folder).find_current("town")
    assert current
    current.unlink()

    asyncio.run(update(home, "town"))

    Library(home.feeds_folder).open_current("town").close()


def test_a_feed_that_is_not_there_cannot_be_updated(home: Home) -> None:
    with pytest.raises(FeedMissing):
        asyncio.run(update(home, "town"))

    assert not os.path.lexists(home.root)
