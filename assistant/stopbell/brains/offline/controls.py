"""Control words: a whole utterance that is one, alone or said several ways at once ("no no no", "yeah, correct")."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stopbell.brains.brain import Intent, Scene
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.tally import list_members
from stopbell.brains.offline.tokens import Token

CONTROL_MATCH = 0.74
"""A control word with one typing error still reaches this."""
SHORTEST_MENDED_CONTROL = 5


def match_control(tokens: Sequence[Token], grammar: Grammar, scene: Scene) -> Intent | None:
    """Give the control word that the whole utterance is, but for particles at its end."""
    control = _match_whole_control(tokens, grammar, scene)
    while control is None and len(tokens) > 1 and tokens[-1].folded in grammar.particles:
        tokens = tokens[:-1]
        control = _match_whole_control(tokens, grammar, scene)
    return control


def _match_whole_control(tokens: Sequence[Token], grammar: Grammar, scene: Scene) -> Intent | None:
    """Give the control word that all of some words are, allowing an error only in long ones."""
    index = grammar.control_index
    holding = index.find_holding(scene) if tokens else 0
    mend = all(len(token.folded) >= SHORTEST_MENDED_CONTROL for token in tokens)
    may_be = holding
    for token in tokens:
        may_be &= grammar.hear(token.folded, mend).controls
        if not may_be:
            return match_control_said_again(tokens, grammar, holding)
    if not may_be:
        return None
    reading = Reading(tokens, grammar, mend=mend)
    for place in list_members(may_be):
        rule = index.rules[place]
        found = reading.find_ends(rule.pattern, 0).get(len(tokens))
        if found and found[0] / reading.total >= CONTROL_MATCH:
            return Intent(rule.intent, rule.set, grammar.language)
    return match_control_said_again(tokens, grammar, holding)


def match_control_said_again(tokens: Sequence[Token], grammar: Grammar, holding: int) -> Intent | None:
    """Give the control word that is said more than once, or with words around it that only lend it weight.

    Every word must belong to it or to what may stand around: nothing else is ever silenced.
    """
    may_be = 0
    for token in tokens:
        heard = grammar.hear(token.folded, False)
        controls = heard.controls & holding
        if not controls and not heard.bits & grammar.words_around:
            return None
        may_be |= controls
    if not may_be:
        return None
    spans = _Spans(Reading(tokens, grammar, mend=False), grammar, may_be)
    reached: list[dict[_Said | None, int]] = [{} for _ in range(len(tokens) + 1)]
    reached[0][None] = len(grammar.controls)
    for start in range(len(tokens)):
        if not reached[start]:
            continue
        for end in spans.list_ends_around(start):
            for said, first in reached[start].items():
                reached[end][said] = min(first, reached[end].get(said, first))
        for end, said, place in spans.list_controls(start):
            for earlier in (None, said):
                if earlier in reached[start]:
                    first = min(place, reached[start][earlier])
                    reached[end][said] = min(first, reached[end].get(said, first))
    first = min((place for said, place in reached[-1].items() if said), default=None)
    if first is None:
        return None
    rule = grammar.controls[first]
    return Intent(rule.intent, rule.set, grammar.language)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a control word asks for."""

    intent: str
    slots: tuple[tuple[str, object], ...]


class _Spans:
    """What stands where in a sentence of control words."""

    def __init__(self, reading: Reading, grammar: Grammar, rules: int) -> None:
        """Take the control words that there may be."""
        self._reading = reading
        self._grammar = grammar
        self._rules = [(place, grammar.controls[place]) for place in list_members(rules)]

    def list_ends_around(self, start: int) -> list[int]:
        """Give where words may end, begun here, that may stand around a control word."""
        around = self._grammar.around
        return [end for end in self._reading.find_ends(around, start) if end > start] if around else []

    def list_controls(self, start: int) -> Iterator[tuple[int, _Said, int]]:
        """Give every control word that begins here: where it ends, what it asks for, its place in the grammar."""
        for place, rule in self._rules:
            for end, (score, _) in self._reading.find_ends(rule.pattern, start).items():
                if end > start and score / self._reading.weigh(start, end) >= CONTROL_MATCH:
                    yield end, _Said(rule.intent, tuple(sorted(rule.set.items()))), place
