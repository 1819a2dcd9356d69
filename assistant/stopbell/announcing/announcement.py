"""One event in every language in which it is announced."""

from collections.abc import Sequence
from dataclasses import dataclass

from stopbell.announcer.event import Event


@dataclass(frozen=True, slots=True)
class Announcement(Event):
    """An event in the first language, and the same in the others."""

    others: tuple[Event, ...] = ()
    """In the order in which they are said."""

    @property
    def in_turn(self) -> tuple[Event, ...]:
        """All of them, each in its language."""
        return (self, *self.others)


def in_every_language(events: Sequence[Event]) -> Announcement:
    """Make one announcement of the same event in several languages; the first one says what it is about."""
    first, *others = events
    return Announcement(
        first.kind, first.subject, first.milestone, first.language, first.tell, first.is_own, others=tuple(others)
    )
