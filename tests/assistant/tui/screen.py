"""A screen with a conversation and a board in a test's hands."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from textual.pilot import Pilot

from stopbell.announcer.announcer import Announcer
from stopbell.conversation.profile import Profile
from stopbell.conversation.reply import Reply, TellEarly
from stopbell.faces.tui.app import RiderApp
from stopbell.faces.tui.narration import Narration
from stopbell.faces.tui.parts import BoardLines
from stopbell.faces.tui.themes import DARK
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebooks import Phrasebooks
from tests.assistant.speakers import WrittenSpeaker

BOOKS = Phrasebooks.load()
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ARRIVALS = (
    Line("Central Station:", "Central Station:"),
    Line("10A to Harbour, 3 minutes, live, low floor.", "ten A to Harbour, three minutes, live, low floor."),
    Line("2 to Вокзал, 14:05, timetable.", "two to Вокзал, fourteen oh five, timetable."),
)


def make_reply(lines: Sequence[Line] = ARRIVALS, language: str = "en", **changes: Any) -> Reply:
    """A reply as the conversation gives it."""
    return Reply(tuple(lines), changes.pop("kind", "board"), language, **changes)


GREETING = Line("Hello.", "hello.")


@dataclass
class FakeConversation:
    """Answers as told; what it was asked is kept."""

    greeting: Reply = field(default_factory=lambda: make_reply([GREETING], kind="prompt"))
    reply: Reply = field(default_factory=make_reply)
    profile: Profile = field(default_factory=Profile)
    heard: list[str] = field(default_factory=list)
    error: Exception | None = None
    may_answer: asyncio.Event | None = None
    asks_model: bool = False

    async def begin(self) -> Reply:
        return self.greeting

    async def hear(self, text: str, tell: TellEarly | None = None) -> Reply:
        self.heard.append(text)
        if self.may_answer is not None:
            await self.may_answer.wait()
        if self.error is not None:
            raise self.error
        return self.reply


@dataclass
class FakeBoard:
    """Shows the lines it holds."""

    lines: tuple[Line, ...] | None = ARRIVALS
    notice: Line | None = None
    reads: int = 0

    async def read(self) -> BoardLines | None:
        self.reads += 1
        return None if self.lines is None else BoardLines(self.lines, "en", self.notice)


@dataclass
class Screen:
    """Everything around one screen."""

    conversation: FakeConversation = field(default_factory=FakeConversation)
    board: FakeBoard = field(default_factory=FakeBoard)
    speaker: WrittenSpeaker = field(default_factory=WrittenSpeaker)
    language: str = "en"
    theme: str = DARK
    patience_s: float = 60.0
    notes: tuple[str, ...] = ()

    def make_app(self) -> RiderApp:
        narration = Narration(Announcer(self.speaker, BOOKS, lambda: NOON), BOOKS, self.language)
        return RiderApp(
            self.conversation,
            narration,
            board=self.board,
            refresh_s=None,
            theme=self.theme,
            patience_s=self.patience_s,
            notes=self.notes,
        )

    def run(self, act: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
        """Open the screen, act on it with keys, and close it."""

        async def scene() -> None:
            async with self.make_app().run_test(size=size) as pilot:
                await pilot.pause()
                await act(pilot)

        asyncio.run(scene())


def read_rows(pilot: Pilot[None]) -> list[str]:
    """Read the screen as a rider would: every row of cells as text."""
    compositor = pilot.app.screen._compositor
    return ["".join(segment.text for segment in strip).rstrip() for strip in compositor.render_strips()]


async def type_text(pilot: Pilot[None], text: str) -> None:
    """Type letters and blanks."""
    await pilot.press(*("space" if character == " " else character for character in text))
