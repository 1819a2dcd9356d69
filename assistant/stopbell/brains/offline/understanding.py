"""One sentence read by one grammar: a control word, the pattern that accounts best for it, or two requests."""

from collections.abc import Iterator, Sequence

from stopbell.brains.brain import Intent, Scene
from stopbell.brains.offline.clauses import LONGEST_POLITE
from stopbell.brains.offline.controls import match_control
from stopbell.brains.offline.embedding import read_embedded
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.guessing import CONFIDENCE, Guesser
from stopbell.brains.offline.parts import AnyPart
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.results import Result
from stopbell.brains.offline.spans import to_slots
from stopbell.brains.offline.tally import list_members
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
LONGEST_CONTROL = 3
"""Words of what may be a control word of a language that is not in use."""
TIE = 1e-6
A_WORD = 0.5
"""Less than what is lost with any word that counts."""

ALONE = frozenset({"stop_speaking", "cancel"})
"""Control words that nothing may follow at once: "stop 12" is a stop."""


class Sentence:
    """A text as one grammar takes it: its words, and those without the polite ones around."""

    def __init__(self, text: str | Sequence[Token], grammar: Grammar, scene: Scene) -> None:
        """Split the text, or take words that have been split."""
        self._grammar = grammar
        self._scene = scene
        self._said = tokenize(text, grammar) if isinstance(text, str) else tuple(text)
        self._tokens = without_polite(self._said, grammar)

    @property
    def said(self) -> tuple[Token, ...]:
        """Give all words."""
        return self._said

    @property
    def is_short(self) -> bool:
        """Say whether it may be a control word of another language."""
        return len(self._said) <= LONGEST_CONTROL

    @property
    def grammar(self) -> Grammar:
        """Give the grammar that takes it so."""
        return self._grammar

    @property
    def scene(self) -> Scene:
        """Give the moment in which it is said."""
        return self._scene

    def split(self) -> Iterator[tuple["Sentence", "Sentence"]]:
        """Give each two halves between which a joining word or a pause stands."""
        for first, second, is_joined in _split(self._said, self._grammar):
            if is_joined:
                yield Sentence(first, self._grammar, self._scene), Sentence(second, self._grammar, self._scene)

    def find_control(self) -> Intent | None:
        """Give the control word that all of it is."""
        control = match_control(self._said, self._grammar, self._scene)
        if control is None and len(self._tokens) < len(self._said):
            return match_control(self._tokens, self._grammar, self._scene)
        return control

    def read(self, guesser: Guesser, at_least: float = 0.0, *, is_in_use: bool = True) -> Result | None:
        """Give what is meant where no control word is, or None where the grammar does not know.

        A request that less than a share of the sentence accounts for is not looked for, and control words within a
        sentence only in the language in use: "help me get to Victoria" is no help in Chinese.
        """
        grammar, scene = self._grammar, self._scene
        reading = Reading(self._tokens, grammar, lines=scene.lines)
        whole = read_request(reading, grammar, scene, at_least)
        confidence = whole.confidence if whole else 0.0
        if confidence < CLEARLY and len(self._tokens) < len(self._said):
            said = Reading(self._said, grammar, lines=scene.lines)
            if other := read_request(said, grammar, scene, max(at_least, confidence)):
                whole = max(whole or other, other, key=lambda result: result.confidence)
                confidence = whole.confidence
        if confidence < CLEARLY and (double := read_two(self._tokens, grammar, scene, max(at_least, confidence))):
            return double
        # Where another language has understood, no part of the sentence is better than all of it.
        embedded = (
            read_embedded(reading, grammar, scene, confidence)
            if confidence < PART_UNDERSTOOD and not at_least
            else None
        )
        if embedded and not embedded.is_control and not (whole and says_more(whole.intents, embedded)):
            return embedded
        if whole is None and at_least <= CONFIDENCE and (guessed := guesser.guess(reading, scene)):
            return Result((guessed,), guessed.confidence)
        return whole or (embedded if is_in_use else None)

    def give_up(self) -> Intent:
        """Give what is said of a sentence that nobody understands: what it is about, and its words."""
        said = "".join(token.gap + token.surface for token in self._tokens if token.surface).strip(" -")
        slots = {**Reading(self._tokens, self._grammar, lines=self._scene.lines).gather(("mode", "feature"))}
        return Intent(UNKNOWN, {**slots, "said": said} if self._tokens else {}, self._grammar.language, 0.0)


def says_more(whole: Sequence[Intent], embedded: Result) -> bool:
    """Say whether a sentence as a whole tells more than the clauses found in it."""
    names = {intent.name for intent in embedded.intents}
    slots = {name for intent in embedded.intents for name in intent.slots}
    return whole[0].name in names and len(whole[0].slots) > len(slots)


def read_two(tokens: Sequence[Token], grammar: Grammar, scene: Scene, at_least: float) -> Result | None:
    """Read two requests said in one breath; where no word joins them, the first must be a control word.

    A control word that only ends a sentence may be a name: there is a stop called "Back".
    """
    controls = grammar.control_index.by_intent.keys() - ALONE
    for first, second, is_joined in _split(tokens, grammar):
        needed = max(PART_UNDERSTOOD if is_joined else PART_CLEAR, at_least)
        halves: list[Result] = []
        for part in (first, second):
            half = read_one(without_polite(part, grammar), grammar, scene, needed)
            if half is None or half.confidence < needed:
                break
            halves.append(half)
            if not is_joined and halves[0].intents[0].name not in controls:
                break
        intents = tuple(half.intents[0] for half in halves)
        if len({intent.name for intent in intents}) == 2:
            return Result(intents, min(half.confidence for half in halves))
    return None


def read_one(tokens: Sequence[Token], grammar: Grammar, scene: Scene, at_least: float) -> Result | None:
    """Read a sentence as one control word or request, of which a share must be accounted for."""
    if control := match_control(tokens, grammar, scene):
        return Result((control,), 1.0)
    return read_request(Reading(tokens, grammar, lines=scene.lines), grammar, scene, at_least)


def read_request(reading: Reading, grammar: Grammar, scene: Scene, at_least: float) -> Result | None:
    """Read a sentence as one request; between patterns that fit alike the first of the grammar wins.

    Rules are tried from the one that could account for most, until none can be better than the best.
    """
    if not reading.total:
        return None
    index = grammar.intent_index
    best, best_share, best_place = None, max(UNDERSTOOD, at_least) - TIE, 0
    for hope, rules in reading.rank(index.find_holding(scene)):
        if hope < best_share - TIE:
            break
        for place in list_members(rules):
            share, found = reading.rate(index.rules[place].pattern, best_share - TIE)
            is_like = share > best_share - TIE and (best is None or place < best_place)
            if found and (share > best_share + TIE or is_like):
                best, best_share, best_place = found, share, place
    if best is None:
        return None
    rule = index.rules[best_place]
    slots = {**to_slots(reading.write(best[1])), **rule.set}
    return Result((Intent(rule.intent, slots, grammar.language, best_share),), best_share)


def tokenize(text: str, grammar: Grammar) -> tuple[Token, ...]:
    """Split a text into the grammar's words."""
    return parse_tokens(
        text,
        folds=grammar.folds,
        spellings=grammar.spellings,
        elided=grammar.elided,
        endings=grammar.numeral_endings,
        is_unspaced=grammar.is_unspaced,
    )


def without_polite(tokens: Sequence[Token], grammar: Grammar) -> tuple[Token, ...]:
    """Take polite words from both ends, unless nothing else is left."""
    kept = tuple(tokens)
    polite = grammar.polite
    while polite and kept:
        if not polite.slots and not any(polite.begins & grammar.hear(token.folded, False).bits for token in kept):
            break
        reading = Reading(kept, grammar, mend=False)
        within = reading.within_times
        ends = [end for end in _list_whole_ends(reading, polite, 0) if end < len(kept) and end not in within]
        starts = [
            start
            for start in range(max(1, len(kept) - LONGEST_POLITE), len(kept))
            if start not in within and len(kept) in _list_whole_ends(reading, polite, start)
        ]
        shorter = kept[max(ends, default=0) : min(starts, default=len(kept))]
        if len(shorter) == len(kept) or not shorter:
            break
        kept = shorter
    return kept


def _list_whole_ends(reading: Reading, part: AnyPart, start: int) -> list[int]:
    """Give where a part may end of which no word that counts was skipped."""
    weights = [word.weight for word in reading.words]
    found = reading.find_ends(part, start)
    return [end for end, (score, _) in found.items() if sum(weights[start:end]) - score < A_WORD]


def _split(tokens: Sequence[Token], grammar: Grammar) -> Iterator[tuple[Sequence[Token], Sequence[Token], bool]]:
    """Give each way to cut a sentence in two, and whether a joining word or a pause stands there."""
    for position in range(1, len(tokens)):
        if tokens[position].folded in grammar.joining and position + 1 < len(tokens):
            yield tokens[:position], tokens[position + 1 :], True
        elif tokens[position].starts_pause:
            yield tokens[:position], tokens[position:], True
        elif len(tokens) <= LONGEST_UNJOINED:
            yield tokens[:position], tokens[position:], False
