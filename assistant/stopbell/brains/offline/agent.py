"""The offline brain: control words first, then the pattern that accounts best for what was said."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from stopbell.brains.brain import Intent, Scene
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.guessing import Guesser
from stopbell.brains.offline.learned.combining import listen
from stopbell.brains.offline.said_time import TIME, complete_times
from stopbell.brains.offline.understanding import CLEARLY, UNKNOWN, Sentence

if TYPE_CHECKING:
    from stopbell.brains.offline.learned.listener import Listener

LoadListener: TypeAlias = Callable[[Grammar], "Listener"]
"""Reads what was learned in a grammar's language."""
_FALLBACK = "en"
"""The language that comes first where nobody has a grammar of the one in use."""
HOME_BONUS = 0.12
"""How much better another language must fit than the one in use."""
SURELY = 0.5
"""How sure the language in use must be, so that others are not looked at."""
WHOLLY = 0.999
"""Where the grammar accounts for every word, what was learned is not asked, and not even read."""
WHOLLY_WITH_TIME = 0.99
"""The same with a time of day, which few sentences have that were learned: less only by the price of values."""
MET = 0.6
"""Share of a sentence's words that it must know for that."""


class OfflineBrain:
    """Understands by grammars; the same words in the same scene always mean the same.

    A grammar is read when it is first needed: to read all of them takes longer than an answer may.
    """

    def __init__(
        self, loaders: Mapping[str, Callable[[], Grammar]], listeners: Mapping[str, LoadListener] | None = None
    ):
        """Use these grammars, by language; the scene says which one comes first. Listeners were taught sentences."""
        self._loaders = dict(loaders)
        self._load_listeners = dict(listeners or {})
        self._listeners: dict[str, Listener] = {}
        self._grammars: dict[str, Grammar] = {}
        self._guessers: dict[str, Guesser] = {}

    def understand(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        """Give what is wanted, in the order to be done; "unknown" at the least.

        Beside a `time` that was said in words and may be twelve hours later stands `half`, which is "either".
        """
        intents = self._understand_but_times(text, scene)
        language = self._order(scene)[:1]
        return complete_times(intents, text, self._get(language[0]), self._get) if language else intents

    def _understand_but_times(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        """Give what is wanted, with the times that patterns and lessons have.

        What the language in use clearly has a meaning for is not looked for in others; then control words of any
        language come first, for who wants silence wants it at once.
        """
        ordered = self._order(scene)
        if not ordered:
            return (Intent(UNKNOWN, {}, scene.language, 0.0),)
        home = Sentence(text, self._get(ordered[0]), scene)
        if control := home.find_control():
            return (control,)
        heard = home.read(self._guessers[ordered[0]])
        if heard and len(heard.intents) == 1 and heard.confidence >= _find_enough(heard.intents[0]):
            return heard.intents
        listener = self._get_listener(ordered[0])
        best = listen(home, listener, self._guessers[ordered[0]], heard) if listener else heard
        met = listener.share_met(home.said) if listener else 0.0
        if best and (best.confidence >= CLEARLY or (best.confidence >= SURELY and met >= MET and not home.is_short)):
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
        return best.intents if best else (home.give_up(),)

    def _order(self, scene: Scene) -> list[str]:
        """Give the languages, the one in use first."""
        return sorted(self._loaders, key=lambda tag: (tag != scene.language, tag != _FALLBACK))

    def _get_listener(self, tag: str) -> "Listener | None":
        """Give what was learned in a language, read when it is first needed; None where that is nothing."""
        if tag not in self._load_listeners:
            return None
        if tag not in self._listeners:
            self._listeners[tag] = self._load_listeners[tag](self._get(tag))
        return self._listeners[tag]

    def _get(self, tag: str) -> Grammar:
        grammar = self._grammars.get(tag)
        if grammar is None:
            grammar = self._grammars[tag] = self._loaders[tag]()
            self._guessers[tag] = Guesser(grammar)
        return grammar


def _find_enough(intent: Intent) -> float:
    """Give the share of a sentence from which the grammar alone is believed."""
    return WHOLLY_WITH_TIME if TIME in intent.slots else WHOLLY
