"""What the screen needs from others: something that answers, and something that reads the board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stopbell_server.phrases.phrase import Line


class Reply(Protocol):
    """What the conversation gives for what was typed."""

    @property
    def spoken(self) -> str:
        """All of it for a voice; empty when it asks for silence."""
        ...

    @property
    def lines(self) -> Sequence[Line]:
        """The separate facts, each to be shown on a line of its own."""
        ...

    @property
    def language(self) -> str:
        """BCP 47 tag of the words."""
        ...


class Conversation(Protocol):
    """Answers what a rider says."""

    async def hear(self, text: str) -> Reply:
        """Answer one question."""
        ...


@dataclass(frozen=True, slots=True)
class BoardLines:
    """The board of the stop in use, as it is now."""

    lines: tuple[Line, ...]
    language: str


class BoardReader(Protocol):
    """Reads the board of the stop in use."""

    async def read(self) -> BoardLines | None:
        """Give the board; None while no stop is set."""
        ...
