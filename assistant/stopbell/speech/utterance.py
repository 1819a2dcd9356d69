"""One sentence on its way to the ear, and what became of it."""

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from stopbell.speech.priority import Priority
from stopbell.speech.scripts import SpokenPart

Words: TypeAlias = str | tuple[SpokenPart, ...] | Callable[[], str | None]
"""A sentence, sentences in several languages, or what makes one at the moment of speaking: None then means that it is
no longer true."""


class Outcome(Enum):
    """How an utterance ended. Each ends exactly once."""

    DONE = "done"
    STOPPED = "stopped"
    """The rider silenced it, or the program ended."""
    REPLACED = "replaced"
    """A newer one with the same key took its place."""
    CUT = "cut"
    """Something more urgent took its place."""
    EXPIRED = "expired"
    """It would have been late, or was no longer true."""
    FAILED = "failed"
    """No voice, no engine or no device; it can only be read."""
    MUTED = "muted"
    """The rider has chosen not to hear this program."""


class Utterance:
    """A sentence given to a speaker; the receipt that says how it ended."""

    __slots__ = ("_outcome", "_waiters", "deadline", "key", "language", "priority", "repeatable", "words")

    def __init__(
        self,
        words: Words,
        language: str,
        *,
        priority: Priority = Priority.ANSWER,
        key: str | None = None,
        deadline: float | None = None,
        repeatable: bool = True,
    ) -> None:
        """Take the sentence.

        Args:
            words: what to say.
            language: BCP 47 tag of the text.
            priority: how urgent it is.
            key: a newer utterance with the same key takes this one's place; None never is replaced.
            deadline: monotonic seconds after which it must not begin; None never expires.
            repeatable: whether the rider may want to hear it again.
        """
        self.words = words
        self.language = language
        self.priority = priority
        self.key = key
        self.deadline = deadline
        self.repeatable = repeatable
        self._outcome: Outcome | None = None
        self._waiters: list[asyncio.Future[Outcome]] = []

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it waits or is spoken."""
        return self._outcome

    def settle(self, outcome: Outcome) -> bool:
        """End it, unless it has ended already; tell whether this was the end."""
        if self._outcome is not None:
            return False
        self._outcome = outcome
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(outcome)
        self._waiters.clear()
        return True

    async def wait(self) -> Outcome:
        """Wait for its end."""
        if self._outcome is not None:
            return self._outcome
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        return await waiter
