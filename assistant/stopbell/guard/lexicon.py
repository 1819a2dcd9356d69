"""Phrases of a language and what they mean, found in a sentence word by word."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from stopbell.guard.tokens import Token, TokenKind, fold, parse_tokens

Meaning = TypeVar("Meaning")


@dataclass(slots=True)
class _Node(Generic[Meaning]):
    following: "dict[str, _Node[Meaning]]" = field(default_factory=dict[str, "_Node[Meaning]"])
    beginnings: "dict[str, list[tuple[str, _Node[Meaning]]]]" = field(
        default_factory=dict[str, "list[tuple[str, _Node[Meaning]]]"]
    )
    """By their first letter."""
    meanings: list[Meaning] = field(default_factory=list[Meaning])


class Lexicon(Generic[Meaning]):
    """A tree of phrases. A word that ends in `*` stands for all words beginning so."""

    def __init__(self) -> None:
        """Begin without phrases."""
        self._root: _Node[Meaning] = _Node()

    def add(self, phrase: str, meaning: Meaning) -> None:
        """Teach one phrase; it may have several meanings."""
        node = self._root
        for word in phrase.split():
            is_beginning = word.endswith("*")
            parts = [token.folded for token in parse_tokens(word.rstrip("*"))]
            for place, part in enumerate(parts):
                if is_beginning and place == len(parts) - 1:
                    node = _find_beginning(node, part)
                else:
                    node = node.following.setdefault(part, _Node())
        if node is not self._root and meaning not in node.meanings:
            node.meanings.append(meaning)

    def find(self, tokens: Sequence[Token], start: int) -> tuple[int, Sequence[Meaning]]:
        """Give the longest phrase that begins at a token: how many tokens it takes, and what it means."""
        best: tuple[int, Sequence[Meaning]] = (0, ())
        waiting = [(self._root, start)]
        while waiting:
            node, place = waiting.pop()
            if node.meanings and place - start > best[0]:
                best = (place - start, node.meanings)
            if place >= len(tokens) or tokens[place].kind is TokenKind.SEPARATOR:
                continue
            folded = tokens[place].folded
            if found := node.following.get(folded):
                waiting.append((found, place + 1))
            if node.beginnings:
                near = node.beginnings.get(folded[:1], ())
                waiting += [(found, place + 1) for beginning, found in near if folded.startswith(beginning)]
        return best


def _find_beginning(node: "_Node[Meaning]", part: str) -> "_Node[Meaning]":
    near = node.beginnings.setdefault(part[:1], [])
    for beginning, found in near:
        if beginning == part:
            return found
    found = _Node[Meaning]()
    near.append((part, found))
    return found


def fold_all(words: Iterable[str]) -> frozenset[str]:
    """Give words as they are compared."""
    return frozenset(fold(word) for word in words)
