"""The offline brain: control words first, then the pattern that accounts best for what was said."""

from collections.abc import Sequence

from stopbell.brains.brain import Intent, Scene
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.guessing import guess, weigh_words
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.understanding import (
    CLEARLY,
    UNKNOWN,
    Result,
    holds,
    match_control,
    read_one,
    read_two,
    tokenize,
    without_polite,
)

HOME_BONUS = 0.12
"""How much better another language must fit than the one in use."""


class OfflineBrain:
    """Understands by grammars; the same words in the same scene always mean the same."""

    def __init__(self, grammars: Sequence[Grammar]):
        """Use these grammars; the scene says which one comes first."""
        self._grammars = tuple(grammars)
        self._weights = {
            grammar.language: weigh_words((*grammar.controls, *grammar.intents)) for grammar in self._grammars
        }

    def understand(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        """Give what is wanted, in the order to be done; "unknown" at the least."""
        ordered = sorted(self._grammars, key=lambda grammar: grammar.language != scene.language)
        for grammar in ordered:
            if control := self._find_control(text, grammar, scene):
                return (control,)
        best: Result | None = None
        for grammar in ordered:
            result = self._read(text, grammar, scene)
            is_home = grammar is ordered[0]
            if is_home and result.confidence >= CLEARLY:
                return result.intents
            if best is None or result.confidence > best.confidence + HOME_BONUS:
                best = result
        return best.intents if best else (Intent(UNKNOWN, {}, scene.language, 0.0),)

    def _find_control(self, text: str, grammar: Grammar, scene: Scene) -> Intent | None:
        tokens = tokenize(text, grammar)
        return match_control(tokens, grammar, scene) or match_control(without_polite(tokens, grammar), grammar, scene)

    def _read(self, text: str, grammar: Grammar, scene: Scene) -> Result:
        said = tokenize(text, grammar)
        tokens = without_polite(said, grammar)
        whole = read_one(tokens, grammar, scene)
        if whole.confidence < CLEARLY and len(tokens) < len(said):
            whole = max(whole, read_one(said, grammar, scene), key=lambda result: result.confidence)
        if whole.confidence < CLEARLY and (double := read_two(tokens, grammar, scene, whole.confidence)):
            return double
        if whole.intents[0].name == UNKNOWN and tokens:
            reading = Reading(tokens, grammar, lines=scene.lines)
            rules = [rule for rule in grammar.intents if holds(rule, scene)]
            if guessed := guess(reading, rules, self._weights[grammar.language], grammar.language):
                return Result((guessed,), guessed.confidence)
        return whole
