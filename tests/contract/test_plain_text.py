"""Prose from feeds as one clean line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.contract.plain_text import LONGEST, to_plain_text

MARKUP = st.lists(
    st.sampled_from(
        ["<b>", "</b>", "<script>", "</script>", "<!--", "-->", "&lt;", "&gt;", "&amp;", "&#27;", "<", ">", "a", " "]
    )
    | st.text(max_size=5)
).map("".join)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Lift&nbsp;out &amp; closed", "Lift out & closed"),
        ("&lt;p&gt;Encoded twice&lt;/p&gt;", "Encoded twice"),
        ("5 < 7 and 9 > 8", "5 < 7 and 9 > 8"),
        ("a<br>b<BR/>c", "a b c"),
        ("<style>p {}</style>Text", "Text"),
        ("&lt;\x1bA-->Text", "Text"),
        ("", ""),
    ],
)
def test_markup_goes_and_words_stay(text: str, plain: str) -> None:
    assert to_plain_text(text) == plain


@given(MARKUP)
def test_nothing_that_is_put_in_comes_out_as_a_tag_or_a_control_character(text: str) -> None:
    plain = to_plain_text(text)
    assert not re.search(r"</?[a-zA-Z][^<>]*>", plain)
    assert "\x1b" not in plain
    assert len(plain) <= LONGEST + 2


def test_a_long_text_is_cut_at_a_word() -> None:
    assert to_plain_text("detour here", 8) == "detour …"
