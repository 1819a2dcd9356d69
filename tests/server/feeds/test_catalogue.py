"""Finding the world's feeds by what a person would type."""

import re

import pytest

from stopbell_server.feeds.catalogue.entries import FeedEntry, KeyPlace
from stopbell_server.feeds.catalogue.reading import find_entry, load_catalogue
from stopbell_server.feeds.catalogue.search import search_catalogue


@pytest.fixture(scope="module")
def entries() -> tuple[FeedEntry, ...]:
    return load_catalogue()


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        pytest.param("Lviv", "2374", id="place"),
        pytest.param("LVIV", "2374", id="case"),
        pytest.param("Львів", "2374", id="another script"),
        pytest.param("Львов", "2374", id="another spelling"),
        pytest.param("Київ", "3230", id="transliterated otherwise"),
        pytest.param("Halifax", "734", id="a place before a list of operators"),
        pytest.param("halifax bus", "734", id="a general word excludes nothing"),
        pytest.param("Canada Halifax", "734", id="any order, with the country"),
        pytest.param("halif", "734", id="beginning of a word"),
        pytest.param("krakow", "1270", id="without diacritics"),
        pytest.param("Kraków", "1270", id="with diacritics"),
        pytest.param("Краків", "1270", id="Ukrainian name of a Polish city"),
        pytest.param("ztp tram", "1270", id="operator and name"),
        pytest.param("Uzhhorod", "2931", id="asked in Latin, written in Cyrillic"),
        pytest.param("BART", "53", id="abbreviation of an operator"),
        pytest.param("UA", "2374", id="code of a country"),
        pytest.param("mdb:734", "734", id="number"),
    ],
)
def test_a_feed_is_found_by_place_operator_or_number(entries: tuple[FeedEntry, ...], asked: str, first: str) -> None:
    found = search_catalogue(entries, asked, languages=("en", "uk"))

    assert found[0].id == first


@pytest.mark.parametrize("asked", ["Ukraine", "Україна", "Ukraina"])
def test_a_country_is_found_by_its_code_and_its_names(entries: tuple[FeedEntry, ...], asked: str) -> None:
    found = search_catalogue(entries, asked, languages=("en", "uk"))

    assert {entry.country for entry in found} == {"UA"}


def test_active_feeds_come_before_inactive_ones(entries: tuple[FeedEntry, ...]) -> None:
    ranks = [entry.status.rank for entry in search_catalogue(entries, "Toronto")]

    assert ranks == sorted(ranks)
    assert len(set(ranks)) > 1


@pytest.mark.parametrize("asked", ["", "   ", "'", "qqxzyw"])
def test_nothing_is_found_for_nothing(entries: tuple[FeedEntry, ...], asked: str) -> None:
    assert search_catalogue(entries, asked) == ()


def test_live_sources_are_joined_to_their_timetable(entries: tuple[FeedEntry, ...]) -> None:
    halifax = find_entry(entries, "mdb:734")

    assert halifax
    assert sorted(kind for live in halifax.live for kind in live.carries) == ["sa", "tu", "vp"]


def test_deprecated_live_sources_are_left_out(entries: tuple[FeedEntry, ...]) -> None:
    exo_trains = find_entry(entries, "748")

    assert exo_trains
    assert "1333" not in {live.id for live in exo_trains.live}


def test_the_number_of_a_live_source_leads_to_its_timetable(entries: tuple[FeedEntry, ...]) -> None:
    found = find_entry(entries, "catalogue:1605")

    assert found
    assert found.id == "734"


def test_a_wanted_key_says_where_it_goes_and_who_gives_it(entries: tuple[FeedEntry, ...]) -> None:
    christchurch = find_entry(entries, "1313")

    assert christchurch
    assert christchurch.key.place is KeyPlace.HEADER
    assert christchurch.key.name == "Ocp-Apim-Subscription-Key"
    assert christchurch.key.where.startswith("https://")


def test_every_entry_has_an_address_and_one_line_of_text(entries: tuple[FeedEntry, ...]) -> None:
    for entry in entries:
        assert entry.url.startswith(("http://", "https://"))
        assert re.fullmatch(r"[^\t\r\n]+", entry.operator)
        assert entry.mirror_url is None or entry.mirror_url.startswith("https://storage.googleapis.com/")
