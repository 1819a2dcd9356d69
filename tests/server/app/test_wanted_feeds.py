"""Feeds that the settings name are added by a server, once."""

import asyncio
import logging
from pathlib import Path

import pytest

from stopbell_server.app.registry import get_record
from stopbell_server.app.wanted_feeds import add_wanted_feeds
from stopbell_server.home import Home
from stopbell_server.settings import Settings, read_settings
from stopbell_server.store.library import Library
from tests.server.app.feeds import CLOCK, TWO_TRIPS, add, list_files, zip_feed


def read(home: Home, **variables: Path | str) -> Settings:
    return read_settings(home, {f"STOPBELL_FEED_{name}": str(value) for name, value in variables.items()})


async def never(seconds: float) -> None:
    raise AssertionError(f"nobody should wait {seconds} s")


def run(home: Home, settings: Settings) -> None:
    asyncio.run(add_wanted_feeds(home, CLOCK, settings, sleep=never))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_a_feed_of_the_environment_is_added(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "city.zip")
    run(home, read(home, MY_CITY_SOURCE=source, MY_CITY_REALTIME="alerts=/a.pb /b.pb"))
    record = get_record(home, "my-city")
    assert (record.source.location, [live.location for live in record.realtime]) == (str(source), ["/a.pb", "/b.pb"])


def test_a_feed_that_is_there_from_the_same_source_is_left_alone(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "city.zip")
    asyncio.run(add(home, "city", source, notice={"en": "Test data."}))
    before = list_files(home, "city")
    run(home, read(home, CITY_SOURCE=source))
    assert list_files(home, "city") == before


def test_another_source_replaces_the_feed_and_keeps_its_notice_and_fleet(home: Home, tmp_path: Path) -> None:
    (tmp_path / "fleet.toml").write_text('[[vehicle]]\nlabel = "4"\nlow_floor = true\n', encoding="utf-8")
    old = zip_feed(tmp_path / "old.zip")
    asyncio.run(add(home, "city", old, notice={"en": "Test data."}, fleet=tmp_path / "fleet.toml"))
    new = zip_feed(tmp_path / "new.zip", TWO_TRIPS)
    run(home, read(home, CITY_SOURCE=new))
    record = get_record(home, "city")
    assert (record.source.location, record.notice, record.has_fleet) == (str(new), {"en": "Test data."}, True)
    assert (home.feed_folder("city") / "fleet.toml").read_bytes() == (tmp_path / "fleet.toml").read_bytes()


def test_a_source_that_cannot_be_used_is_told_and_the_others_are_added(
    home: Home, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bad.zip").write_bytes(b"no archive")
    with caplog.at_level(logging.WARNING):
        run(home, read(home, BAD_SOURCE=tmp_path / "bad.zip", CITY_SOURCE=zip_feed(tmp_path / "city.zip")))
    assert "feed bad of the settings was not added" in caplog.text
    assert get_record(home, "city").name == "city"


def test_a_source_that_cannot_be_reached_is_tried_again(home: Home, tmp_path: Path) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            zip_feed(tmp_path / "city.zip")

    settings = read(home, CITY_SOURCE=tmp_path / "city.zip")
    asyncio.run(add_wanted_feeds(home, CLOCK, settings, sleep=sleep))
    assert (waits, get_record(home, "city").name) == ([60, 120], "city")


def test_while_another_process_adds_the_feed_it_is_waited_for(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "city.zip")
    waits: list[float] = []

    async def play() -> None:
        lock = Library(home.feeds_folder).lock("city", "adding it")
        lock.__enter__()

        async def sleep(seconds: float) -> None:
            waits.append(seconds)
            lock.__exit__(None, None, None)

        await add_wanted_feeds(home, CLOCK, read(home, CITY_SOURCE=source), sleep=sleep)

    asyncio.run(play())
    assert (waits, get_record(home, "city").name) == ([10], "city")


def test_a_key_is_named_never_given(home: Home, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        run(home, read(home, CITY_SOURCE="https://transit.invalid/g.zip", CITY_HEADERS="Authorization=s3cret"))
    assert "must name an environment variable" in caplog.text
    assert "s3cret" not in caplog.text
