"""Rule 46: how full single carriages are, and when nothing may be said of them."""

from pathlib import Path
from typing import Any

import pytest

from tests.asking import Asked, ask
from tests.realtimetext import stop, update, vehicle
from tests.server.rules.line import TODAY, open_line, to_posix

MANY, FEW, STANDING = "MANY_SEATS_AVAILABLE", "FEW_SEATS_AVAILABLE", "STANDING_ROOM_ONLY"


def ask_call(tmp_path: Path, *carriages: dict[str, Any], language: str = "en", **asked: Any) -> Asked:
    """Ask for a call of a train whose vehicle gives these carriages."""
    position = vehicle(
        "v", trip={"trip_id": "T"} | TODAY, multi_carriage_details=list(carriages), timestamp=to_posix("11:58")
    )
    late = update("T", stop(2, "B", departure={"delay": 60}), **TODAY)
    return ask(open_line(tmp_path, position, late), "get_arrivals", stop="test:B", language=language, **asked)


def carriage(sequence: int, occupancy: str | None = None, label: str | None = None) -> dict[str, Any]:
    """Give one carriage."""
    given = {"carriage_sequence": sequence, "occupancy_status": occupancy, "label": label}
    return {name: value for name, value in given.items() if value is not None}


@pytest.mark.parametrize(
    ("carriages", "expected"),
    [
        ((carriage(1, MANY), carriage(2, FEW)), ["many-seats", "few-seats"]),
        ((carriage(2, FEW), carriage(1, MANY)), ["many-seats", "few-seats"]),
        ((carriage(1), carriage(2, "NO_DATA_AVAILABLE"), carriage(3, FEW)), [None, None, "few-seats"]),
        ((carriage(1, MANY), carriage(3, FEW)), []),
        ((carriage(2, MANY), carriage(3, FEW)), []),
        ((carriage(1, MANY), carriage(1, FEW)), []),
        ((carriage(0, MANY), carriage(1, FEW)), []),
        ((), []),
    ],
)
def test_a_gap_in_the_carriages_discards_them_all(
    tmp_path: Path, carriages: tuple[dict[str, Any], ...], expected: list[str | None]
) -> None:
    """Rule 46, GTFS-RT CarriageDetails.carriage_sequence: numbered from 1 without a gap, in any order."""
    (call,) = ask_call(tmp_path, *carriages).data["arrivals"]
    assert [one.get("occupancy") for one in call.get("carriages", [])] == expected


@pytest.mark.parametrize(
    ("occupancies", "words"),
    [
        ((MANY, MANY, STANDING), "at the front many seats free, at the back standing room only"),
        ((FEW, MANY, STANDING), "at the front few seats free, in the middle many seats free, at the back standing"),
        ((MANY, None, None), "at the front many seats free"),
        ((None, None, MANY), "at the back many seats free"),
        ((MANY, MANY), "all carriages: many seats free"),
    ],
)
def test_where_there_is_room_is_told_at_length(tmp_path: Path, occupancies: tuple[str | None, ...], words: str) -> None:
    """Rule 46: the first carriage in the direction of travel is the front."""
    carriages = [carriage(number, one) for number, one in enumerate(occupancies, 1)]
    assert words in ask_call(tmp_path, *carriages, verbosity="rich").text
    assert words not in ask_call(tmp_path, *carriages).text


@pytest.mark.parametrize("occupancies", [(None, None), (MANY, FEW, MANY, FEW)])
def test_what_no_word_of_place_fits_is_not_told(tmp_path: Path, occupancies: tuple[str | None, ...]) -> None:
    """Rule 46: nothing known, or too varied; the structure has it."""
    carriages = [carriage(number, one) for number, one in enumerate(occupancies, 1)]
    assert "seats" not in ask_call(tmp_path, *carriages, verbosity="rich").text


def test_the_label_of_a_carriage_is_kept(tmp_path: Path) -> None:
    """Rule 46, GTFS-RT CarriageDetails.label."""
    (call,) = ask_call(tmp_path, carriage(1, MANY, "A7"), carriage(2)).data["arrivals"]
    assert call["carriages"] == [{"label": "A7", "occupancy": "many-seats"}, {}]


def test_where_there_is_room_is_told_in_ukrainian(tmp_path: Path) -> None:
    """Rule 46."""
    asked = ask_call(tmp_path, carriage(1, MANY), carriage(2, STANDING), language="uk", verbosity="rich")
    assert "спереду: багато вільних місць, ззаду: лише стоячі місця" in asked.text
