"""Learn from sentences: `python -m stopbell.brains.offline.learned.training` writes locales/*/*.bin anew.

The same sentences and grammar give the same numbers: nothing is drawn by chance but from a fixed seed.
"""

import hashlib
import sys
import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from stopbell.brains.brain import Scene
from stopbell.brains.offline.grammar import Grammar, load_grammar
from stopbell.brains.offline.guessing import Guesser
from stopbell.brains.offline.learned.fitting import OF_SENTENCES, OF_WORDS, fit
from stopbell.brains.offline.learned.forms import FORMS
from stopbell.brains.offline.learned.forms_training import learn_forms
from stopbell.brains.offline.learned.listener import FACETS, INTENTS, WORDS
from stopbell.brains.offline.learned.marking import Piece, Saying, parse_saying
from stopbell.brains.offline.learned.traits import Traits, take_opinion, take_sentence, take_words, to_words
from stopbell.brains.offline.learned.values import BEGINS, GOES_ON, NAMES, OUTSIDE, is_of_whole, to_label
from stopbell.brains.offline.learned.weights import Numbers, Weights, read_mark, write_weights
from stopbell.brains.offline.loading import FORMS_FILE
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.results import Result
from stopbell.brains.offline.tokens import Token
from stopbell.brains.offline.understanding import UNKNOWN, Sentence, tokenize

LEAST_FACETS = 4
"""How often a value of the whole sentence must be met."""
EVERY_NAME = 4
"""Every how-manieth name is learned as one."""
PLACE_SIGNS, SHORT_CONTROL = 10, 3
"""How many signs with which names end, and the longest control word, of which misleading names are made."""
ASHORE = 0.95
"""How clear the grammar must be of what a sentence means at a stop that was given as said on board."""
ON_BOARD = "on_board"
SAYINGS, EXAMPLES = "sayings.toml", "examples.toml"
"""Sentences with their values marked, and such of which only the intent is told."""


class Lesson:
    """One sentence, as the grammar takes it."""

    def __init__(self, saying: Saying, grammar: Grammar, guesser: Guesser) -> None:
        """Read the sentence."""
        self.saying = saying
        self.is_unspaced = grammar.is_unspaced
        self.is_on_board = saying.whole.get(ON_BOARD) == "yes"
        scene = Scene(grammar.language, is_on_board=self.is_on_board)
        sentence = Sentence(saying.text, grammar, scene)
        self.tokens = sentence.said
        control = sentence.find_control()
        self.heard = Result((control,), 1.0) if control else sentence.read(guesser)
        self.labels = _label(saying, grammar, self.tokens)
        self.words = to_words(Reading(self.tokens, grammar))

    @property
    def traits(self) -> Traits:
        """Give the traits of the sentence."""
        own = take_sentence(self.words, is_unspaced=self.is_unspaced, is_on_board=self.is_on_board, is_choosing=False)
        return {**own, **take_opinion(self.heard)}

    def take_words(self) -> list[Traits]:
        """Give the traits of each word."""
        return take_words(self.words, self.saying.intent, self.heard, is_unspaced=self.is_unspaced)

    @property
    def facets(self) -> set[str]:
        """Give the values that the whole sentence tells."""
        marked = {piece.slot: piece.value or piece.said for piece in self.saying.pieces if piece.slot}
        told = {**marked, **self.saying.whole}
        return {f"{slot}={value}" for slot, value in told.items() if is_of_whole(slot, value)}

    def turn_ashore(self, grammar: Grammar, guesser: Guesser) -> "Lesson | None":
        """Give what is said on board as said at a stop, if the grammar clearly takes it for something else there."""
        if not self.is_on_board:
            return None
        other = Lesson(Saying(self.saying.intent, self.saying.pieces, {}), grammar, guesser)
        if not other.heard or other.heard.confidence < ASHORE or other.heard.intents[0].name == self.saying.intent:
            return None
        return Lesson(Saying(other.heard.intents[0].name, (Piece(self.saying.text),), {}), grammar, guesser)


def _label(saying: Saying, grammar: Grammar, tokens: Sequence[Token]) -> list[str] | None:
    """Give for every word of which value it is a part; None where a mark ends within a word."""
    labels: list[str] = []
    said: list[str] = []
    for piece in saying.pieces:
        words = tokenize(piece.said, grammar)
        said += [token.folded for token in words]
        if piece.slot is None or is_of_whole(piece.slot, piece.value or piece.said):
            labels += [OUTSIDE] * len(words)
        else:
            labels += _label_piece(piece, piece.slot, [token.folded for token in words], grammar)
    return labels if said == [token.folded for token in tokens] else None


def _label_piece(piece: Piece, slot: str, said: Sequence[str], grammar: Grammar) -> list[str]:
    """Label the words of a value; where it is written with fewer words than were marked, only those."""
    label = to_label(slot, piece.said, piece.value)
    value = [token.folded for token in tokenize(piece.value or piece.said, grammar)]
    starts = [start for start in range(len(said) - len(value) + 1) if list(said[start : start + len(value)]) == value]
    inside = range(starts[0], starts[0] + len(value)) if starts and value else range(len(said))
    return [
        OUTSIDE if place not in inside else f"{BEGINS if place == inside.start else GOES_ON} {label}"
        for place in range(len(said))
    ]


def learn(lessons: Sequence[Lesson], others: Sequence[Lesson]) -> Mapping[str, Weights]:
    """Learn from marked sentences, and from others of which only the intent is known."""
    traits = [lesson.traits for lesson in (*lessons, *others)]
    names = sorted({lesson.saying.intent for lesson in (*lessons, *others)})
    meant = np.zeros((len(traits), len(names)), np.float32)
    for row, lesson in enumerate((*lessons, *others)):
        meant[row, names.index(lesson.saying.intent)] = 1
    intents = fit(traits, names, meant, OF_SENTENCES)
    facets, told, asked = _list_facets(lessons)
    whole = fit(traits[: len(lessons)], facets, told, OF_SENTENCES, asked=asked)
    return {INTENTS: intents, FACETS: whole, WORDS: _learn_words(lessons)}


def _list_facets(lessons: Sequence[Lesson]) -> tuple[list[str], Numbers, Numbers]:
    """Give the values of whole sentences by intent, which sentences tell them, and of which that can be asked."""
    counts = Counter(f"{lesson.saying.intent} {facet}" for lesson in lessons for facet in lesson.facets)
    facets = sorted(facet for facet, count in counts.items() if count >= LEAST_FACETS)
    told = np.zeros((len(lessons), len(facets)), np.float32)
    asked = np.zeros_like(told)
    for row, lesson in enumerate(lessons):
        for column, facet in enumerate(facets):
            intent, _, value = facet.partition(" ")
            asked[row, column] = intent == lesson.saying.intent
            told[row, column] = intent == lesson.saying.intent and value in lesson.facets
    return facets, told, asked


def _learn_words(lessons: Sequence[Lesson]) -> Weights:
    rows: list[Traits] = []
    labels: list[str] = []
    for lesson in lessons:
        if lesson.labels is None:
            continue
        before = OUTSIDE
        for traits, label in zip(lesson.take_words(), lesson.labels, strict=True):
            rows.append({**traits, f"p {before}": 1.0})
            labels.append(label)
            before = label
    names = sorted(set(labels))
    meant = np.zeros((len(rows), len(names)), np.float32)
    for row, label in enumerate(labels):
        meant[row, names.index(label)] = 1
    return fit(rows, names, meant, OF_WORDS)


def read_sayings(path: Path) -> list[Saying]:
    """Read marked sentences by intent; two requests in one are read as `multi`."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return [parse_saying(intent, line) for intent, lines in found.items() for line in lines]


def list_names(sayings: Iterable[Saying]) -> list[Saying]:
    """Give the names in some sentences as sentences of their own, which mean nothing: a bare name is an answer."""
    named = [piece for saying in sayings for piece in saying.pieces if piece.slot in NAMES]
    names = {(piece.value or piece.said).strip() for piece in named} - {"home", "work"}
    return [Saying(UNKNOWN, (Piece(name),), {}) for name in sorted(names)[::EVERY_NAME]]


def list_misleading_names(sayings: Iterable[Saying], controls: Container[str]) -> list[Saying]:
    """Give names that begin as control words do where no blank shows that they go on: 返回 is "back", 返回街 is not."""
    listed = list(sayings)
    named = [piece.value or piece.said for saying in listed for piece in saying.pieces if piece.slot in NAMES]
    endings = [sign for sign, _ in Counter(name.strip()[-1] for name in named if name.strip()).most_common(PLACE_SIGNS)]
    words = sorted(
        {saying.text for saying in listed if saying.intent in controls and len(saying.text) <= SHORT_CONTROL}
    )
    return [Saying(UNKNOWN, (Piece(word + endings[place % len(endings)]),), {}) for place, word in enumerate(words)]


def mark_of(folder: Path) -> str:
    """Give a mark that changes with a language's sentences.

    It does not change with the grammar: what was learned of its opinion stays true for small changes.
    """
    digest = hashlib.sha256()
    for path in (folder / name for name in (SAYINGS, EXAMPLES)):
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()[:16]


def learn_language(folder: Path) -> bool:
    """Learn one language anew; say whether there was anything new."""
    target, mark = folder / "learned.bin", mark_of(folder)
    if read_mark(target) == mark:
        return False
    sayings = read_sayings(folder / SAYINGS)
    grammar = load_grammar(folder / "grammar.toml")
    guesser = Guesser(grammar)
    (folder / FORMS_FILE).unlink(missing_ok=True)
    if forms := learn_forms(sayings, grammar):
        write_weights(folder / FORMS_FILE, {FORMS: forms}, mark)
    names = list_names(sayings)
    if grammar.is_unspaced:
        names += list_misleading_names(sayings, grammar.control_index.by_intent)
    lessons = [Lesson(saying, grammar, guesser) for saying in (*sayings, *names)]
    lessons += [other for lesson in lessons if (other := lesson.turn_ashore(grammar, guesser))]
    examples = folder / EXAMPLES
    others = [Lesson(saying, grammar, guesser) for saying in read_sayings(examples)] if examples.exists() else []
    write_weights(target, learn(lessons, others), mark)
    return True


def is_current(folder: Path) -> bool:
    """Say whether what was learned was learned from a language's sentences as they are."""
    return read_mark(folder / "learned.bin") == mark_of(folder)


def main(folders: Sequence[Path], *, only_check: bool) -> int:
    """Learn every language whose sentences have changed, or only say which these are; give an exit code."""
    stale = [folder for folder in folders if not is_current(folder)]
    for folder in stale:
        if only_check:
            print(f"{folder.name}: sentences have changed since they were learned; run: make learn", file=sys.stderr)  # noqa: T201
        elif learn_language(folder):
            print(f"{folder.name}: learned anew", file=sys.stderr)  # noqa: T201
    return int(only_check and bool(stale))


if __name__ == "__main__":
    from stopbell_server.phrases.catalog import find_locales

    chosen = {argument for argument in sys.argv[1:] if argument != "--check"}
    found = sorted(path.parent for path in find_locales().glob(f"*/{SAYINGS}"))
    sys.exit(main([one for one in found if not chosen or one.name in chosen], only_check="--check" in sys.argv))
