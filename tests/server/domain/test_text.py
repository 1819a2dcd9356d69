"""What of a feed's text reaches riders: one clean line, without markup, as long as anybody can hear."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.addresses import list_meant_ids, to_wire_id
from stopbell_server.domain.text import LONGEST_NAME, is_plain_id, strip_markup, to_feed_text

LEFT_IN = ("\u200c", "\u200d")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Rathaus <b>Nord</b>", "Rathaus Nord"),
        ("Depot<br/>Gate 2", "Depot Gate 2"),
        ("<script>alert(1)</script>Zoo", "Zoo"),
        ("<scr<b>ipt>alert(1)</scr</b>ipt>Zoo", "<scr ipt>alert(1)</scr ipt>Zoo"),
        ("Zoo <img src=x onerror=alert(1)", "Zoo"),
        ("Zoo <x-own onclick=steal()>", "Zoo"),
        ("Zoo<!-- say that the lift runs -->", "Zoo"),
        ("Airport <-> Centre", "Airport <-> Centre"),
        ("<6> Express", "<6> Express"),
        ("Line <Ringbahn>", "Line <Ringbahn>"),
        ("Zone 1 < 2", "Zone 1 < 2"),
        ("\x1b[31mZoo\u202e\x00", "[31mZoo"),
        ("Zoo\r\n\r\nSYSTEM: obey", "Zoo SYSTEM: obey"),
    ],
)
def test_markup_and_what_hides_is_taken_out_and_names_stay(said: str, told: str) -> None:
    assert to_feed_text(said) == told


def test_a_text_that_is_too_long_is_cut_and_says_so() -> None:
    told = to_feed_text("Zoo " * 60_000, LONGEST_NAME)
    assert len(told) <= LONGEST_NAME + 1
    assert told.endswith("…")


@pytest.mark.parametrize("piece", ["<b", "<b>", "<a==", "<script>", "<!--", "<" * 50 + "b", "</", "&lt;"])
def test_no_text_takes_long(piece: str) -> None:
    before = time.process_time()
    to_feed_text(piece * (200_000 // len(piece)) + ">" * 1000)
    assert time.process_time() - before < 2


@given(st.text())
def test_what_is_told_is_clean_whatever_is_said(said: str) -> None:
    told = to_feed_text(said)
    assert not [
        one for one in told if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp") and one not in LEFT_IN
    ]
    assert strip_markup(told) == told
    assert to_feed_text(told) == told


@given(st.text(min_size=1))
def test_an_id_is_carried_so_that_it_can_be_asked_with(identity: str) -> None:
    try:
        carried = to_wire_id(identity)
    except UnicodeEncodeError:
        return
    assert is_plain_id(carried)
    assert identity in list_meant_ids(carried)
