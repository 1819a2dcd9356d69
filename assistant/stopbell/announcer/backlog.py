"""Facts that wait for their turn: the most urgent first, the newest about each subject, none too late."""

from collections.abc import Sequence
from dataclasses import dataclass

from stopbell.announcer.event import Event
from stopbell.speech.priority import Priority
from stopbell_server.phrases.phrase import Phrase

LATEST_S = 10.0
"""An event that does not last and could not be begun by then is dropped: the moment it tells of is over."""


@dataclass(slots=True)
class Waiting:
    """One event that waits."""

    event: Event
    priority: Priority
    since: float
    """Monotonic seconds at which it came."""
    phrase: Phrase
    """As it was then: what is told of it if it is never said."""
    tries: int = 0
    """How often the rider has cut it short."""

    @property
    def rank(self) -> tuple[Priority, bool, float]:
        """Give its place: the smaller, the sooner. What lasts goes before what passes, the older before the newer."""
        return self.priority, not self.event.lasts, self.since


class Backlog:
    """Events in the order of their turns."""

    def __init__(self) -> None:
        """Begin with none."""
        self._waiting: list[Waiting] = []

    def __len__(self) -> int:
        """Give how many wait."""
        return len(self._waiting)

    def put(self, newer: Waiting) -> Sequence[Waiting]:
        """Let an event wait, and give those about the same that it replaces.

        It is as urgent as the most urgent of them: a change for the worse does not make a warning less urgent.
        """
        replaced = self.drop(newer.event.subject)
        newer.priority = min((newer.priority, *(one.priority for one in replaced)))
        self._waiting.append(newer)
        return replaced

    def drop(self, subject: str) -> Sequence[Waiting]:
        """Take away what waits about a subject."""
        return self._take([one for one in self._waiting if one.event.subject == subject])

    def expire(self, now: float) -> Sequence[Waiting]:
        """Take away what has waited too long, at this many monotonic seconds; what lasts waits on."""
        return self._take([one for one in self._waiting if not one.event.lasts and now - one.since > LATEST_S])

    def first(self) -> Waiting | None:
        """Give what is next, and leave it there; None where nothing waits."""
        return min(self._waiting, key=lambda one: one.rank, default=None)

    def has(self, subject: str) -> bool:
        """Tell whether something about a subject waits."""
        return any(one.event.subject == subject for one in self._waiting)

    def take(self, chosen: Sequence[Waiting]) -> Sequence[Waiting]:
        """Take these away, and give them in the order of their turns."""
        return self._take(list(chosen))

    def list_waiting(self) -> Sequence[Waiting]:
        """List all, in the order of their turns."""
        return sorted(self._waiting, key=lambda one: one.rank)

    def clear(self) -> Sequence[Waiting]:
        """Take all away."""
        return self._take(list(self._waiting))

    def _take(self, taken: list[Waiting]) -> Sequence[Waiting]:
        gone = {id(one) for one in taken}
        self._waiting = [one for one in self._waiting if id(one) not in gone]
        return sorted(taken, key=lambda one: one.rank)
