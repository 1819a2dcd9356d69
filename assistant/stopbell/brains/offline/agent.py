"""The offline brain: control words first, then the pattern that accounts best for what was said."""

from collections.abc import Callable, Mapping, Sequence

from stopbell.brains.brain import Intent, Scene
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.guessing import Guesser
from stopbell.brains.offline.likeness import Likeness
from stopbell.brains.offline.understanding import CLEARLY, UNKNOWN, Sentence, tokenize

Examples = Mapping[str, Sequence[str]]
"""Sentences by the intent that they were said with."""
_FALLBACK = "en"
"""The language that comes first where nobody has a grammar of the one in use."""
HOME_BONUS = 0.12
"""How much better another language must fit than the one in use."""


class OfflineBrain:
    """Understands by grammars; the same words in the same scene always mean the same.

    A grammar is read when it is first needed: to read all of them takes longer than an answer may.
    """

    def __init__(
        self, loaders: Mapping[str, Callable[[], Grammar]], examples: Mapping[str, Callable[[], Examples]] | None = None
    ):
        """Use these grammars, by language; the scene says which one comes first. Examples are sentences by intent."""
        self._loaders = dict(loaders)
        self._examples = dict(examples or {})
        self._likenesses: dict[str, Likeness] = {}
        self._grammars: dict[str, Grammar] = {}
        self._guessers: dict[str, Guesser] = {}

    def understand(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        """Give what is wanted, in the order to be done; "unknown" at the least.

        What the language in use clearly has a meaning for is not looked for in others; then control words of any
        language come first, for who wants silence wants it at once.
        """
        ordered = sorted(self._loaders, key=lambda tag: (tag != scene.language, tag != _FALLBACK))
        if not ordered:
            return (Intent(UNKNOWN, {}, scene.language, 0.0),)
        home = Sentence(text, self._get(ordered[0]), scene)
        if control := home.find_control():
            return (control,)
        best = home.read(self._guessers[ordered[0]])
        if best and best.confidence >= CLEARLY:
            return best.intents
        others = {tag: Sentence(text, self._get(tag), scene) for tag in ordered[1:]}
        for sentence in others.values():
            if control := sentence.find_control():
                return (control,)
        for tag, sentence in others.items():
            needed = best.confidence + HOME_BONUS if best else 0.0
            result = sentence.read(self._guessers[tag], needed, is_in_use=False)
            if result and result.confidence > needed:
                best = result
        return best.intents if best else (self._find_likest(home, ordered[0]) or home.give_up(),)

    def _find_likest(self, home: Sentence, tag: str) -> Intent | None:
        """Guess by what riders have said, where no grammar knows; the examples are read when that is first needed."""
        if tag not in self._examples:
            return None
        if tag not in self._likenesses:
            grammar = self._get(tag)
            said = {
                intent: [[token.folded for token in tokenize(text, grammar)] for text in texts]
                for intent, texts in self._examples[tag]().items()
            }
            self._likenesses[tag] = Likeness(said, is_unspaced=grammar.is_unspaced)
        return home.guess_likest(self._guessers[tag], self._likenesses[tag])

    def _get(self, tag: str) -> Grammar:
        grammar = self._grammars.get(tag)
        if grammar is None:
            grammar = self._grammars[tag] = self._loaders[tag]()
            self._guessers[tag] = Guesser(grammar)
        return grammar
