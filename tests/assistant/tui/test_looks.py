"""Contrast of every cell that is drawn, and use on a small or much enlarged terminal."""

from collections.abc import Awaitable, Callable

import pytest
from rich.color import Color
from rich.style import Style
from textual.pilot import Pilot

from stopbell.faces.tui.themes import DARK, LIGHT
from stopbell_server.phrases.phrase import Line
from tests.assistant.tui.screen import ARRIVALS, Screen, make_reply, read_rows, type_text

SIZES = [(40, 12), (80, 24), (132, 50), (40, 40)]
LONG = tuple(
    Line(f"{number} to a stop whose name does not fit on one row of a screen, {number} minutes.", "long")
    for number in range(1, 13)
)


async def ask_something(pilot: Pilot[None]) -> None:
    await type_text(pilot, "next bus")
    await pilot.press("enter")
    await pilot.pause()


async def select_text(pilot: Pilot[None]) -> None:
    await type_text(pilot, "next bus")
    await pilot.press("shift+left", "shift+left")


async def read_the_answers(pilot: Pilot[None]) -> None:
    await ask_something(pilot)
    await pilot.press("tab", "tab", "up")


async def read_the_board(pilot: Pilot[None]) -> None:
    await pilot.press("tab", "down")


async def ask_for_help(pilot: Pilot[None]) -> None:
    await pilot.press("f1", "tab", "tab", "home")


def luminance(color: Color) -> float:
    """Relative luminance of WCAG 2."""
    channels = [value / 255 for value in color.get_truecolor()]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(style: Style) -> float:
    """Contrast of the text against its ground, as drawn."""
    assert style.color is not None
    assert style.bgcolor is not None
    first, second = sorted((luminance(style.color), luminance(style.bgcolor)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def drawn_styles(pilot: Pilot[None]) -> dict[Style, str]:
    """Each style in which something visible is drawn, with a piece of it."""
    strips = pilot.app.screen._compositor.render_strips()
    segments = [segment for strip in strips for segment in strip if segment.text.strip() and segment.style]
    return {segment.style: segment.text for segment in segments if segment.style is not None}


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("act", [ask_something, select_text, read_the_answers, read_the_board, ask_for_help])
@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_everything_drawn_has_a_contrast_of_seven_to_one(
    theme: str, act: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int]
) -> None:
    async def look(pilot: Pilot[None]) -> None:
        await act(pilot)
        await pilot.pause()
        styles = drawn_styles(pilot)
        assert styles
        assert {text: round(ratio(style), 1) for style, text in styles.items() if ratio(style) < 7} == {}
        assert not any(style.dim for style in styles)

    Screen(theme=theme).run(look, size)


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_every_token_of_the_theme_stands_out_from_the_ground_or_is_the_ground(theme: str) -> None:
    async def look(pilot: Pilot[None]) -> None:
        variables = pilot.app.theme_variables
        ground = Color.parse(variables["background"])
        for token in (*TEXT_TOKENS, *FRAME_TOKENS):
            style = Style(color=Color.parse(variables[token]), bgcolor=ground)
            assert ratio(style) >= 7, token

    Screen(theme=theme).run(look)


TEXT_TOKENS = ("foreground", "text", "text-muted", "text-disabled", "foreground-muted", "foreground-disabled", "error")
FRAME_TOKENS = ("primary", "secondary", "accent", "border", "border-blurred", "scrollbar", "warning", "success")


@pytest.mark.parametrize("size", SIZES)
def test_at_any_size_the_answer_begins_on_the_screen_and_the_question_has_a_row(size: tuple[int, int]) -> None:
    screen = Screen()
    screen.conversation.reply = make_reply(LONG)

    async def look(pilot: Pilot[None]) -> None:
        await ask_something(pilot)
        await type_text(pilot, "more")
        await pilot.pause()
        rows = read_rows(pilot)
        assert len(rows) == size[1]
        assert all(len(row) <= size[0] for row in rows)
        assert any(row.startswith("  1 to a stop whose name") for row in rows)
        assert any("more" in row for row in rows[-3:])

    screen.run(look, size)


def test_on_forty_columns_no_word_of_an_answer_is_lost() -> None:
    screen = Screen()
    screen.conversation.reply = make_reply(LONG[:2])

    async def look(pilot: Pilot[None]) -> None:
        await ask_something(pilot)
        shown = " ".join(" ".join(read_rows(pilot)).split())
        assert LONG[1].written in shown

    screen.run(look, (40, 24))


def test_on_a_small_screen_every_line_can_be_reached() -> None:
    screen = Screen()
    screen.conversation.reply = make_reply(LONG)

    async def look(pilot: Pilot[None]) -> None:
        await ask_something(pilot)
        await pilot.press("tab", "tab")
        for line in LONG[1:]:
            await pilot.press("down")
            await pilot.pause()
            assert any(row.startswith("> " + line.written[:20]) for row in read_rows(pilot))

    screen.run(look, (40, 12))


def test_after_the_terminal_was_made_small_the_answer_is_still_in_view() -> None:
    screen = Screen()

    async def look(pilot: Pilot[None]) -> None:
        for _ in range(3):
            await ask_something(pilot)
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        await pilot.pause()
        assert f"  {ARRIVALS[-1].written}" in read_rows(pilot)

    screen.run(look)


def test_nothing_is_drawn_while_nothing_happens() -> None:
    async def look(pilot: Pilot[None]) -> None:
        await pilot.pause()
        app = pilot.app
        assert app.animation_level == "none"
        assert not app.query_one("#question").cursor_blink  # type: ignore[attr-defined] it is the input
        assert not app.ENABLE_COMMAND_PALETTE
        before = read_rows(pilot)
        await pilot.pause(0.6)
        assert read_rows(pilot) == before

    Screen().run(look)


def test_the_line_reached_is_marked_by_a_sign_and_by_reversal() -> None:
    async def look(pilot: Pilot[None]) -> None:
        await read_the_board(pilot)
        await pilot.pause()
        assert f"> {ARRIVALS[1].written}" in read_rows(pilot)

    Screen().run(look)
