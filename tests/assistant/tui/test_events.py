"""What is told unasked on the screen: shown among the answers, spoken, and the focus stays where it is."""

from textual.pilot import Pilot

from stopbell.announcer.event import Event
from stopbell.conversation.reply import Control
from stopbell.faces.tui.app import RiderApp
from stopbell.faces.tui.line_view import LineView
from stopbell.speech.priority import Priority
from stopbell_server.phrases.phrase import Line, from_lines
from tests.assistant.tui.screen import Screen, make_reply, type_text

PARK = from_lines((Line("Park. Get off here.", "Park. Get off here."),), "alight")


def make_event(milestone: str = "HERE", *, is_true: bool = True) -> Event:
    return Event("alight", "ride", milestone, "en", lambda: PARK if is_true else None, is_own=True)


def shown(pilot: Pilot[None]) -> list[str]:
    return [row.line.written for row in pilot.app.query_one("#answers", LineView).rows]


async def take(pilot: Pilot[None], event: Event) -> None:
    assert isinstance(pilot.app, RiderApp)
    pilot.app.take_event(event)
    await pilot.pause()


def test_an_event_is_shown_and_spoken_as_a_matter_of_safety_and_what_is_typed_stays() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "next")
        await take(pilot, make_event())
        assert shown(pilot)[-1] == "Park. Get off here."
        assert pilot.app.focused is not None
        assert (pilot.app.focused.id, screen.speaker.priorities[-1]) == ("question", Priority.SAFETY)

    screen.run(act)


def test_the_same_event_is_not_shown_twice_and_what_is_no_longer_true_not_at_all() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        for event in (make_event(), make_event(), make_event("gone", is_true=False)):
            await take(pilot, event)
        assert shown(pilot).count("Park. Get off here.") == 1

    screen.run(act)


def test_a_capital_r_says_and_shows_the_last_fact_alone() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "next")
        await pilot.press("enter")
        await pilot.pause()
        screen.speaker.take()
        await pilot.press("tab", "R")
        await pilot.pause()
        last = screen.conversation.reply.lines[-1]
        assert screen.speaker.take()[-1] == last.spoken
        assert shown(pilot)[-1] == last.written

    screen.run(act)


def test_in_a_pause_an_event_is_shown_and_said_only_after_it() -> None:
    screen = Screen()
    paused, resumed = (make_reply(kind="note", control=control) for control in (Control.PAUSE, Control.RESUME))

    async def act(pilot: Pilot[None]) -> None:
        screen.conversation.reply = paused
        await type_text(pilot, "wait")
        await pilot.press("enter")
        await pilot.pause()
        screen.speaker.take()
        phrase = from_lines((Line("No contact.", "No contact."),), "call")
        await take(pilot, Event("call", "10", "lost", "en", lambda: phrase, lasts=True))
        assert (shown(pilot)[-1], screen.speaker.take()) == ("No contact.", [])
        screen.conversation.reply = resumed
        await type_text(pilot, "go on")
        await pilot.press("enter")
        await pilot.pause()
        assert "No contact." in screen.speaker.take()

    screen.run(act)
