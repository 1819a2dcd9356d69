"""Stops that sound alike are told apart by what differs, the most helpful first, and always by something."""

from typing import Any

import pytest

from stopbell_server.contract.stops import AccessFactModel, StopSummary
from stopbell_server.phrases.phrasebooks import Phrasebooks

BOOKS = Phrasebooks.load()
UNKNOWN = AccessFactModel(value="unknown", source="none")


def make(identity: str, **fields: Any) -> StopSummary:
    given: dict[str, Any] = {"name": "Mill Road", "spoken_name": "Mill Road", "access": UNKNOWN} | fields
    return StopSummary(id=f"town:{identity}", uri=f"mobility://public-transport-stop/town/{identity}", **given)


def label(*stops: StopSummary, language: str = "en") -> list[str]:
    return [phrase.written for phrase in BOOKS.pick(language).label_stops(stops)]


ALIKE: dict[str, Any] = {"towards": ["Zoo", "Park"]}


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ({"towards": ["Zoo"]}, {"towards": ["Park"]}, ["Mill Road, towards Zoo", "Mill Road, towards Park"]),
        (
            {"towards": ["Zoo", "Park", "Lake"]},
            {"towards": ["Zoo", "Park", "Hill"], "side": "north"},
            ["Mill Road, towards Zoo and Park, towards Lake", "Mill Road, towards Zoo and Park, towards Hill"],
        ),
        (
            {**ALIKE, "side": "north", "street": "Elm Street"},
            {**ALIKE, "side": "south", "street": "Oak Street"},
            [
                "Mill Road, towards Zoo and Park, leaving to the north",
                "Mill Road, towards Zoo and Park, leaving to the south",
            ],
        ),
        (
            {**ALIKE, "street": "Elm Street", "code": "1"},
            {**ALIKE, "street": "Oak Street", "code": "2"},
            ["Mill Road, towards Zoo and Park, Elm Street", "Mill Road, towards Zoo and Park, Oak Street"],
        ),
        (
            {**ALIKE, "code": "1"},
            {**ALIKE, "code": "2"},
            ["Mill Road, towards Zoo and Park, stop code 1", "Mill Road, towards Zoo and Park, stop code 2"],
        ),
        (
            {**ALIKE, "distance_meters": 40},
            {**ALIKE, "distance_meters": 90},
            ["Mill Road, 40 metres, towards Zoo and Park", "Mill Road, 90 metres, towards Zoo and Park"],
        ),
        ({}, {}, ["Mill Road, stop id a", "Mill Road, stop id b"]),
    ],
)
def test_what_differs_is_told(one: dict[str, Any], other: dict[str, Any], told: list[str]) -> None:
    assert label(make("a", **one), make("b", **other)) == told


def test_names_that_only_differ_in_a_silent_number_are_told_apart() -> None:
    stops = (make("a", name="Mill Road (6963)", spoken_name="Mill Road", code="6963"),
             make("b", name="Mill Road (6964)", spoken_name="Mill Road", code="6964"))  # fmt: skip
    spoken = [phrase.spoken for phrase in BOOKS.pick("en").label_stops(stops)]

    assert len(set(spoken)) == 2


@pytest.mark.parametrize("language", BOOKS.languages)
def test_no_two_of_many_sound_alike(language: str) -> None:
    stops = [make(f"s{number}", side="north" if number % 2 else None, code=str(number % 3)) for number in range(9)]
    spoken = [phrase.spoken for phrase in BOOKS.pick(language).label_stops(stops)]

    assert len(set(spoken)) == 9


def test_what_is_different_anyway_gets_nothing_more() -> None:
    assert label(make("a", side="north"), make("b", name="Oak Lane", spoken_name="Oak Lane", side="south")) == [
        "Mill Road",
        "Oak Lane",
    ]


def test_ukrainian_has_the_words_too() -> None:
    assert label(make("a", side="north"), make("b", side="east"), language="uk") == [
        "Mill Road, рух на північ",
        "Mill Road, рух на схід",
    ]
