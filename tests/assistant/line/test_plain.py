"""Only what can be read aloud reaches the terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.faces.plain import to_plain
from tests.readers.session import DRAWING


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("10A to Harbour, 3 minutes.", "10A to Harbour, 3 minutes."),
        ("Вокзал — Ринок №5, 20 °C", "Вокзал — Ринок №5, 20 °C"),
        ("A → B", "A B"),
        ("\x1b[31mred\x1b[0m", "[31mred [0m"),
        ("tram 🚋 now", "tram now"),
        ("│ box ─ draw ⠋ 🬀", "box draw"),
        ("two\nlines\tone", "two lines one"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\u202eevil\u202c", "evil"),
    ],
)
def test_noise_is_taken_out_and_words_stay(text: str, plain: str) -> None:
    assert to_plain(text) == plain


@given(st.text(max_size=200))
def test_any_text_becomes_one_line_without_control_or_drawing_characters(text: str) -> None:
    plain = to_plain(text)
    assert not DRAWING.search(plain)
    assert not [one for one in plain if unicodedata.category(one) in ("Cc", "Zl", "Zp")]
