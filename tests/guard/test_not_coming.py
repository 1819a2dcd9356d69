"""A call that does not come is never told with a time as if it did, whatever the words around it."""

import pytest

from stopbell.answer import parse_answer
from stopbell.guard import FactGuard
from tests.assistant.faketools import BOOKS, answer_board, make_call, make_stop
from tests.assistant.talking import NOON


def make_guard(status: str) -> FactGuard:
    gone = make_call("10", "Bus Station", 13, status=status, expected_departure=None).model_copy(
        update={"minutes": None}
    )
    board = answer_board(make_stop(), calls=[make_call("10", "North Market", 8), gone, make_call("5", "Harbour", 22)])
    guard = FactGuard(BOOKS, now=lambda: NOON)
    guard.learn(
        "get_arrivals", {"stop": "town:oak"}, parse_answer(board({"stop": "town:oak"}, BOOKS.pick("en")).to_wire(), "")
    )
    return guard


@pytest.mark.parametrize("status", ["cancelled", "skipped"])
@pytest.mark.parametrize(
    "sentence",
    ["The 10 to Bus Station leaves at 12:13.", "10 to Bus Station, 12:13.", "10 to Bus Station, 12:13, timetable."],
)
def test_a_time_of_a_call_that_does_not_come_is_not_kept(sentence: str, status: str) -> None:
    assert make_guard(status).check(sentence, "en").kind in ("corrected", "replaced")


def test_told_as_cancelled_it_is_kept() -> None:
    assert make_guard("cancelled").check("Cancelled: 10 to Bus Station, 12:13.", "en").kind == "kept"
