"""A companion in a test's hands: says what it is told to, piece by piece, and waits where it is told to."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any

from stopbell.brains.companion import CompanionError, Mark, Piece, Question, TextPiece, ToolDesk, Usage
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.model import Model
from stopbell.guard import FactGuard
from tests.assistant.faketools import BOOKS, FakeTools
from tests.assistant.talking import NOON, open_talk


class Wait:
    """Here nothing comes any more."""


Step = str | Mark | CompanionError | type[Wait]


@dataclass
class FakeCompanion:
    """Implements `stopbell.brains.companion.Companion`."""

    turns: list[Sequence[Step]]
    questions: list[Question] = field(default_factory=list[Question])
    heard: list[str] = field(default_factory=list[str])
    """What it was told that the rider heard, turn by turn."""
    usage: Usage = field(default_factory=Usage)
    times_forgotten: int = 0

    async def prepare(self) -> None:
        """Need nothing."""

    async def close(self) -> None:
        """Hold nothing."""

    async def answer(self, question: Question, desk: ToolDesk) -> AsyncGenerator[Piece]:
        self.questions.append(question)
        for step in self.turns.pop(0):
            if isinstance(step, CompanionError):
                raise step
            if step is Wait:
                await asyncio.Event().wait()
            yield TextPiece(step) if isinstance(step, str) else step  # type: ignore[misc]  # Wait never comes here

    def forget(self) -> None:
        self.times_forgotten += 1

    def settle(self, heard: str) -> None:
        self.heard.append(heard)


def open_model_talk(
    *turns: Sequence[Step], tools: FakeTools | None = None, **given: Any
) -> tuple[Conversation, FakeCompanion]:
    """A conversation over the fake server with a companion that says these things."""
    companion = FakeCompanion(list(turns))
    model = Model(companion, FactGuard(BOOKS, now=lambda: NOON))
    return open_talk(tools, model=model, **given), companion
