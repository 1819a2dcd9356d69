"""What a time of day leaves open that was heard in a sentence, and the day that was said with it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from stopbell.brains.brain import Intent, SlotValue
from stopbell.brains.offline.beside_times import leave_times_out
from stopbell.brains.offline.clock import leaves_half_open
from stopbell.brains.offline.grammar import WHEN, Grammar
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.time_matches import HALF_DAY
from stopbell.brains.offline.times import find_times
from stopbell.brains.offline.tokens import Token

TIME, HALF, EITHER, TOMORROW = "time", "half", "either", "tomorrow"
_WRITTEN = re.compile(r"0?(\d{1,2})[:.h](\d{2})|0?(\d{1,2})h")


def complete_time(intent: Intent, said: Sequence[Token], grammar: Grammar) -> Intent:
    """Add `half` where a time may be twelve hours later, and `when` where it is of tomorrow and no pattern heard that.

    No other value goes on over the time.

    Args:
        intent: what was understood.
        said: all words of the sentence.
        grammar: of the intent's language.
    """
    text = intent.text(TIME)
    if text is None:
        return intent
    slots = leave_times_out(intent.slots, said, find_times(said, grammar), grammar)
    half = {HALF: EITHER} if _is_open(text, said, grammar) else {}
    day = {WHEN: TOMORROW} if WHEN not in intent.slots and _find_day(said, grammar) == TOMORROW else {}
    return replace(intent, slots={**slots, **day, **half})


def _find_day(said: Sequence[Token], grammar: Grammar) -> SlotValue | None:
    """Give the first day in a sentence; the morning of "eight in the morning" is none."""
    reading = Reading(said, grammar, mend=False)
    within = reading.within_times
    for start in range(len(said)):
        if start in within:
            continue
        ends = reading.find_ends(grammar.day, start)
        if ends and (slots := ends[max(ends)][1]):
            return dict(reading.write(slots)).get(WHEN)
    return None


def _is_open(text: str, tokens: Sequence[Token], grammar: Grammar) -> bool:
    if grammar.clock:
        return leaves_half_open(text, tokens, grammar.clock, grammar.numbers)
    for time in find_times(tokens, grammar):
        if time.text == text:
            return time.is_either
    is_written = any(_WRITTEN.fullmatch(token.folded) for token in tokens)
    return 0 < int(text[:2]) <= HALF_DAY and not is_written
