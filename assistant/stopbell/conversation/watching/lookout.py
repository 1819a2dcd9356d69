"""What a watch looks with: the server's tools, the words of the rider's language, and the time."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from stopbell.announcer.event import Event
from stopbell.answer import Answer
from stopbell.conversation.ports import Clock, WatchedTools
from stopbell.conversation.watching.errors import NoAnswerError
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks

Words = Callable[[Phrasebook], Phrase | None]
"""Makes the words of an event at the moment of telling; None when it is no longer true."""


class Lookout:
    """Asks on behalf of watches; the turns of the conversation know nothing of it."""

    def __init__(
        self, tools: WatchedTools, phrasebooks: Phrasebooks, clock: Clock, find_language: Callable[[], str]
    ) -> None:
        """Take the tools, the words, the time, and what tells the rider's language now."""
        self.tools = tools
        self.clock = clock
        self._phrasebooks = phrasebooks
        self._find_language = find_language

    @property
    def book(self) -> Phrasebook:
        """The words of the rider's language."""
        return self._phrasebooks.pick(self._find_language())

    def now(self) -> datetime:
        """Give the current instant."""
        return self.clock.now()

    async def ask(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool in the rider's language; arguments that are None or empty are left out.

        Raises:
            NoAnswerError: none came.
        """
        given = {name: value for name, value in arguments.items() if value not in (None, "")}
        answer = await self.tools.call(tool, {**given, "language": self._find_language()})
        if answer.is_error:
            raise NoAnswerError(answer.status.code or "error")
        return answer

    def make_event(
        self,
        kind: str,
        subject: str,
        milestone: str,
        words: Words,
        *,
        is_own: bool = False,
        lasts: bool = False,
    ) -> Event:
        """Make an event in the rider's language, worded when it is told. See `Event` for the rest."""
        book = self.book

        def tell() -> Phrase | None:
            phrase = words(book)
            return phrase.as_kind(kind) if phrase is not None else None

        return Event(kind, subject, milestone, book.language, tell, is_own, lasts)
