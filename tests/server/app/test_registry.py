"""The registry of feeds: names that can scope ids, entries that survive, locations that hide keys."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell_server.app.registry import (
    FeedRecord,
    check_feed_name,
    find_record,
    get_record,
    list_feed_names,
    propose_name,
    write_record,
)
from stopbell_server.domain.errors import FeedMissing, FeedNameInvalid, StoreUnreadable
from stopbell_server.feeds.fetch import Key, Source
from stopbell_server.home import Home

ADDED = datetime(2026, 9, 5, 8, tzinfo=UTC)


def make_record(name: str = "lviv") -> FeedRecord:
    return FeedRecord(
        name=name,
        source=Source(location="https://feeds.example/lviv.zip"),
        realtime=(
            Source(
                location="https://feeds.example/updates",
                keys=(Key("header", "X-Api-Key", "LVIV_KEY"),),
            ),
        ),
        notice={"en": "Demonstration, not real."},
        kept="5f3a.zip",
        added=ADDED,
        updated=ADDED,
        etag='"abc"',
    )


def test_an_entry_comes_back_as_it_was_written(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    write_record(home, make_record())

    assert find_record(home, "lviv") == make_record()


def test_feeds_are_listed_by_name(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    write_record(home, make_record("lviv"))
    write_record(home, make_record("halifax"))
    (home.feeds_folder / "unfinished").mkdir()

    assert list_feed_names(home) == ("halifax", "lviv")


def test_a_home_that_does_not_exist_has_no_feeds(tmp_path: Path) -> None:
    assert list_feed_names(Home(tmp_path / "none")) == ()


def test_a_missing_feed_names_the_known_ones(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    write_record(home, make_record("halifax"))

    with pytest.raises(FeedMissing, match="Known feeds: halifax"):
        get_record(home, "lviv")


def test_a_damaged_entry_says_how_to_go_on(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    write_record(home, make_record())
    (home.feed_folder("lviv") / "feed.json").write_text('{"name":')

    with pytest.raises(StoreUnreadable, match="feed remove lviv"):
        find_record(home, "lviv")


@pytest.mark.parametrize("name", ["lviv", "a", "1", "new-york-2", "a" * 63])
def test_a_name_of_small_letters_digits_and_hyphens_is_taken(name: str) -> None:
    assert check_feed_name(name) == name


@pytest.mark.parametrize(
    "name", ["", "Lviv", "-x", "a b", "львів", "../x", "a/b", "a.b", "a:b", "a" * 64, "a\n", "--realtime"]
)
def test_any_other_name_is_refused_with_a_proposal(name: str) -> None:
    with pytest.raises(FeedNameInvalid, match="for example"):
        check_feed_name(name)


@pytest.mark.parametrize(
    ("text", "proposed"), [("New York", "new-york"), ("São", "sao"), ("Львів", "lviv"), ("!", "my-city")]
)
def test_a_proposed_name_is_a_valid_one(text: str, proposed: str) -> None:
    assert check_feed_name(propose_name(text)) == proposed
