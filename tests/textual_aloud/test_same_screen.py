"""Whatever is drawn, the terminal ends up with the same screen as after Textual's own output."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textual_aloud.frames import HEIGHT, WIDTH, frames
from tests.textual_aloud.terminal import Terminal
from textual_aloud.manner import DRAWN, LOW_VISION, READER
from textual_aloud.translator import Translator

places = st.one_of(st.none(), st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1)))
steps = st.lists(st.tuples(frames, places, st.one_of(st.none(), st.integers(0, HEIGHT - 1))), min_size=1, max_size=8)
Steps = list[tuple[str, tuple[int, int] | None, int | None]]


@given(steps)
@settings(max_examples=300, deadline=None)
def test_the_text_is_textuals_but_for_drawings(many: Steps) -> None:
    plain, ours = Terminal(WIDTH, HEIGHT), Terminal(WIDTH, HEIGHT)
    translator = Translator(WIDTH, HEIGHT, READER)
    for data, place, typed_row in many:
        plain.feed(data)
        ours.feed(translator.take(data) + translator.paint(place, typed_row=typed_row))
        assert ours.texts == [DRAWN.sub(" ", row) for row in plain.texts]
        assert place is None or ours.place == place


@given(steps)
@settings(max_examples=300, deadline=None)
def test_every_cell_looks_as_textual_draws_it(many: Steps) -> None:
    plain, ours = Terminal(WIDTH, HEIGHT), Terminal(WIDTH, HEIGHT)
    translator = Translator(WIDTH, HEIGHT, LOW_VISION)
    for data, place, typed_row in many:
        plain.feed(data)
        ours.feed(translator.take(data) + translator.paint(place, typed_row=typed_row))
        assert ours.texts == plain.texts
        assert ours.looks == plain.looks
        assert place is None or ours.place == place


@given(steps, st.integers(0, 7))
@settings(max_examples=100, deadline=None)
def test_nothing_is_written_when_nothing_changed(many: Steps, again: int) -> None:
    translator = Translator(WIDTH, HEIGHT, READER)
    for data, _, _ in many:
        translator.take(data)
    translator.paint((0, 0))
    translator.take(many[again % len(many)][0])
    translator.paint((0, 0))
    translator.take(many[again % len(many)][0])
    assert translator.paint((0, 0)) == ""


@given(st.text(alphabet="\x1b[]?;0123456789HmJKr\n\r\x07\\ab駅\u0301\u200d\ufe0f👩", max_size=60), st.integers(1, 6))
@settings(max_examples=300, deadline=None)
def test_any_output_however_it_is_cut_is_taken(data: str, size: int) -> None:
    whole, cut = Translator(WIDTH, HEIGHT, READER), Translator(WIDTH, HEIGHT, READER)
    passed = whole.take(data)
    assert "".join(cut.take(data[at : at + size]) for at in range(0, len(data), size)) == passed
    assert [row.texts for row in cut.grid.rows] == [row.texts for row in whole.grid.rows]
    assert all(len(row.texts) == WIDTH == len(row.styles) for row in whole.grid.rows)
    whole.paint()


@pytest.mark.parametrize("manner", [READER, LOW_VISION])
def test_after_another_size_all_is_painted_on_a_clear_screen(manner: object) -> None:
    assert isinstance(manner, type(READER))
    translator = Translator(WIDTH, HEIGHT, manner)
    translator.take("\x1b[1;1H73 to Victoria\x1b[8;1Hlast")
    translator.paint()
    translator.resize(10, 3)
    smaller = Terminal(10, 3)
    smaller.feed("rubbish that the terminal made of it")
    smaller.feed(translator.take("\x1b[1;1H73 to     \x1b[3;1Hend       ") + translator.paint((0, 2)))
    assert smaller.texts == ["73 to     ", " " * 10, "end       "]
    assert smaller.place == (0, 2)
