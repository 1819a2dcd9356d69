"""What a time of day leaves open that was heard in a sentence, and the day that was said with it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from stopbell.brains.brain import Intent, SlotValue
from stopbell.brains.offline.beside_times import leave_times_out
from stopbell.brains.offline.clock import leaves_half_open
from stopbell.brains.offline.grammar import WHEN, Grammar
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.time_matches import HALF_DAY
from stopbell.brains.offline.times import SaidTime, find_times
from stopbell.brains.offline.tokens import Token
from stopbell.brains.offline.understanding import CLEARLY, tokenize

TIME, HALF, EITHER, TOMORROW = "time", "half", "either", "tomorrow"
OF_A_TIME = frozenset({"next_arrivals", "plan_trip"})
"""Intents that a time of day always belongs to."""
_WRITTEN = re.compile(r"0?(\d{1,2})[:.h](\d{2})|0?(\d{1,2})h")


def complete_times(
    intents: Sequence[Intent], text: str, grammar: Grammar, get_grammar: Callable[[str], Grammar]
) -> tuple[Intent, ...]:
    """Complete what was understood of a text; grammars are given by their language, the one in use by itself.

    A time of day alone asks for another time than the last answer's, where it is nothing clearer. Where there are two
    requests, nobody knows of which one a time is that no pattern heard.
    """
    is_one = len(intents) == 1
    if is_one and intents[0].confidence < CLEARLY and _is_time(tokenize(text, grammar), grammar):
        intents = (Intent("next_arrivals", {"ref": "previous"}, grammar.language, CLEARLY),)
    return tuple(
        _complete(intent, tokenize(text, get_grammar(intent.language)), get_grammar(intent.language))
        if TIME in intent.slots or (is_one and intent.name in OF_A_TIME)
        else intent
        for intent in intents
    )


def _complete(intent: Intent, said: Sequence[Token], grammar: Grammar) -> Intent:
    """Add what the patterns had no place for: the time, its day where that is tomorrow, and whether its half is open.

    No other value goes on over the time.

    Args:
        intent: what was understood.
        said: all words of the sentence.
        grammar: of the intent's language.
    """
    times = find_times(said, grammar)
    text = intent.text(TIME) or _find_unheard(times)
    if text is None:
        return intent
    if intent.name == "next_arrivals" and _is_end(text, times, said, grammar):
        # What comes until then is what comes from now on; from then on would be what was not asked.
        return replace(intent, slots={slot: value for slot, value in intent.slots.items() if slot != TIME})
    slots = {**leave_times_out(intent.slots, said, times, grammar), TIME: text}
    half = {HALF: EITHER} if _is_open(text, said, grammar) else {}
    day = {WHEN: TOMORROW} if WHEN not in intent.slots and _find_day(said, grammar) == TOMORROW else {}
    return replace(intent, slots={**slots, **day, **half})


def _is_time(said: Sequence[Token], grammar: Grammar) -> bool:
    """Say whether a sentence is one time of day and nothing else."""
    times = find_times(said, grammar)
    return len(times) == 1 and times[0].is_sure and range(times[0].before, times[0].end) == range(len(said))


def _is_end(text: str, times: Sequence[SaidTime], said: Sequence[Token], grammar: Grammar) -> bool:
    """Say whether a time was said as an end: "before seven"."""
    ends = grammar.idioms.end_follows if grammar.idioms else frozenset[tuple[str, ...]]()
    before = [tuple(token.folded for token in said[time.before : time.start]) for time in times if time.text == text]
    return any(words in ends for words in before)


def _find_unheard(times: Sequence[SaidTime]) -> str | None:
    """Give the one time of a sentence where no pattern had a place for it: an answer for now would be a wrong one."""
    sure = [time.text for time in times if time.is_sure]
    return sure[0] if len(sure) == 1 else None


def _find_day(said: Sequence[Token], grammar: Grammar) -> SlotValue | None:
    """Give the first day in a sentence; the morning of "eight in the morning" is none."""
    reading = Reading(said, grammar, mend=False)
    within = reading.within_times
    for start in range(len(said)):
        if start in within:
            continue
        ends = reading.find_ends(grammar.heard_anywhere[WHEN], start)
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
