"""Many at once: how many there are comes first, then the ones that matter most, then how many were left out."""

from collections.abc import Mapping, Sequence

from stopbell.announcer.backlog import Waiting
from stopbell.announcer.ranking import STORIES
from stopbell.speech.priority import Priority
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.phrases.phrasebook import Phrasebook

FEWEST = 3
"""From so many on they are told as one."""
MOST_TOLD = 3
"""Of a burst so many are told by themselves, and all that last."""


def find_turn(waiting: Sequence[Waiting]) -> Sequence[Waiting]:
    """Give what is told in one go: the first alone, or a burst of one language, in the order of their turns.

    What stands at the door, and the steps of a story, are told by themselves.
    """
    first, *_ = waiting
    if not _can_be_one_of_many(first):
        return (first,)
    alike = [one for one in waiting if _can_be_one_of_many(one) and one.event.language == first.event.language]
    return alike if len(alike) >= FEWEST else (first,)


def choose(is_lasting: Mapping[int, bool]) -> frozenset[int]:
    """Give which of a burst are only counted, by place; those that last, and the first others, are told."""
    if len(is_lasting) < FEWEST:
        return frozenset()
    room = max(0, MOST_TOLD - sum(is_lasting.values()))
    passing = [place for place, lasts in is_lasting.items() if not lasts]
    return frozenset(passing[room:])


def sum_up(book: Phrasebook, phrases: Sequence[Phrase], left_out: int) -> Phrase:
    """Give one phrase of those told: by itself, or after their number and before that of those left out."""
    whole, *others = phrases
    for other in others:
        whole = whole.then(other)
    total = len(phrases) + left_out
    if total < FEWEST:
        return whole
    whole = book.say("announce.count", count=total).then(whole)
    return whole.then(book.say("announce.left_out", count=left_out)) if left_out else whole


def _can_be_one_of_many(one: Waiting) -> bool:
    return one.priority > Priority.AT_DOOR and one.event.kind not in STORIES
