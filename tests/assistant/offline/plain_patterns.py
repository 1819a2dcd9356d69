"""Patterns as plain nodes, matched in the plainest way: an oracle for the chart, slow and without any index."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rapidfuzz.distance import DamerauLevenshtein

from stopbell.brains.offline.patterns import Slot, parse_pattern
from stopbell.brains.offline.tokens import split_unspaced


@dataclass(frozen=True)
class Word:
    text: str


@dataclass(frozen=True)
class Reference:
    name: str


@dataclass(frozen=True)
class Series:
    parts: Sequence["Node"]


@dataclass(frozen=True)
class Choice:
    options: Sequence["Node"]


@dataclass(frozen=True)
class Maybe:
    part: "Node"


@dataclass(frozen=True)
class Repeat:
    part: "Node"


Node: TypeAlias = Word | Slot | Reference | Series | Choice | Maybe | Repeat


class PlainMaker:
    """Makes plain nodes; lists stay names."""

    make_series = staticmethod(Series)
    make_choice = staticmethod(Choice)
    make_maybe = staticmethod(Maybe)
    make_repeat = staticmethod(Repeat)
    make_list = staticmethod(Reference)

    def __init__(self, is_unspaced: bool) -> None:
        self.is_unspaced = is_unspaced

    def make_word(self, text: str) -> Node:
        signs = split_unspaced(text) if self.is_unspaced else [text]
        return Series([Word(sign) for sign in signs]) if len(signs) > 1 else Word(text)

    def make_slot(self, slot: Slot) -> Slot:
        return slot


def to_node(texts: Sequence[str], *, is_unspaced: bool = False) -> Node:
    return Choice([parse_pattern(text, PlainMaker(is_unspaced)) for text in texts])


def find_reach(node: Node, lists: Mapping[str, Node], slots: Mapping[str, Sequence[Node]]) -> frozenset[Word | Slot]:
    """Give all words and slots that can occur in a pattern."""
    match node:
        case Word():
            return frozenset((node,))
        case Slot(name, kind):
            inner = slots.get(kind or name, ())
            return frozenset((node,)).union(*(find_reach(one, lists, slots) for one in inner))
        case Reference(name):
            return find_reach(lists[name], lists, slots)
        case Series(parts) | Choice(parts):
            return frozenset[Word | Slot]().union(*(find_reach(part, lists, slots) for part in parts))
        case Maybe(part) | Repeat(part):
            return find_reach(part, lists, slots)


def find_words(folded: str, vocabulary: frozenset[str], *, mend: bool) -> Mapping[str, float]:
    """Give the words that a word may be by comparing it with all."""
    hits = {word: 1.0 for word in vocabulary if word == folded or (word[-1] == "*" and folded.startswith(word[:-1]))}
    is_sure = any(word == folded or len(word) > 5 for word in hits)
    if is_sure or not mend or len(folded) < 3 or not folded.isalpha():
        return hits
    for word in vocabulary:
        bare = word.removesuffix("*")
        if word != bare and len(bare) >= 5:
            errors = 2 if len(bare) >= 8 else 1
            lengths = range(len(bare) - errors, min(len(bare) + errors, len(folded)) + 1)
            if any(DamerauLevenshtein.distance(folded[:length], bare) <= errors for length in lengths):
                hits[word] = 0.75
        elif word == bare and word[0] == folded[0] and len(word) + len(folded) > 6:
            errors = 2 if len(folded) >= 8 else 1
            if DamerauLevenshtein.distance(folded, word) <= errors:
                hits[word] = 0.75
    return hits
