"""Values that are no part of a time of day: what was learned may take the hour of "at 7" for a line or a stop."""

from collections.abc import Mapping, Sequence

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.kinds import KINDS
from stopbell.brains.offline.lines import find_lines
from stopbell.brains.offline.times import SaidTime
from stopbell.brains.offline.tokens import Token
from stopbell.brains.offline.understanding import tokenize


def leave_times_out(
    slots: Mapping[str, SlotValue], said: Sequence[Token], times: Sequence[SaidTime], grammar: Grammar
) -> Mapping[str, SlotValue]:
    """Give the slots without lines that were said nowhere but in a time, and names without the times in them."""
    within = frozenset(place for time in times if time.is_sure for place in range(time.before, time.end))
    if not within:
        return slots
    kept: dict[str, SlotValue] = {}
    for slot, value in slots.items():
        match KINDS.get(slot):
            case "line":
                left = value if _is_said_beside(str(value), said, within, grammar) else None
            case "name":
                left = _cut_name(str(value), said, within, grammar)
            case _:
                left = value
        if left is not None:
            kept[slot] = left
    return kept


def _is_said_beside(label: str, said: Sequence[Token], within: frozenset[int], grammar: Grammar) -> bool:
    """Say whether a line is named outside the times, or in no way that is known here."""
    inside = {place: list(find_lines(said, place, grammar, ())) for place in range(len(said))}
    places = {place for place, found in inside.items() for _, one, _ in found if one == label}
    return not places or not places <= within


def _cut_name(name: str, said: Sequence[Token], within: frozenset[int], grammar: Grammar) -> str | None:
    """Give a name as far as no time begins in it; nothing where it is all time."""
    words = [token.folded for token in tokenize(name, grammar)]
    folded = [token.folded for token in said]
    places = [start for start in range(len(said) - len(words) + 1) if folded[start : start + len(words)] == words]
    spans = [range(start, start + len(words)) for start in places]
    if not words or not spans or any(within.isdisjoint(span) for span in spans):
        return name
    kept = [said[place].surface for place in spans[0] if place not in within]
    return " ".join(kept) or None
