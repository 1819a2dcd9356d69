"""What every watch is."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from stopbell.announcer.event import Event
from stopbell.conversation.watching.lookout import Lookout
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook


class Watch(Protocol):
    """One thing that the rider asked to be told of."""

    @property
    def subject(self) -> str:
        """What its events are about; no two watches have the same."""
        ...

    @property
    def address(self) -> str | None:
        """Address of the resource that says when to look again; None: only the clock does."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to tell."""
        ...

    @property
    def is_ride(self) -> bool:
        """Whether it is about the vehicle that the rider is on."""
        ...

    def name(self, book: Phrasebook) -> Line:
        """Give what is watched, as a label without a full stop, for lists and choices."""
        ...

    async def look(self, lookout: Lookout) -> Sequence[Event]:
        """Look once; give what is to be told, in order.

        Raises:
            NoAnswerError: the server gave no answer.
        """
        ...

    def wake_at(self, now: datetime) -> datetime | None:
        """Give the instant at which time alone may make something worth telling; None: not by itself."""
        ...
