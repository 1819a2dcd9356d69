"""What a brain that answers in its own words is: a question with its moment in, pieces of text out.

It asks tools for facts and never knows any itself; whoever uses it checks each sentence before it is told.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from stopbell.answer import Answer, ToolChoice


class Trouble(Enum):
    """Why a companion does not answer."""

    UNREACHABLE = "unreachable"
    """No network, no server, or silence for too long."""
    BUSY = "busy"
    """Overloaded, or asked too often."""
    KEY = "key"
    """The key is not accepted."""
    DECLINED = "declined"
    """The model will not answer this question."""
    UNUSABLE = "unusable"
    """What came is no answer: malformed, empty, without an end, or our request was not accepted."""


class CompanionError(Exception):
    """A companion gives up in this turn. The message is for the log: never a key, never a rider's words."""

    def __init__(
        self, trouble: Trouble, message: str, *, is_retryable: bool = False, retry_after_s: float = 0.0
    ) -> None:
        """Say what is wrong; `is_retryable`: the same request may work after so many seconds."""
        super().__init__(message)
        self.trouble = trouble
        self.is_retryable = is_retryable
        self.retry_after_s = retry_after_s


@dataclass(frozen=True, slots=True)
class Question:
    """What a rider says, and the moment in which it is said."""

    text: str
    moment: Mapping[str, str]
    """What the companion may know of the rider and the moment, by name; see docs/claude.md for all of it."""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """More of the answer; a piece ends anywhere, also within a word."""

    text: str


class Mark(Enum):
    """What is between pieces of text."""

    BREAK = "break"
    """The text so far is complete: tools are asked before more comes."""
    CUT_SHORT = "cut-short"
    """The answer ends here although there was more to say."""


Piece = TextPiece | Mark


@dataclass(frozen=True, slots=True)
class Usage:
    """What a conversation took, in tokens."""

    requests: int = 0
    read: int = 0
    """All input, from the cache or not."""
    cached: int = 0
    """The part of the input that came from the cache."""
    written: int = 0

    def plus(self, other: "Usage") -> "Usage":
        """Give the sum."""
        return Usage(
            self.requests + other.requests,
            self.read + other.read,
            self.cached + other.cached,
            self.written + other.written,
        )


@dataclass(frozen=True, slots=True)
class ToolDesk:
    """How a companion asks for facts."""

    tools: Sequence[ToolChoice]
    """What can be asked; the same tools in the same order each time, so that they can be cached."""
    ask: Callable[[str, Mapping[str, Any]], Awaitable[Answer]]
    """Asks one tool; trouble is an answer too."""


class Companion(Protocol):
    """Answers in its own words, with facts from tools."""

    @property
    def usage(self) -> Usage:
        """What the conversation took so far."""
        ...

    async def prepare(self) -> None:
        """Do ahead what takes time at the first question; never raises."""
        ...

    async def close(self) -> None:
        """Let go of connections; nothing may be asked afterwards."""
        ...

    def answer(self, question: Question, desk: ToolDesk) -> AsyncGenerator[Piece]:
        """Give the answer piece by piece; close the generator to cancel at once.

        Raises:
            CompanionError: it cannot go on; what it gave before stands.
        """
        ...

    def forget(self) -> None:
        """Remember nothing of the turns before: the rider wants all forgotten."""
        ...

    def settle(self, heard: str) -> None:
        """End the turn with what the rider heard of it, checked and mended; that alone is remembered as the answer."""
        ...
