"""What several trials need, found once: the walk, the boards, and whether the voice can be heard."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from stopbell.kiosk.boards import Boards
from stopbell.kiosk.self_check.finding import Finding
from stopbell.kiosk.self_check.real_voice import hear_voice
from stopbell.kiosk.self_check.subject import Subject
from stopbell.kiosk.self_check.walk import Walk, walk
from stopbell_server.contract.stops import StopSummary


@dataclass
class Evidence:
    """The kiosk, and what was found of it so far."""

    subject: Subject
    _walk: Walk | None = field(default=None, init=False)
    _boards: Boards | None = field(default=None, init=False)
    _voices: dict[str, str] = field(default_factory=dict[str, str], init=False)

    async def walk(self) -> Walk:
        """Give the walk through all choices."""
        self._walk = self._walk or await walk(self.subject)
        return self._walk

    async def read_boards(self) -> Boards:
        """Give the kiosk's boards, read once."""
        if self._boards is None:
            made = self.subject.provisioning
            self._boards = Boards(self.subject.tools, self.subject.books, made.stops, made.languages[0])
            await self._boards.read()
        return self._boards

    async def find_stop(self) -> StopSummary | None:
        """Give the stop that the kiosk stands at; None: no timetable knows it."""
        boards = await self.read_boards()
        return boards.portraits.get(boards.stops[0])

    async def hear(self, language: str) -> str:
        """Have the kiosk's own voice say its first words into a WAV file; empty: they are speech, else the fault."""
        if language not in self._voices:
            self._voices[language] = await hear_voice(self.subject, language)
        return self._voices[language]


Try: TypeAlias = Callable[[Evidence], Awaitable[Finding]]
"""Tries one statement."""
Tries: TypeAlias = Mapping[str, Try]
"""By id."""
