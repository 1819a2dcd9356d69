"""The screen as a screen reader or a braille display meets it: where the cursor is, and what changes by itself."""

import asyncio
from collections.abc import Awaitable, Callable

from textual.geometry import Offset
from textual.pilot import Pilot

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.event import Event
from stopbell.faces.tui.line_view import LineView
from stopbell.faces.tui.narration import Narration
from stopbell.faces.tui.read_app import ReadApp
from stopbell_server.phrases.phrase import Line, from_lines
from tests.assistant.talking import TestClock
from tests.assistant.tui.screen import ARRIVALS, BOOKS, NOON, Screen, make_reply, read_rows, type_text
from textual_aloud.parking import find_place, find_typed_row

NEWS = from_lines((Line("10A is one stop away.", "ten A is one stop away."),), "approach")
SAFETY = from_lines((Line("Park. Get off here.", "Park. Get off here."),), "alight")
Act = Callable[[Pilot[None]], Awaitable[None]]


def run(screen: Screen, act: Act, size: tuple[int, int] = (80, 24)) -> None:
    async def scene() -> None:
        narration = Narration(Announcer(screen.speaker, BOOKS, lambda: NOON), BOOKS, "en")
        app = ReadApp(screen.conversation, narration, BOOKS, clock=TestClock(), board=screen.board)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)

    asyncio.run(scene())


def cursor_row(pilot: Pilot[None]) -> str:
    """Read the row that the cursor would be on."""
    place = find_place(pilot.app)
    assert place is not None
    return read_rows(pilot)[place.y][place.x :]


def shown(pilot: Pilot[None], view: str = "answers") -> list[str]:
    return [row.line.written for row in pilot.app.query_one(f"#{view}", LineView).rows]


async def ask(pilot: Pilot[None], text: str = "next bus") -> None:
    await type_text(pilot, text)
    await pilot.press("enter")
    await pilot.pause()


def test_the_cursor_is_on_the_answer_until_the_next_key_and_then_where_one_types() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await ask(pilot)
        assert cursor_row(pilot) == ARRIVALS[0].written
        await type_text(pilot, "ok")
        row = next(y for y, text in enumerate(read_rows(pilot)) if text.endswith("ok"))
        assert find_place(pilot.app) == Offset(read_rows(pilot)[row].index("ok") + 2, row)
        assert find_typed_row(pilot.app) == row

    run(Screen(), act)


def test_nothing_stands_before_a_line_and_an_answer_begins_at_the_top() -> None:
    async def act(pilot: Pilot[None]) -> None:
        for _ in range(3):
            await ask(pilot)
        rows = read_rows(pilot)
        top = rows.index("You: next bus")
        assert rows[top + 1 : top + 4] == [line.written for line in ARRIVALS]
        assert not any(row.startswith(("> ", "  ")) for row in rows)
        assert pilot.app.query_one("#answers", LineView).region.y == top

    run(Screen(), act)


def test_an_arrow_key_takes_the_cursor_along_and_one_line_into_view() -> None:
    async def act(pilot: Pilot[None]) -> None:
        for _ in range(2):
            await ask(pilot)
        await pilot.press("shift+tab")
        assert cursor_row(pilot) == ARRIVALS[0].written
        await pilot.press("down")
        assert cursor_row(pilot) == ARRIVALS[1].written
        await pilot.press("up", "up", "up")
        await pilot.pause()
        assert cursor_row(pilot) == ARRIVALS[2].written

    run(Screen(), act)


def test_an_answer_longer_than_the_screen_is_shown_page_by_page_to_its_end() -> None:
    lines = tuple(Line(f"Stop {number}", f"stop {number}") for number in range(1, 31))

    async def act(pilot: Pilot[None]) -> None:
        await ask(pilot)
        for _ in range(4):
            await pilot.pause()
        rows = [row for row in read_rows(pilot) if row.startswith("Stop")]
        assert rows[-1] == "Stop 30"
        assert cursor_row(pilot) == rows[0]
        await pilot.press("shift+tab")
        assert cursor_row(pilot) == rows[0]

    screen = Screen()
    screen.conversation.reply = make_reply(lines)
    run(screen, act)


def test_the_board_is_read_when_the_rider_comes_to_it_and_taken_away_after() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await ask(pilot)
        assert (screen.board.reads, shown(pilot, "board")) == (0, [])
        await pilot.press("tab")
        await pilot.pause()
        assert (screen.board.reads, shown(pilot, "board")) == (1, [line.written for line in ARRIVALS])
        assert cursor_row(pilot) == ARRIVALS[0].written
        await pilot.press("tab")
        await pilot.pause()
        assert shown(pilot, "board") == []

    run(screen, act)


def test_an_empty_list_has_the_cursor_on_its_title() -> None:
    screen = Screen()
    screen.board.lines = ()

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("tab")
        await pilot.pause()
        assert cursor_row(pilot) == BOOKS.pick("en").say("face.title_board").written

    run(screen, act)


def test_what_happens_while_one_types_waits_for_enter_and_what_is_a_matter_of_safety_does_not() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, ReadApp)
        label = BOOKS.pick("en").say("face.label_alert").written
        await type_text(pilot, "next")
        pilot.app.take_event(Event("approach", "another", "1", "en", lambda: NEWS))
        await pilot.pause()
        assert not any("one stop away" in text for text in shown(pilot))
        before = find_place(pilot.app)
        pilot.app.take_event(Event("alight", "ride", "HERE", "en", lambda: SAFETY, is_own=True))
        await pilot.pause()
        assert shown(pilot)[-1] == f"{label} Park. Get off here."
        assert find_place(pilot.app) == before
        await pilot.press("enter")
        await pilot.pause()
        assert shown(pilot)[-1] == f"{label} 10A is one stop away."

    run(screen, act)


def test_what_happens_while_one_reads_leaves_the_cursor_and_speaks_the_language_in_use() -> None:
    screen = Screen()
    screen.conversation.reply = make_reply(language="uk")

    async def act(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, ReadApp)
        await ask(pilot)
        await pilot.press("shift+tab", "down")
        before = cursor_row(pilot)
        pilot.app.take_event(Event("alight", "ride", "HERE", "en", lambda: SAFETY, is_own=True))
        await pilot.pause()
        assert shown(pilot)[-1] == f"{BOOKS.pick('uk').say('face.label_alert').written} Park. Get off here."
        assert cursor_row(pilot) == before == ARRIVALS[1].written

    run(screen, act)


def test_news_right_after_an_answer_leaves_the_answer_in_view() -> None:
    async def act(pilot: Pilot[None]) -> None:
        for _ in range(8):
            await ask(pilot)
        view = pilot.app.query_one("#answers", LineView)
        for text in ("Watching: 10 to Lake.", "Alert: 10 is here."):
            await view.add([Line(text, text)])
        await pilot.pause()
        await pilot.pause()
        rows = read_rows(pilot)
        assert rows.index("Alert: 10 is here.") == rows.index("Watching: 10 to Lake.") + 1

    run(Screen(), act)


def test_it_can_be_used_on_a_small_screen() -> None:
    async def act(pilot: Pilot[None]) -> None:
        await ask(pilot)
        assert cursor_row(pilot).startswith("Central Station")
        await pilot.press("tab")
        await pilot.pause()
        assert cursor_row(pilot) == ARRIVALS[0].written

    run(Screen(), act, (40, 12))
