"""What the screen needs from others: something that answers, and something that reads the board."""

from dataclasses import dataclass
from typing import Protocol

from stopbell.conversation.profile import Profile
from stopbell.conversation.reply import Reply, TellEarly
from stopbell_server.phrases.phrase import Line


class Conversation(Protocol):
    """Answers what a rider says; `stopbell.conversation.conversation.Conversation` is one."""

    @property
    def profile(self) -> Profile:
        """What is kept of the rider."""
        ...

    async def begin(self) -> Reply:
        """Greet, or ask the first question of the set-up."""
        ...

    @property
    def asks_model(self) -> bool:
        """Whether answers may come slowly and in parts."""
        ...

    async def hear(self, text: str, tell: TellEarly | None = None) -> Reply:
        """Answer what was said; an empty text may skip a question. `tell` takes parts as soon as they are there."""
        ...


@dataclass(frozen=True, slots=True)
class BoardLines:
    """The board of the stop in use, as it is now."""

    lines: tuple[Line, ...]
    language: str
    """BCP 47 tag of the words."""
    notice: Line | None = None
    """What the operator wants said with every answer; it stands in the title, where it is always in view."""


class BoardReader(Protocol):
    """Reads the board of the stop in use."""

    async def read(self) -> BoardLines | None:
        """Give the board; None while no stop is set."""
        ...
