"""Text from outside is one line that steers nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.clean_line import to_clean_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  two\n lines\t", "two lines"),
        ("\x1b[31mred\x1b[0m", "[31mred [0m"),
        ("turned \u202eround\u202c", "turned round"),
        ("hid\u200bden\ufeff", "hidden"),
        ("pri\ue000vate", "private"),
        ("two\u2028lines\u2029more", "two lines more"),
        ("no\u00a0break", "no break"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # without it the word is another one
    ],
)
def test_what_steers_goes_and_what_spells_stays(text: str, line: str) -> None:
    assert to_clean_line(text) == line


@given(st.text())
def test_a_line_is_clean_the_first_time(text: str) -> None:
    line = to_clean_line(text)
    assert to_clean_line(line) == line
    assert "\n" not in line
    assert "\x1b" not in line
