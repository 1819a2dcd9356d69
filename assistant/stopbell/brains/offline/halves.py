"""Which half of the day a time means that was said in words: "half past five" leaves it open."""

import re
from collections.abc import Sequence
from dataclasses import replace

from stopbell.brains.brain import Intent
from stopbell.brains.offline.clock import leaves_half_open
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.time_matches import HALF_DAY
from stopbell.brains.offline.times import find_times
from stopbell.brains.offline.tokens import Token

TIME, HALF, EITHER = "time", "half", "either"
_WRITTEN = re.compile(r"0?(\d{1,2})[:.h](\d{2})|0?(\d{1,2})h")


def tell_half(intent: Intent, said: Sequence[Token], grammar: Grammar) -> Intent:
    """Add `half` to what was understood, where its time may be twelve hours later.

    Args:
        intent: what was understood.
        said: all words of the sentence.
        grammar: of the intent's language.
    """
    text = intent.text(TIME)
    if text is None or not _is_open(text, said, grammar):
        return intent
    return replace(intent, slots={**intent.slots, HALF: EITHER})


def _is_open(text: str, tokens: Sequence[Token], grammar: Grammar) -> bool:
    if grammar.clock:
        return leaves_half_open(text, tokens, grammar.clock, grammar.numbers)
    for time in find_times(tokens, grammar):
        if time.text == text:
            return time.is_either
    is_written = any(_WRITTEN.fullmatch(token.folded) for token in tokens)
    return 0 < int(text[:2]) <= HALF_DAY and not is_written
