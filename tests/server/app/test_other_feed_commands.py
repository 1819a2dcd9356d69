"""Listing, removing and finding feeds."""

import asyncio
from pathlib import Path

import pytest

from stopbell_server.app import FeedSetup, find_feeds, list_feeds, remove_feed
from stopbell_server.app.feed_setup import resolve_sources
from stopbell_server.app.keys import parse_key
from stopbell_server.app.registry import FeedRecord, write_record
from stopbell_server.domain.errors import FeedMissing
from stopbell_server.feeds.fetch import Key, Source
from stopbell_server.home import Home
from tests.server.app.feeds import add, zip_feed


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_feeds_are_listed_with_where_they_come_from(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    asyncio.run(add(home, "town", source, notice={"en": "Test."}))

    (feed,) = list_feeds(home, {})

    assert (feed.name, feed.title, feed.is_usable) == ("town", "Agency", True)
    assert feed.lines == (
        "town: Agency: 2 stops, 1 trips, 2 calls, from 2026-01-01 to 2026-12-31, times of Europe/Kyiv.",
        f"  Timetable from {source}, loaded 2026-09-05 08:00 UTC.",
        "  No live data.",
        "  Said with every answer (en): Test.",
    )


def test_keys_are_listed_by_variable_with_whether_they_are_set(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    record = FeedRecord.model_validate_json((home.feed_folder("town") / "feed.json").read_bytes())
    keys = (Key("header", "X-Api-Key", "TOWN_KEY"), Key("parameter", "app", "TOWN_APP"))
    live = Source("https://user:s3cret@city.example/live?app=s3cret", keys)
    write_record(home, record.model_copy(update={"realtime": (live,)}))

    (feed,) = list_feeds(home, {"TOWN_KEY": "s3cret"})

    assert feed.lines[2:] == (
        "  Live data from https://city.example/live.",
        "  Key for the header X-Api-Key: environment variable TOWN_KEY, set.",
        "  Key for the parameter app: environment variable TOWN_APP, not set.",
    )


def test_a_feed_that_cannot_be_used_is_listed_with_the_reason(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    (home.feed_folder("town") / "feed.json").write_text("{")

    (feed,) = list_feeds(home)

    assert not feed.is_usable
    assert "feed remove town" in feed.lines[0]


def test_a_removed_feed_is_gone_and_said(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    asyncio.run(add(home, "other", zip_feed(tmp_path / "town.zip")))

    outcome = remove_feed(home, "town")

    assert outcome.lines[0].startswith("Removed feed town: Agency: 2 stops")
    assert [feed.name for feed in list_feeds(home)] == ["other"]
    assert not home.feed_folder("town").exists()


def test_a_damaged_feed_can_be_removed(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))
    (home.feed_folder("town") / "feed.json").write_text("{")
    (home.feed_folder("town") / "current").write_text("nonsense")

    assert remove_feed(home, "town").lines == ("Removed feed town, which could not be opened.",)
    assert list_feeds(home) == ()


def test_a_feed_that_is_not_there_cannot_be_removed(home: Home) -> None:
    with pytest.raises(FeedMissing):
        remove_feed(home, "town")

    assert not home.root.exists()


def test_an_offer_is_one_line_and_the_command_that_adds_it(home: Home) -> None:
    (offer,) = find_feeds(home, "Lviv")

    assert offer.line.startswith("Lvivavtodor, Lviv, Lviv Oblast, Ukraine. mdb:2374. Live arrivals, vehicles. Licence")
    assert offer.line.endswith("No key needed.")
    assert offer.command == "stopbell feed add lviv mdb:2374"


def test_an_offer_that_needs_a_key_says_where_it_goes(home: Home) -> None:
    offer = next(offer for offer in find_feeds(home, "wmata rail"))

    assert "Key needed (from https://developer.wmata.com/signup/)" in offer.line
    assert offer.arguments[-2:] == ("--parameter", "api_key=env:WASHINGTON_KEY")


def test_offers_have_different_names(home: Home) -> None:
    offers = find_feeds(home, "krakow")

    assert [offer.arguments[2] for offer in offers] == ["krakow", "krakow-autobus", "krakow-mobilis"]


def test_a_feed_that_is_loaded_keeps_its_name_in_the_offer(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "home-town", zip_feed(tmp_path / "town.zip")))
    record = FeedRecord.model_validate_json((home.feed_folder("home-town") / "feed.json").read_bytes())
    write_record(home, record.model_copy(update={"catalogue_id": "2374"}))

    (offer,) = find_feeds(home, "Lviv")

    assert offer.line.endswith("Added already as home-town.")
    assert offer.arguments[2] == "home-town"


def test_offered_commands_with_keys_are_understood(home: Home) -> None:
    for offer in find_feeds(home, "washington wmata"):
        _, _, _, source, *options = offer.arguments
        keys = tuple(
            parse_key(text, "header" if flag == "--header" else "parameter")
            for flag, text in zip(options[::2], options[1::2], strict=True)
        )
        assert resolve_sources(FeedSetup(source, keys=keys)).timetable.is_remote
