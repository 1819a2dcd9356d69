"""The one mapping from GTFS words to the wire's."""

from enum import Enum

import pytest

from stopbell_server.contract import words
from stopbell_server.domain.access import Access, AccessSource
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.network import Boarding, LocationType
from stopbell_server.domain.realtime import Occupancy


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        (words.ACCESS, Access),
        (words.ACCESS_SOURCES, AccessSource),
        (words.CERTAINTIES, Certainty),
        (words.STATUSES, CallStatus),
        (words.OCCUPANCIES, Occupancy),
        (words.BOARDINGS, Boarding),
        (words.STOP_TYPES, LocationType),
    ],
)
def test_each_fact_has_exactly_one_word(table: dict[object, object], kinds: type[Enum]) -> None:
    assert set(table) == set(kinds)
    assert len(set(table.values())) == len(table)


@pytest.mark.parametrize(
    ("degrees", "word"),
    [
        (0, "north"),
        (22, "north"),
        (23, "north-east"),
        (90, "east"),
        (337, "north-west"),
        (338, "north"),
        (359.9, "north"),
    ],
)
def test_a_heading_is_the_nearest_compass_word(degrees: float, word: str) -> None:
    assert words.to_compass(degrees) == word


def test_an_unknown_cause_has_no_word() -> None:
    assert "UNKNOWN_CAUSE" not in words.CAUSES
    assert "UNKNOWN_EFFECT" not in words.EFFECTS
