"""What was told unasked and what was not, with the reason: nothing goes astray without a trace."""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from stopbell.announcer.event import Event
from stopbell.announcer.fate import TOLD, Fate
from stopbell_server.phrases.phrase import Phrase

KEPT = 20
"""Of each: more than that nobody asks for."""


@dataclass(frozen=True, slots=True)
class Record:
    """One event and its end."""

    at: datetime
    """When it was said, or when it was given up."""
    event: Event
    fate: Fate
    phrase: Phrase | None
    """As it was said, or as it was when it came; None: it was not true even then."""


class Ledger:
    """Keeps the last events of one face or voice."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Begin empty; `now` is the time of day."""
        self._now = now
        self._said: deque[Record] = deque(maxlen=KEPT)
        self._unsaid: deque[Record] = deque(maxlen=KEPT)
        self._counts: Counter[Fate] = Counter()

    @property
    def said(self) -> tuple[Record, ...]:
        """What was told, oldest first."""
        return tuple(self._said)

    @property
    def unsaid(self) -> tuple[Record, ...]:
        """What was not told though it had something to say, oldest first."""
        return tuple(self._unsaid)

    @property
    def counts(self) -> Counter[Fate]:
        """How many events ended how, since the beginning; those that ended without a trace in the lists too."""
        return Counter(self._counts)

    def note(self, event: Event, fate: Fate, phrase: Phrase | None) -> None:
        """Note the end of an event; `phrase` is what was said, or would have been."""
        self._counts[fate] += 1
        record = Record(self._now(), event, fate, phrase)
        if fate in (Fate.SAID, Fate.SHOWN):
            self._said.append(record)
        elif fate not in TOLD and phrase is not None:
            self._unsaid.append(record)

    def forget(self) -> None:
        """Forget all of it."""
        self._said.clear()
        self._unsaid.clear()
        self._counts.clear()


@dataclass(frozen=True, slots=True)
class Ledgers:
    """The two ways to a rider: what is written, and what our own voice says."""

    now: Callable[[], datetime]
    text: Ledger = field(init=False)
    voice: Ledger = field(init=False)

    def __post_init__(self) -> None:
        """Begin with two empty ones."""
        object.__setattr__(self, "text", Ledger(self.now))
        object.__setattr__(self, "voice", Ledger(self.now))

    def forget(self) -> None:
        """Forget both."""
        self.text.forget()
        self.voice.forget()
