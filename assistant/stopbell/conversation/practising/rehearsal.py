"""A script played in less time than the trip takes: a watch like any other, so that it is told and ended like one."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from stopbell.announcer.event import Event
from stopbell.conversation.ports import Clock
from stopbell.conversation.practising.script import Step
from stopbell.conversation.watching.lookout import Lookout
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.phrasebook import Phrasebook

TIMES_FASTER = 15.0
SHORTEST_S = 5.0
"""Two steps closer to each other than that could not both be heard."""
LONGEST_S = 15.0
KIND = "practice"


class Rehearsal:
    """The steps of one trip, told one after the other; each says that it is practice."""

    is_ride = False
    subject = "practice"
    address = None

    def __init__(self, steps: Sequence[Step], trip: Line, clock: Clock) -> None:
        """Take the steps, what the trip is called, and the real clock; the first step is due at once."""
        self._trip = trip
        self._due = _spread(steps, clock.monotonic())
        self._clock = clock
        self._told = 0

    @property
    def is_over(self) -> bool:
        """Whether all was told."""
        return self._told == len(self._due)

    def name(self, book: Phrasebook) -> Line:
        """Give the trip as a label."""
        said = book.say("practice.name", trip=self._trip)
        return Line(said.written, said.spoken)

    def wake_at(self, now: datetime) -> datetime | None:
        """Give when the next step is due."""
        if self.is_over:
            return None
        return now + timedelta(seconds=max(0.0, self._due[self._told][0] - self._clock.monotonic()))

    async def look(self, lookout: Lookout) -> Sequence[Event]:
        """Give the steps that are due."""
        events: list[Event] = []
        while not self.is_over and self._due[self._told][0] <= self._clock.monotonic():
            phrase = self._due[self._told][1].phrase
            self._told += 1
            is_last = self.is_over
            events.append(
                lookout.make_event(
                    KIND,
                    f"{self.subject} {self._told}",
                    "step",
                    lambda book, phrase=phrase, is_last=is_last: mark(book, phrase, is_last=is_last),
                    lasts=True,
                )
            )
        return events


def mark(book: Phrasebook, phrase: Phrase, *, is_last: bool) -> Phrase:
    """Say of each line that it is practice; after the last one that it is over."""
    lines = [book.say("practice.says", what=line) for line in phrase.lines if line]
    lines += [book.say("practice.ends")] if is_last else []
    return from_lines(tuple(line for said in lines for line in said.lines), KIND)


def _spread(steps: Sequence[Step], begin: float) -> list[tuple[float, Step]]:
    due = begin
    spread: list[tuple[float, Step]] = []
    for place, step in enumerate(steps):
        if place:
            gap = (step.at - steps[place - 1].at).total_seconds() / TIMES_FASTER
            due += min(LONGEST_S, max(SHORTEST_S, gap))
        spread.append((due, step))
    return spread
