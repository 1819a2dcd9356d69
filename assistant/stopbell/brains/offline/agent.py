"""The offline brain: control words first, then the pattern that accounts best for what was said."""

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
HOME_BONUS = 0.12
"""How much better another language must fit than the one in use."""
TIE = 1e-6
CONTROL_MATCH = 0.74
SHORTEST_MENDED_CONTROL = 5
LONGEST_POLITE = 5


@dataclass(frozen=True, slots=True)
class _Result:
    intents: tuple[Intent, ...]
    confidence: float


class OfflineBrain:
    """Understands by grammars; the same words in the same scene always mean the same."""

    def __init__(self, grammars: Sequence[Grammar]):
        """Use these grammars; the scene says which one comes first."""
        self._grammars = tuple(grammars)

    def understand(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        """Give what is wanted, in the order to be done; "unknown" at the least."""
        ordered = sorted(self._grammars, key=lambda grammar: grammar.language != scene.language)
        for grammar in ordered:
            if control := self._find_control(text, grammar, scene):
                return (control,)
        best: _Result | None = None
        for grammar in ordered:
            result = self._read(text, grammar, scene)
            is_home = grammar is ordered[0]
            if is_home and result.confidence >= CLEARLY:
                return result.intents
            if best is None or result.confidence > best.confidence + HOME_BONUS:
                best = result
        return best.intents if best else (Intent(UNKNOWN, {}, scene.language, 0.0),)

    def _find_control(self, text: str, grammar: Grammar, scene: Scene) -> Intent | None:
        tokens = _tokenize(text, grammar)
        return _match_control(tokens, grammar, scene) or _match_control(
            _without_polite(tokens, grammar), grammar, scene
        )

    def _read(self, text: str, grammar: Grammar, scene: Scene) -> _Result:
        said = _tokenize(text, grammar)
        tokens = _without_polite(said, grammar)
        whole = _read_one(tokens, grammar, scene)
        if whole.confidence < CLEARLY and len(tokens) < len(said):
            whole = max(whole, _read_one(said, grammar, scene), key=lambda result: result.confidence)
        if whole.confidence < CLEARLY:
            for first, second in _split(tokens, grammar):
                halves = [_read_one(_without_polite(half, grammar), grammar, scene) for half in (first, second)]
                names = [half.intents[0].name for half in halves]
                confidence = min(half.confidence for half in halves)
                if confidence >= max(PART_UNDERSTOOD, whole.confidence) and len(set(names) - {UNKNOWN}) == 2:
                    return _Result(tuple(half.intents[0] for half in halves), confidence)
        return whole


def _match_control(tokens: Sequence[Token], grammar: Grammar, scene: Scene) -> Intent | None:
    """Give the control word that the whole utterance is, allowing an error only in long words."""
    reading = Reading(tokens, grammar, mend=all(len(token.folded) >= SHORTEST_MENDED_CONTROL for token in tokens))
    for rule in grammar.controls:
        if not reading.may_be(rule.words):
            continue
        found = reading.match(rule.pattern, 0).get(len(tokens)) if _holds(rule, scene) else None
        if tokens and found and found.score / reading.total >= CONTROL_MATCH:
            return Intent(rule.intent, rule.set, grammar.language)
    return None


def _read_one(tokens: Sequence[Token], grammar: Grammar, scene: Scene) -> _Result:
    if control := _match_control(tokens, grammar, scene):
        return _Result((control,), 1.0)
    reading = Reading(tokens, grammar, lines=scene.lines)
    if not reading.total:
        return _Result((Intent(UNKNOWN, {}, grammar.language, 0.0),), 0.0)
    best, best_share, best_order = None, UNDERSTOOD - TIE, 0
    rules = [(order, rule) for order, rule in enumerate(grammar.intents) if _holds(rule, scene)]
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
        return _Result((Intent(UNKNOWN, slots, grammar.language, 0.0),), 0.0)
    return _Result((best,), best_share)


def _holds(rule: CompiledRule, scene: Scene) -> bool:
    match rule.only:
        case "on-board":
            return scene.is_on_board
        case "choosing":
            return bool(scene.choices)
        case _:
            return True


def _tokenize(text: str, grammar: Grammar) -> tuple[Token, ...]:
    return parse_tokens(text, folds=grammar.folds, spellings=grammar.spellings)


def _without_polite(tokens: Sequence[Token], grammar: Grammar) -> tuple[Token, ...]:
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


def _split(tokens: Sequence[Token], grammar: Grammar) -> Iterator[tuple[Sequence[Token], Sequence[Token]]]:
    for position in range(1, len(tokens)):
        if tokens[position].folded in grammar.joining and position + 1 < len(tokens):
            yield tokens[:position], tokens[position + 1 :]
        elif tokens[position].starts_pause:
            yield tokens[:position], tokens[position:]
