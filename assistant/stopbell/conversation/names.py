"""Which of the known names a rider means: inflected, in another script, with a typing error."""

from collections.abc import Sequence

from rapidfuzz import fuzz

from stopbell.conversation.choosing import fold

ALIKE = 82
"""From this likeness on (0 to 100) a name is taken for the one that is known."""


def find_name(said: str, known: Sequence[str]) -> str | None:
    """Give the known name that is meant, or None when none is like it."""
    asked = fold(said)
    if not asked or not known:
        return None
    scored = [(_compare(asked, fold(name)), -place) for place, name in enumerate(known)]
    best, place = max(scored)
    return known[-place] if best >= ALIKE else None


def _compare(asked: str, name: str) -> float:
    """Compare as a whole or, where what was said is long enough to stand for itself, as a part."""
    whole = fuzz.ratio(asked, name)
    return max(whole, fuzz.partial_ratio(asked, name) - 1) if min(len(asked), len(name)) >= 4 else whole
