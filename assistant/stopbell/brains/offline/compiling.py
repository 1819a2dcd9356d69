"""Patterns into parts: words folded, lists and slots followed, equal parts made once."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.kinds import KINDS
from stopbell.brains.offline.parts import AnyPart, ChoicePart, MaybePart, PairPart, RepeatPart, SlotPart, WordPart
from stopbell.brains.offline.patterns import Slot, parse_pattern
from stopbell.brains.offline.tokens import split_unspaced

ANY_END = "*"
"""Ends a word that stands for all words beginning so."""
Named = TypeVar("Named", str, Slot)


class Compiler:
    """Makes the parts of one grammar; a `Maker` for the parser of patterns."""

    def __init__(
        self,
        fold: Callable[[str], str],
        lists: Mapping[str, Sequence[str]],
        slots: Mapping[str, Mapping[str, Sequence[str]]],
        *,
        is_unspaced: bool = False,
    ) -> None:
        """Take the patterns of the grammar's lists, and of each value of its slots."""
        self._fold = fold
        self._is_unspaced = is_unspaced
        self._lists = lists
        self._slots = slots
        self._bits: dict[str, int] = {}
        self._words: dict[str, AnyPart] = {}
        self._named: dict[str | Slot, AnyPart | None] = {}
        self._made: dict[tuple[object, ...], AnyPart] = {}
        self.parts: list[AnyPart] = []
        """All parts made so far, inner ones first."""

    def compile(self, texts: Sequence[str]) -> AnyPart:
        """Make the part that is any of some patterns.

        Raises:
            GrammarError: a pattern cannot be parsed, names a list that is not there, or a list comes back to itself.
        """
        options = [parse_pattern(text, self) for text in texts]
        return options[0] if len(options) == 1 else self.make_choice(options)

    def find_bit(self, name: str) -> int:
        """Give the bit of a word, or of a kind of value in braces."""
        return self._bits.setdefault(name, 1 << len(self._bits))

    def make_word(self, text: str) -> AnyPart:
        """Make a word, folded; where words are written without blanks, the series of its signs."""
        part = self._words.get(text)
        if part is None and self._is_unspaced and len(signs := split_unspaced(text)) > 1:
            part = self._words[text] = self.make_series([self.make_word(sign) for sign in signs])
        if part is None:
            beginning = text.removesuffix(ANY_END)
            folded = self._fold(beginning) + text[len(beginning) :]
            part = self._words[text] = self._make((WordPart, folded), WordPart, folded, self.find_bit(folded))
        return part

    def make_slot(self, slot: Slot) -> AnyPart:
        """Make the part that hears a value."""
        return self._make_named(slot, f"{{{slot.name}}}", self._compile_slot)

    def make_list(self, name: str) -> AnyPart:
        """Make the part of a named list."""
        if name not in self._lists:
            raise GrammarError(f"<{name}> is no list of this grammar; add it under [lists]")
        return self._make_named(name, f"<{name}>", lambda name: self.compile(self._lists[name]))

    def make_series(self, parts: Sequence[AnyPart]) -> AnyPart:
        """Make parts one after another: the last one, behind the pair of those before."""
        before, *others = parts
        for part in others:
            before = self._make((before.number, part.number), PairPart, before, part)
        return before

    def make_choice(self, options: Sequence[AnyPart]) -> AnyPart:
        """Make one of several."""
        return self._make((ChoicePart, *[option.number for option in options]), ChoicePart, tuple(options))

    def make_maybe(self, part: AnyPart) -> AnyPart:
        """Make a part that may be missing."""
        return self._make((MaybePart, part.number), MaybePart, part)

    def make_repeat(self, part: AnyPart) -> AnyPart:
        """Make a part any number of times."""
        return self._make((RepeatPart, part.number), RepeatPart, part)

    def _make_named(self, key: Named, written: str, compile_named: Callable[[Named], AnyPart]) -> AnyPart:
        if key not in self._named:
            self._named[key] = None
            self._named[key] = compile_named(key)
        part = self._named[key]
        if part is None:
            raise GrammarError(f"{written} names itself, straight or through lists and slots")
        return part

    def _compile_slot(self, slot: Slot) -> AnyPart:
        has_values = slot.kind is not None and slot.kind in self._slots
        kind = KINDS.get(slot.name) if slot.kind is None else None if has_values else slot.kind
        said = self._slots.get(slot.kind or slot.name, {})
        values = tuple((to_value(value), self.compile(texts)) for value, texts in said.items())
        return self._make((slot,), SlotPart, slot, values, kind, self.find_bit(f"{{{kind}}}") if kind else 0)

    def _make(self, key: tuple[object, ...], make: Callable[..., AnyPart], *of: object) -> AnyPart:
        part = self._made.get(key)
        if part is None:
            part = self._made[key] = make(len(self.parts), *of)
            self.parts.append(part)
        return part


def to_value(text: str) -> SlotValue:
    """Give a value as slots hold it: digits are a number."""
    return int(text) if text.isdecimal() else text
