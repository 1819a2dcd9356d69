"""One sentence read by one grammar: a control word, the pattern that accounts best for it, or two requests."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stopbell.brains.brain import Intent, Scene
from stopbell.brains.offline.grammar import CompiledRule, Grammar
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.spans import to_slots
from stopbell.brains.offline.tokens import Token, parse_tokens

UNKNOWN = "unknown"
UNDERSTOOD = 0.45
"""Share of a sentence that must be accounted for."""
CLEARLY = 0.85
"""From this share on, neither other languages nor two requests in one are looked for."""
PART_UNDERSTOOD = 0.7
"""Share that each half of a double request must reach."""
PART_CLEAR = 0.95
"""The same where nothing stands between the halves."""
LONGEST_UNJOINED = 5
"""Words of a sentence that is cut in two without anything between."""
TIE = 1e-6
CONTROL_MATCH = 0.74
"""A control word with one typing error still reaches this."""
SHORTEST_MENDED_CONTROL = 5
LONGEST_POLITE = 5


ALONE = frozenset({"stop_speaking", "cancel"})
"""Control words that nothing may follow at once: "stop 12" is a stop."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a sentence was read as."""

    intents: tuple[Intent, ...]
    confidence: float
    """0 to 1: how much of it is accounted for."""


def read_two(tokens: Sequence[Token], grammar: Grammar, scene: Scene, at_least: float) -> Result | None:
    """Read two requests said in one breath; where no word joins them, the first must be a control word.

    A control word that only ends a sentence may be a name: there is a stop called "Back".
    """
    for first, second, is_joined in _split(tokens, grammar):
        halves = [read_one(without_polite(half, grammar), grammar, scene) for half in (first, second)]
        intents = [half.intents[0] for half in halves]
        confidence = min(half.confidence for half in halves)
        needed = max(PART_UNDERSTOOD if is_joined else PART_CLEAR, at_least)
        if confidence < needed or len({intent.name for intent in intents} - {UNKNOWN}) < 2:
            continue
        controls = {rule.intent for rule in grammar.controls} - ALONE
        if is_joined or intents[0].name in controls:
            return Result(tuple(intents), confidence)
    return None


def match_control(tokens: Sequence[Token], grammar: Grammar, scene: Scene) -> Intent | None:
    """Give the control word that the whole utterance is, allowing an error only in long words."""
    reading = Reading(tokens, grammar, mend=all(len(token.folded) >= SHORTEST_MENDED_CONTROL for token in tokens))
    for rule in grammar.controls:
        if not reading.may_be(rule.words):
            continue
        found = reading.match(rule.pattern, 0).get(len(tokens)) if holds(rule, scene) else None
        if tokens and found and found.score / reading.total >= CONTROL_MATCH:
            return Intent(rule.intent, rule.set, grammar.language)
    return None


def read_one(tokens: Sequence[Token], grammar: Grammar, scene: Scene) -> Result:
    """Read a sentence as one request; between patterns that fit alike the first of the grammar wins."""
    if control := match_control(tokens, grammar, scene):
        return Result((control,), 1.0)
    reading = Reading(tokens, grammar, lines=scene.lines)
    if not reading.total:
        return Result((Intent(UNKNOWN, {}, grammar.language, 0.0),), 0.0)
    best, best_share, best_order = None, UNDERSTOOD - TIE, 0
    rules = [(order, rule) for order, rule in enumerate(grammar.intents) if holds(rule, scene)]
    hopes = {order: reading.hope(rule.words, rule.slots) for order, rule in rules}
    shares = {order: sum(hope) / reading.total for order, hope in hopes.items()}
    for order, rule in sorted(rules, key=lambda numbered: (-shares[numbered[0]], numbered[0])):
        if shares[order] < best_share - TIE:
            break
        share, found = reading.rate(rule.pattern, hopes[order], best_share - TIE)
        is_better = share > best_share + TIE or (share > best_share - TIE and (best is None or order < best_order))
        if found and is_better:
            slots = {**to_slots(found.slots), **rule.set}
            best, best_share, best_order = Intent(rule.intent, slots, grammar.language, share), share, order
    if best is None:
        said = " ".join(token.surface for token in tokens if token.surface)
        slots = {**reading.gather(("mode", "feature")), "said": said}
        return Result((Intent(UNKNOWN, slots, grammar.language, 0.0),), 0.0)
    return Result((best,), best_share)


def holds(rule: CompiledRule, scene: Scene) -> bool:
    """Say whether a rule is for this moment."""
    match rule.only:
        case "on-board":
            return scene.is_on_board
        case "choosing":
            return bool(scene.choices)
        case _:
            return True


def tokenize(text: str, grammar: Grammar) -> tuple[Token, ...]:
    """Split a text into the grammar's words."""
    return parse_tokens(text, folds=grammar.folds, spellings=grammar.spellings, elided=grammar.elided)


def without_polite(tokens: Sequence[Token], grammar: Grammar) -> tuple[Token, ...]:
    """Take polite words from both ends, unless nothing else is left."""
    kept = tuple(tokens)
    while grammar.polite and kept:
        reading = Reading(kept, grammar, mend=False)
        ends = [end for end in reading.match(grammar.polite, 0) if end < len(kept)]
        starts = [
            start
            for start in range(max(1, len(kept) - LONGEST_POLITE), len(kept))
            if len(kept) in reading.match(grammar.polite, start)
        ]
        shorter = kept[max(ends, default=0) : min(starts, default=len(kept))]
        if len(shorter) == len(kept) or not shorter:
            break
        kept = shorter
    return kept


def _split(tokens: Sequence[Token], grammar: Grammar) -> Iterator[tuple[Sequence[Token], Sequence[Token], bool]]:
    """Give each way to cut a sentence in two, and whether a joining word or a pause stands there."""
    for position in range(1, len(tokens)):
        if tokens[position].folded in grammar.joining and position + 1 < len(tokens):
            yield tokens[:position], tokens[position + 1 :], True
        elif tokens[position].starts_pause:
            yield tokens[:position], tokens[position:], True
        elif len(tokens) <= LONGEST_UNJOINED:
            yield tokens[:position], tokens[position:], False
