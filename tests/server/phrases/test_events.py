"""A phrase carries what happened and how sure it is, for the announcer and for the eye."""

import pytest

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.codes import Code
from stopbell_server.contract.stops import StopsData
from stopbell_server.phrases import Phrasebooks
from tests.server.phrases.facts import board, call, stop

BOOK = Phrasebooks.load().pick("en")


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (call(), "call"),
        (call(minutes=0), "arriving"),
        (call(minutes=0, certainty="lost"), "call"),
        (call(status="cancelled"), "cancelled"),
        (call(status="skipped"), "skipped"),
        (call(status="replaced"), "replaced"),
        (call(status="ends-here"), "ends-here"),
        (call(platform="3", planned_platform="2"), "platform-change"),
    ],
)
def test_a_call_says_what_kind_of_event_it_is(given: MonitoredCall, kind: str) -> None:
    assert BOOK.call(given).kind == kind


def test_a_call_carries_its_certainty() -> None:
    assert BOOK.call(call(certainty="lost")).certainty == "lost"


def test_a_board_carries_a_certainty_only_where_all_its_calls_share_it() -> None:
    assert BOOK.board(board(call(), call(line="2"))).certainty == "live"
    assert BOOK.board(board(call(), call(line="2", certainty="lost"))).certainty is None


def test_an_empty_answer_is_an_event_of_its_own() -> None:
    assert BOOK.board(board()).kind == "no-calls"
    assert BOOK.stops(StopsData(query="x", stops=[])).kind == "no-stops"
    assert BOOK.stops(StopsData(query="x", stops=[stop()])).kind == "stops"


def test_a_code_is_the_kind_of_its_sentence() -> None:
    assert BOOK.code(Code.LIVE_LOST).kind == "live-lost"


def test_a_phrase_followed_by_another_keeps_its_own_kind() -> None:
    both = BOOK.call(call(status="cancelled")).then(BOOK.say("time.none"))
    assert (both.kind, len(both.lines)) == ("cancelled", 2)
    assert both.written.endswith("14:05. time not known")


def test_a_notice_ends_the_answer_and_adds_one_full_stop() -> None:
    answer = BOOK.say("time.now")
    assert BOOK.with_notice(answer, "Demonstration").written == "arriving now Demonstration."
    assert BOOK.with_notice(answer, "Demonstration.").written == "arriving now Demonstration."
    assert BOOK.with_notice(answer, None) is answer
    assert BOOK.with_notice(answer, "") is answer


def test_an_unknown_verbosity_is_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="verbosity 'chatty' is none of brief, normal, rich, full"):
        BOOK.call(call(), verbosity="chatty")
