"""Where a feed's data comes from: paths made absolute, the catalogue's addresses, and which keys go where."""

from pathlib import Path

import pytest

from stopbell_server.app.feed_setup import FeedSetup, resolve_sources
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.feeds.fetch import Key, Source

KEY = Key("parameter", "api_key", "WMATA_KEY")


def test_local_paths_become_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    sources = resolve_sources(FeedSetup("town.zip", realtime=("live.pb",)))

    assert sources.timetable == Source(str(tmp_path / "town.zip"))
    assert sources.live == (Source(str(tmp_path / "live.pb")),)


def test_keys_go_to_addresses_and_not_to_files(tmp_path: Path) -> None:
    sources = resolve_sources(
        FeedSetup(str(tmp_path / "town.zip"), realtime=("https://city.example/live",), keys=(KEY,))
    )

    assert sources.timetable.keys == ()
    assert sources.live == (Source("https://city.example/live", (KEY,)),)


@pytest.mark.parametrize("asked", ["mdb:734", "catalogue:734"])
def test_a_number_brings_the_timetable_and_its_live_sources(asked: str) -> None:
    sources = resolve_sources(FeedSetup(asked))

    assert sources.timetable == Source("http://gtfs.halifax.ca/static/google_transit.zip")
    assert len(sources.live) == 3
    assert sources.catalogue_id == "734"
    assert sources.mirror
    assert "halifax" in sources.mirror


def test_live_sources_given_by_hand_replace_the_catalogues(tmp_path: Path) -> None:
    sources = resolve_sources(FeedSetup("mdb:734", realtime=(str(tmp_path / "live.pb"),)))

    assert sources.live == (Source(str(tmp_path / "live.pb")),)


def test_a_key_goes_where_the_catalogue_says() -> None:
    sources = resolve_sources(FeedSetup("mdb:1847", keys=(KEY,)))

    assert sources.timetable.keys == (KEY,)
    assert {source.keys for source in sources.live} == {(KEY,)}


def test_a_missing_key_says_where_to_get_one_and_how_to_give_it() -> None:
    with pytest.raises(SettingsInvalid) as caught:
        resolve_sources(FeedSetup("mdb:1847"))

    assert "https://developer.wmata.com/signup/" in str(caught.value)
    assert "--parameter api_key=env:" in str(caught.value)


def test_the_catalogue_says_what_live_sources_carry() -> None:
    sources = resolve_sources(FeedSetup("mdb:734"))

    assert sorted(source.carries for source in sources.live) == [("alerts",), ("updates",), ("vehicles",)]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("alerts=https://city.example/live", Source("https://city.example/live", carries=("alerts",))),
        (
            "updates+vehicles=https://city.example/live",
            Source("https://city.example/live", carries=("updates", "vehicles")),
        ),
        ("https://city.example/live?alerts=yes", Source("https://city.example/live?alerts=yes")),
    ],
)
def test_an_operator_may_say_what_a_live_source_carries(told: str, expected: Source) -> None:
    assert resolve_sources(FeedSetup("town.zip", realtime=(told,))).live == (expected,)
