"""Names that a sentence has inflected ("на площі Ринок"), given in their base form ("площа Ринок").

A grammar says which words inflect the name behind them and how its words change. Cautious: no other name is touched,
and of a name only the words that the grammar has or of which what was learned is sure, so that a name said in its base
form stays as it was said.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from stopbell.brains.offline.tokens import Token

ToBase = Callable[[Token, Sequence[Token], Sequence[str]], list[str]]
"""Gives the base form of a name: from the word before it, its words as said, and as the tables give them."""
SHORTEST_STEM = 3
"""Letters that must stand before an ending that is changed."""


@dataclass(frozen=True, slots=True)
class NameForms:
    """A grammar's tables for names; words are folded, endings are in lower case."""

    generic: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """Words for a stop that are said beside its name, and whether these are always written with a capital."""
    after: frozenset[str] = frozenset()
    """Words that inflect the name behind them."""
    kept: frozenset[str] = frozenset()
    """Words that only look inflected."""
    nouns: Mapping[str, str] = field(default_factory=dict[str, str])
    """Whole words, and their base form."""
    endings: Mapping[str, str] = field(default_factory=dict[str, str])
    """Endings of any word; an ending may be a whole word."""
    alone: Mapping[str, str] = field(default_factory=dict[str, str])
    """Endings of a name of one word."""
    behind: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """Endings of a name of one word, by the word before it: the case that this word wants."""
    agreeing: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """Endings of a word beside a noun, by how that noun's base form ends; "" for all others."""
    learned: ToBase | None = None
    """What was learned of names that no table has."""

    def without_generic(self, tokens: Sequence[Token], name: range) -> range:
        """Give the words of a name without "stop" around it; "stop B" stays as it is, for a letter is no name."""
        start, end = name.start, name.stop
        while end - start > 1 and self._is_generic(tokens[end - 1]):
            end -= 1
        while end - start > 1 and self._is_generic(tokens[start]) and len(tokens[start + 1].folded) > 1:
            start += 1
        return range(start, end)

    def _is_generic(self, token: Token) -> bool:
        """Say whether a word only calls the stop a stop: "Stop Street" with a capital is a name."""
        is_always_capital = self.generic.get(token.folded)
        return is_always_capital is not None and (is_always_capital or not token.surface[:1].isupper())

    def to_base(self, before: Token, name: Sequence[Token]) -> list[str]:
        """Give the words of a name in their base form, as they are to be written."""
        ruled = self._to_base_by_tables(before, name)
        if self.learned is None or before.folded not in self.after or len(ruled) != len(name):
            return ruled
        learned = self.learned(before, name, ruled)
        # A word that a table has is known, not guessed.
        is_known = [
            token.folded in self.nouns or token.folded in self.kept or rule != token.surface
            for token, rule in zip(name, ruled, strict=True)
        ]
        return [rule if known else word for known, rule, word in zip(is_known, ruled, learned, strict=True)]

    def _to_base_by_tables(self, before: Token, name: Sequence[Token]) -> list[str]:
        said = [token.surface for token in name]
        if before.folded not in self.after:
            return said
        words = [self._change(token, self.endings) for token in name]
        if (head := self._find_noun(name)) is None:
            case = self.behind.get(before.folded, {})
            return [self._change(name[0], {**self.endings, **self.alone, **case})] if len(name) == 1 else words
        base = self.nouns[name[head].folded]
        agreeing = self._find_agreeing(base)
        words[head] = _write_like(said[head], base)
        for index in (*range(head), head + 1):
            is_last = index == len(name) - 1
            if index < head or is_last:
                words[index] = self._change(name[index], {**self.endings, **agreeing})
        return words

    def _find_noun(self, name: Sequence[Token]) -> int | None:
        """Give the place of the noun; all that stands before it must agree with it."""
        for index, token in enumerate(name):
            if base := self.nouns.get(token.folded):
                agreeing = {**self.endings, **self._find_agreeing(base)}
                earlier = name[:index]
                return index if all(self._change(word, agreeing) != word.surface for word in earlier) else None
        return None

    def _find_agreeing(self, base: str) -> Mapping[str, str]:
        fitting = [ending for ending in self.agreeing if base.endswith(ending)]
        return self.agreeing[max(fitting, key=len)] if fitting else {}

    def _change(self, word: Token, endings: Mapping[str, str]) -> str:
        lower = word.surface.lower()
        if word.folded in self.kept:
            return word.surface
        if (base := endings.get(lower)) is not None:
            return _write_like(word.surface, base)
        for length in range(len(lower) - SHORTEST_STEM, 0, -1):
            if (base := endings.get(lower[-length:])) is not None:
                return word.surface[:-length] + base
        return word.surface


def _write_like(said: str, base: str) -> str:
    """Give the base form with a capital where the rider wrote one."""
    return base[:1].upper() + base[1:] if said[:1].isupper() else base
