"""The state of a kiosk in facts, and which of them a rider must be told before anything else."""

from collections.abc import Mapping
from dataclasses import dataclass

from stopbell.kiosk.clock_check import Doubt
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook

_UNTOLD = frozenset({"live", "absent"})
"""States of live data that need no warning: it is there, or this feed never had any and every row says so."""
WITHOUT_NETWORK = frozenset({"ageing", "lost", "frozen", "not-yet"})
"""States of live data that a missing network may be the cause of."""
_CLOCK: Mapping[Doubt, str] = {
    "behind": "kiosk.clock_behind",
    "feed-ahead": "kiosk.clock_behind",
    "feed-behind": "kiosk.clock_disagrees",
}


@dataclass(frozen=True, slots=True)
class Condition:
    """What works and what does not."""

    doubt: Doubt | None = None
    """Why the clock cannot be believed; None: nothing speaks against it."""
    has_answer: bool = True
    """Whether the source of facts answers at all."""
    has_timetable: bool = True
    """Whether it knows the kiosk's stops."""
    live_state: str | None = None
    """The contract's word; None: nothing has been asked yet."""
    age_s: int | None = None
    """Of the live data; None: not known."""
    has_network: bool | None = None
    """None: the system does not tell."""
    voice_trouble: str | None = None
    """Code of a speech trouble; None: it speaks."""

    @property
    def can_tell_times(self) -> bool:
        """Whether a time told now could be true."""
        return self.doubt is None

    @property
    def is_degraded(self) -> bool:
        """Whether an operator should look."""
        return bool(
            self.doubt
            or not self.has_answer
            or not self.has_timetable
            or self.voice_trouble
            or (self.live_state or "live") not in _UNTOLD
        )


def tell_condition(book: Phrasebook, condition: Condition) -> tuple[Line, ...]:
    """Give what does not work as sentences, the gravest first; none when all is well."""
    lines: list[Line] = []
    if condition.doubt is not None:
        lines += book.say(_CLOCK[condition.doubt]).lines
    if not condition.has_answer:
        lines += book.say("kiosk.no_answer").lines
    elif not condition.has_timetable:
        lines += book.say("kiosk.no_timetable").lines
    elif condition.doubt is None and condition.live_state is not None and condition.live_state not in _UNTOLD:
        lines += book.freshness(condition.live_state, age_seconds=condition.age_s).lines
        if condition.has_network is False and condition.live_state in WITHOUT_NETWORK:
            lines += book.say("kiosk.no_network").lines
    return tuple(lines)


def tell_voice(book: Phrasebook, condition: Condition) -> tuple[Line, ...]:
    """Say, for the screen, why nothing is heard; nothing while the voice works."""
    return book.say(f"speech.{condition.voice_trouble}").lines if condition.voice_trouble else ()
