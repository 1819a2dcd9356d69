"""Names and line labels that the tools told, found again in a sentence: shortened, inflected or written out."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from stopbell.folding import fold_label, has_digit
from stopbell.guard.tokens import Token, TokenKind, fold, parse_tokens
from stopbell_server.phrases.catalog import find_locales
from stopbell_server.phrases.language import read_language

STEM = 3
"""Letters that two forms of a word share at least."""
SLACK = 3
"""Letters by which the ends of two forms of a word may differ."""
_LONGEST_LABEL = 14
"""Words and signs in the name of a line, such as "Richmond - Daly City/Millbrae"."""
_INSIDE_LABELS = frozenset("-–—()")
_SHORT = 3
"""A part of a name stands for the whole only if one of its words has more letters, or it is several characters."""


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name in a sentence; a shortened one may be several."""

    length: int
    ids: frozenset[str]
    is_whole: bool
    """Whether it is the name as it was told, not a part of it."""


@cache
def _list_short_forms() -> dict[str, str]:
    """Give for each written-out word of a name its short form, of all languages."""
    short: dict[str, str] = {}
    for path in sorted(find_locales().glob("*/language.toml")):
        for entry in read_language(path).names.abbreviations:
            for long in (entry.first, entry.middle, entry.last, entry.always):
                if long and " " not in long and len(long) > 1:
                    short.setdefault(fold(long), fold(entry.short.rstrip(".")))
    return short


@lru_cache(maxsize=8192)
def to_name_word(folded: str) -> str:
    """Give the short form of a word in a name, where it has one: Street and St are the same."""
    return _list_short_forms().get(folded, folded)


@lru_cache(maxsize=8192)
def split_name(name: str) -> tuple[str, ...]:
    """Give the words of a name as they are compared."""
    return tuple(to_name_word(token.folded) for token in parse_tokens(name) if token.kind is not TokenKind.SEPARATOR)


def to_name_id(name: str) -> str:
    """Give what two spellings of one name have in common."""
    return " ".join(split_name(name))


class NameBook:
    """All names and labels of a conversation."""

    def __init__(self) -> None:
        """Begin without any."""
        self._names: dict[str, tuple[str, ...]] = {}
        self._by_stem: defaultdict[str, dict[tuple[str, int], None]] = defaultdict(dict)
        self._common: defaultdict[str, int] = defaultdict(int)
        self._labels: dict[tuple[str, ...], set[str]] = {}

    def add_names(self, names: Iterable[str]) -> None:
        """Learn names."""
        for name in names:
            words = split_name(name)
            identity = " ".join(words)
            if not words or identity in self._names:
                continue
            self._names[identity] = words
            for place, word in enumerate(words):
                self._by_stem[_to_stem(word)][identity, place] = None
                self._common[word] += 1

    def add_labels(self, labels: Iterable[str]) -> None:
        """Learn line labels and platforms."""
        for label in labels:
            words = tuple(token.folded for token in parse_tokens(label) if token.kind is not TokenKind.SEPARATOR)
            if words:
                self._labels.setdefault(words, set()).add(to_label(label))

    def find_label(self, tokens: Sequence[Token], start: int) -> tuple[int, str] | None:
        """Give the longest label that begins at a token; one without digits must be written as told, in capitals."""
        words: list[str] = []
        found: tuple[int, str] | None = None
        for at in range(start, min(start + _LONGEST_LABEL, len(tokens))):
            token = tokens[at]
            if token.kind is TokenKind.SEPARATOR:
                if not words or token.surface not in _INSIDE_LABELS:
                    break
                continue
            words.append(token.folded)
            if labels := self._labels.get(tuple(words)):
                surface = tokens[start].surface
                if any(has_digit(word) for word in words) or surface[:1].isupper() or not surface[:1].isascii():
                    found = at - start + 1, min(labels)
        return found

    def find_name(self, tokens: Sequence[Token], start: int, *, is_inflected: bool) -> FoundName | None:
        """Give the longest run of words at a token that is a name or a telling part of one."""
        longest = 0
        found: set[str] = set()
        whole: set[str] = set()
        first = to_name_word(tokens[start].folded)
        for identity, place in self._by_stem.get(_to_stem(first), ()):
            words = self._names[identity]
            length, used = self._match(tokens, start, words, place, is_inflected=is_inflected)
            if not length or not self._is_telling(tokens[start : start + used], words, place, length):
                continue
            if used > longest:
                longest, found, whole = used, set[str](), set[str]()
            if used == longest:
                found.add(identity)
                if length == len(words):
                    whole.add(identity)
        return FoundName(longest, frozenset(whole or found), bool(whole)) if longest else None

    def _match(
        self, tokens: Sequence[Token], start: int, words: Sequence[str], place: int, *, is_inflected: bool
    ) -> tuple[int, int]:
        """Give how many words of the name match, and how many tokens they take with the signs between them."""
        matched, at = 0, start
        used = 0
        while place + matched < len(words) and at < len(tokens):
            token = tokens[at]
            if token.kind is TokenKind.SEPARATOR:
                if not matched or token.surface not in ".,()[]–—-（）、":
                    break
                at += 1
                continue
            if not is_same_word(to_name_word(token.folded), words[place + matched], is_inflected=is_inflected):
                break
            matched += 1
            at += 1
            used = at - start
        return matched, used

    def _is_telling(self, said: Sequence[Token], words: Sequence[str], place: int, length: int) -> bool:
        """Tell whether a part of a name is enough to mean it: not just "street" or a number."""
        if length == len(words):
            return True
        part = words[place : place + length]
        if all(_is_wide(word) for word in part):
            return length >= 2
        if not said[0].surface[:1].isupper() and said[0].surface[:1].lower() != said[0].surface[:1].upper():
            return False
        return any(len(word) > _SHORT and not word.isdigit() and word not in _generic_words() for word in part)


@cache
def _generic_words() -> frozenset[str]:
    """Words that say what kind of place a name is, in every language: those that are written short in names."""
    return frozenset(_list_short_forms().values()) | frozenset(_list_short_forms())


@lru_cache(maxsize=16384)
def is_same_word(said: str, told: str, *, is_inflected: bool) -> bool:
    """Tell whether two words of names are the same, or forms of the same word where a language has such."""
    if said == told:
        return True
    if not is_inflected or min(len(said), len(told)) <= STEM or said.isdigit() or told.isdigit():
        return False
    shared = 0
    for one, other in zip(said, told, strict=False):
        if one != other:
            break
        shared += 1
    rest = max(len(said), len(told)) - shared
    return shared >= STEM and rest <= SLACK and shared * 2 >= min(len(said), len(told))


def to_label(label: str) -> str:
    """Give a label as it is compared."""
    return fold_label(label).replace(" ", "")


def _to_stem(word: str) -> str:
    return word[:STEM]


def _is_wide(word: str) -> bool:
    return "\u3040" <= word[:1] <= "\u9fff"
