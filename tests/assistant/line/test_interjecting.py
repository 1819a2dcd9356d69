"""Events between lines that are typed: at a pause, whole, and at once where the rider would miss the stop."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from stopbell.announcer.event import Event
from stopbell.announcer.fate import Fate
from stopbell.announcer.ledger import Ledger
from stopbell.faces.interjecting import Interjections, Pauses
from stopbell.faces.transcript import Transcript
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from tests.assistant.faketools import BOOKS
from tests.assistant.talking import TestClock


@dataclass
class TypedLines:
    """A terminal whose line the test types."""

    line: str | None = ""
    pieces: list[str] = field(default_factory=list[str])
    entered: asyncio.Queue[str] = field(default_factory=asyncio.Queue[str])

    async def read(self, prompt: str) -> str | None:
        self.pieces.append(prompt)
        return await self.entered.get()

    def write(self, text: str) -> None:
        self.pieces.append(text)

    def typed(self) -> str | None:
        return self.line

    def interject(self, text: str) -> None:
        self.pieces.append(f"\n{text}You: {self.line}")


@dataclass
class Sleeping:
    """Sleeps until the test lets a pause pass."""

    asked_s: list[float] = field(default_factory=list[float])
    passed: asyncio.Event = field(default_factory=asyncio.Event)

    async def sleep(self, seconds: float) -> None:
        self.asked_s.append(seconds)
        self.passed.clear()
        await self.passed.wait()


def tell(words: str, *, kind: str = "call", subject: str = "a", is_own: bool = False) -> Event:
    phrase: Phrase = from_lines((Line(words, words),), kind)
    return Event(kind, subject, words, "en", lambda: phrase, is_own)


def play(
    scene: Callable[[TypedLines, Interjections, Sleeping], Awaitable[None]], ledger: Ledger | None = None
) -> tuple[list[str], list[float]]:
    async def run() -> tuple[list[str], list[float]]:
        lines, sleeping = TypedLines(), Sleeping()
        clock = TestClock()
        face = Interjections(
            lines,
            Transcript(lines, BOOKS, "en"),
            Pauses(2, 10),
            sleeping.sleep,
            clock=clock,
            ledger=ledger or Ledger(clock.now),
        )
        reading = asyncio.create_task(face.read("You: "))
        await asyncio.sleep(0)
        await scene(lines, face, sleeping)
        lines.entered.put_nowait("x")
        await reading
        face.flush()
        return lines.pieces, sleeping.asked_s

    return asyncio.run(run())


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def pause(sleeping: Sleeping) -> None:
    await settle()
    sleeping.passed.set()
    await settle()


def test_at_an_empty_prompt_an_event_is_written_after_two_quiet_seconds_and_the_prompt_again() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        face.take(tell("10, 2 minutes."))
        lines.pieces.append("(silence)")
        await pause(sleeping)
        lines.pieces.append("(later)")

    assert play(scene) == (["You: ", "(silence)", "\nAlert: 10, 2 minutes.\nYou: ", "(later)"], [2])


def test_while_keys_are_pressed_nothing_is_written_until_enter() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        face.take(tell("10, 2 minutes."))
        await settle()
        for typed in ("w", "wh", "whe"):
            lines.line = typed
            await pause(sleeping)

    assert play(scene) == (["You: ", "Alert: 10, 2 minutes.\n"], [2, 10, 10, 10])


def test_a_line_left_half_typed_is_interrupted_after_ten_seconds_and_shown_again() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        lines.line = "when is"
        face.take(tell("10, 2 minutes."))
        await pause(sleeping)

    assert play(scene) == (["You: ", "\nAlert: 10, 2 minutes.\nYou: when is"], [10])


def test_what_makes_the_rider_miss_the_stop_is_written_at_once_with_what_was_typed_after_it() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        lines.line = "when is"
        face.take(tell("Market. Get off here.", kind="alight"))

    assert play(scene) == (["You: ", "\nAlert: Market. Get off here.\nYou: when is"], [])


def test_a_newer_event_about_the_same_takes_the_place_of_one_that_waits() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        lines.line = "w"
        face.take(tell("10, 2 minutes."))
        face.take(tell("7, 3 minutes.", subject="b"))
        face.take(tell("10, 1 minute."))

    assert play(scene)[0] == ["You: ", "Alert: 7, 3 minutes.\nAlert: 10, 1 minute.\n"]


def test_what_is_no_longer_true_is_not_written() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        face.take(Event("call", "a", "m", "en", lambda: None))
        await pause(sleeping)

    assert play(scene)[0] == ["You: "]


def test_where_nobody_can_see_what_is_typed_an_event_waits_for_enter() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        lines.line = None
        face.take(tell("10, 2 minutes."))
        await pause(sleeping)

    assert play(scene) == (["You: ", "Alert: 10, 2 minutes.\n"], [])


def list_ends(ledger: Ledger) -> list[tuple[str, str]]:
    return [(one.phrase.written if one.phrase else "", one.fate.value) for one in (*ledger.said, *ledger.unsaid)]


def test_three_that_have_waited_are_written_after_their_number() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        for name in ("a", "b", "c"):
            face.take(tell(f"{name}, 2 minutes.", subject=name))
        await pause(sleeping)

    assert play(scene)[0][1] == (
        "\nAlert: 3 announcements.\nAlert: a, 2 minutes.\nAlert: b, 2 minutes.\nAlert: c, 2 minutes.\nYou: "
    )


def test_the_same_words_about_two_wishes_are_written_once() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        for subject in ("a", "b"):
            face.take(tell("10, 2 minutes.", subject=subject))
        await pause(sleeping)

    ledger = Ledger(TestClock().now)
    assert play(scene, ledger)[0][1] == "\nAlert: 10, 2 minutes.\nYou: "
    assert list_ends(ledger) == [("10, 2 minutes.", "said")]
    assert ledger.counts[Fate.ECHO] == 1


def test_a_milestone_that_was_written_is_not_written_again() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        for _ in range(2):
            face.take(tell("Market. Get off here.", kind="alight"))

    assert len(play(scene)[0]) == 2


def test_what_gave_way_or_came_to_nothing_is_noted_with_the_reason() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        truth = ["7, 3 minutes."]
        face.take(tell("10, 2 minutes."))
        face.take(tell("10, 1 minute."))
        phrase = from_lines((Line(truth[0], truth[0]),), "call")
        face.take(Event("call", "b", "m", "en", lambda: phrase if truth else None))
        truth.clear()
        await pause(sleeping)

    ledger = Ledger(TestClock().now)
    play(scene, ledger)
    assert list_ends(ledger) == [
        ("10, 1 minute.", "said"),
        ("10, 2 minutes.", "replaced"),
        ("7, 3 minutes.", "outdated"),
    ]


def test_in_a_pause_only_a_matter_of_safety_is_written_and_the_rest_after_it() -> None:
    async def scene(lines: TypedLines, face: Interjections, sleeping: Sleeping) -> None:
        face.hold()
        face.take(tell("10, 2 minutes."))
        await pause(sleeping)
        face.take(tell("Market. Get off here.", kind="alight", subject="ride"))
        face.flush()
        lines.pieces.append("(go on)")
        face.release()

    assert play(scene)[0] == ["You: ", "\nAlert: Market. Get off here.\nYou: ", "(go on)", "Alert: 10, 2 minutes.\n"]
