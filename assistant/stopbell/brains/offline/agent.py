"""The offline brain: control words first, then the pattern that accounts best for what was said."""

from collections.abc import Callable, Mapping

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

_FALLBACK = "en"
"""The language that comes first where nobody has a grammar of the one in use."""
HOME_BONUS = 0.12
"""How much better another language must fit than the one in use."""


class OfflineBrain:
    """Understands by grammars; the same words in the same scene always mean the same.

    A grammar is read when it is first needed: to read all of them takes longer than an answer may.
    """

    def __init__(self, loaders: Mapping[str, Callable[[], Grammar]]):
        """Use these grammars, by language; the scene says which one comes first."""
        self._loaders = dict(loaders)
        self._grammars: dict[str, Grammar] = {}
        self._weights: dict[str, Mapping[str, float]] = {}

    def understand(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        """Give what is wanted, in the order to be done; "unknown" at the least.

        What the language in use clearly has a meaning for is not looked for in others; then control words of any
        language come first, for who wants silence wants it at once.
        """
        ordered = sorted(self._loaders, key=lambda tag: (tag != scene.language, tag != _FALLBACK))
        if not ordered:
            return (Intent(UNKNOWN, {}, scene.language, 0.0),)
        home = self._get(ordered[0])
        if control := self._find_control(text, home, scene):
            return (control,)
        best = self._read(text, home, scene)
        if best.confidence >= CLEARLY:
            return best.intents
        others = [self._get(tag) for tag in ordered[1:]]
        for grammar in others:
            if control := self._find_control(text, grammar, scene):
                return (control,)
        for grammar in others:
            result = self._read(text, grammar, scene)
            if result.confidence > best.confidence + HOME_BONUS:
                best = result
        return best.intents

    def _get(self, tag: str) -> Grammar:
        grammar = self._grammars.get(tag)
        if grammar is None:
            grammar = self._grammars[tag] = self._loaders[tag]()
            self._weights[grammar.language] = weigh_words((*grammar.controls, *grammar.intents))
        return grammar

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
