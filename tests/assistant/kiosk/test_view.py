"""The board: whole sentences on any screen, page after page, never wider than it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.kiosk.cells import measure, wrap
from stopbell.kiosk.screen import find_letter_angle
from stopbell.kiosk.view import View, lay_out

BOARD = View(
    title="Market Square",
    clock="12:05",
    warnings=["Important: Line 2 stops at the bridge."],
    body=[f"{n} to Central Park, {n} minutes, live, low floor, platform 3." for n in range(1, 9)],
    hint="Press any key to listen.",
)


@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (12, 40), (8, 20), (40, 16)])
def test_every_word_is_on_some_page_and_no_row_is_too_wide(rows: int, columns: int) -> None:
    pages = [lay_out(BOARD, rows, columns, turn) for turn in range(lay_out(BOARD, rows, columns, 0).total)]
    assert all(len(page.rows) == rows for page in pages)
    assert all(measure(row) <= columns for page in pages for row in page.rows)
    shown = " ".join(" ".join(page.rows) for page in pages).split()
    wanted = f"{BOARD.title} {BOARD.clock} {' '.join(BOARD.warnings)} {' '.join(BOARD.body)} {BOARD.hint}".split()
    assert set(shown) == set(wanted)


def test_title_warnings_and_hint_stand_on_every_page() -> None:
    for turn in (0, 1, 2, 7):
        page = lay_out(BOARD, 12, 40, turn)
        assert page.rows[0] == "Market Square                      12:05"
        assert page.rows[1:2] == ("Important: Line 2 stops at the bridge.",)
        assert page.rows[-1] == "Press any key to listen."


def test_pages_go_round() -> None:
    total = lay_out(BOARD, 12, 40, 0).total
    assert total > 1
    assert lay_out(BOARD, 12, 40, total) == lay_out(BOARD, 12, 40, 0)


def test_wide_characters_take_two_cells_and_are_broken_between_any_two() -> None:
    assert wrap("请按任意键收听。", 8) == ["请按任意", "键收听。"]


def test_what_a_feed_says_cannot_move_the_cursor() -> None:
    page = lay_out(View("A\x1b[2J", "", body=["B\x07\x1b]0;x\x07"]), 6, 40, 0)
    assert "\x1b" not in "".join(page.rows)
    assert "\x07" not in "".join(page.rows)


@given(st.text(), st.integers(2, 40), st.integers(0, 2))
def test_wrapping_loses_nothing_and_is_never_too_wide(text: str, columns: int, indent: int) -> None:
    plain = " ".join(text.split())
    rows = wrap(plain, max(columns, indent + 2), indent)
    assert "".join("".join(rows).split()) == "".join(plain.split())
    assert all(measure(row) <= max(columns, indent + 2) for row in rows)


def test_letters_are_seen_under_the_angle_that_their_size_gives() -> None:
    # A capital of 9 mm is 0.7 degrees high at 74 cm.
    assert find_letter_angle(rows=20, height_cm=25.7, distance_cm=74) == pytest.approx(0.7, abs=0.01)
