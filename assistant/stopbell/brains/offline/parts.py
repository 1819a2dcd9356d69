"""Patterns made ready to be matched: parts that know which words they can begin with.

Equal parts are one object with one number, so that a chart reads a part that many rules share once. Sets of words and
kinds of values are the bits of an int: that a part cannot begin here is one `&`.
"""

from collections.abc import Sequence
from typing import TypeAlias

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.patterns import Slot

_NO_SLOTS: frozenset[Slot] = frozenset()


class Part:
    """What all parts know; a part is never changed once it is made."""

    __slots__ = ("fewest_slots", "first", "later", "may_be_empty", "number", "slots")

    number: int
    """Which of the grammar's parts it is; parts inside it have smaller numbers."""
    first: int
    """Words and kinds of which one stands where the part begins."""
    later: int
    """The same, where others may stand before it: skipped, or of a part that may be missing."""
    may_be_empty: bool
    """Whether it also matches no word at all."""
    slots: frozenset[Slot]
    """All slots that can occur in it."""
    fewest_slots: int
    """How many slots every reading of it fills."""

    @property
    def begins(self) -> int:
        """Give words and kinds of which one must occur in any reading that is not empty."""
        return self.first | self.later if self.later else self.first

    @property
    def inner(self) -> Sequence["AnyPart"]:
        """Give the parts of which it is made."""
        return ()


class WordPart(Part):
    """A word, folded; with `*` at its end, any word that begins so."""

    __slots__ = ("text",)

    def __init__(self, number: int, text: str, bit: int) -> None:
        """Take the word and its bit."""
        self.number = number
        self.first = bit
        self.later = self.fewest_slots = 0
        self.may_be_empty = False
        self.slots = _NO_SLOTS
        self.text = text


class SlotPart(Part):
    """A value: one of those that the grammar names, or one heard by its kind."""

    __slots__ = ("kind", "name", "values")

    def __init__(
        self, number: int, slot: Slot, values: Sequence[tuple[SlotValue, "AnyPart"]], kind: str | None, kind_bit: int
    ) -> None:
        """Take the values with how each is said, and the kind with its bit."""
        said = [part for _, part in values]
        self.number = number
        self.first, self.later = _unite(said)
        self.first |= kind_bit
        self.may_be_empty = False
        self.slots = frozenset((slot,)).union(*(part.slots for part in said))
        self.fewest_slots = 1
        self.name = slot.name
        self.values = values
        self.kind = kind

    @property
    def inner(self) -> Sequence["AnyPart"]:
        """Give how its values are said."""
        return [part for _, part in self.values]


class PairPart(Part):
    """A part, and what follows it; a series of three is a pair and its last part."""

    __slots__ = ("before", "last", "needed")

    def __init__(self, number: int, before: "AnyPart", last: "AnyPart") -> None:
        """Take both."""
        self.number = number
        self.first, self.later = before.first, before.later
        if before.may_be_empty:
            self.later |= last.begins
        self.may_be_empty = before.may_be_empty and last.may_be_empty
        self.slots = before.slots | last.slots if before.slots and last.slots else before.slots or last.slots
        self.fewest_slots = before.fewest_slots + last.fewest_slots
        self.before = before
        self.last = last
        self.needed = 0 if last.may_be_empty else last.begins
        """Words and kinds of which the last part needs one; 0 where it may be missing."""

    @property
    def inner(self) -> Sequence["AnyPart"]:
        """Give both."""
        return (self.before, self.last)


class ChoicePart(Part):
    """One of several."""

    __slots__ = ("options",)

    def __init__(self, number: int, options: Sequence["AnyPart"]) -> None:
        """Take them; between readings that are alike the first wins."""
        self.number = number
        self.first, self.later = _unite(options)
        self.may_be_empty = any(option.may_be_empty for option in options)
        self.slots = _NO_SLOTS.union(*[option.slots for option in options if option.slots])
        self.fewest_slots = min(option.fewest_slots for option in options)
        self.options = options

    @property
    def inner(self) -> Sequence["AnyPart"]:
        """Give the options."""
        return self.options


class MaybePart(Part):
    """A part that may be missing."""

    __slots__ = ("part",)

    def __init__(self, number: int, part: "AnyPart") -> None:
        """Take the part."""
        self.number = number
        self.first, self.later = part.first, part.later
        self.may_be_empty = True
        self.slots = part.slots
        self.fewest_slots = 0
        self.part = part

    @property
    def inner(self) -> Sequence["AnyPart"]:
        """Give the part."""
        return (self.part,)


class RepeatPart(MaybePart):
    """A part any number of times, none included; words before each may be skipped."""

    __slots__ = ()

    def __init__(self, number: int, part: "AnyPart") -> None:
        """Take the part."""
        super().__init__(number, part)
        self.later = part.begins


AnyPart: TypeAlias = WordPart | SlotPart | PairPart | ChoicePart | RepeatPart | MaybePart


def unite_words(part: AnyPart) -> int:
    """Give all words that occur in a part."""
    words = part.first if isinstance(part, WordPart) else 0
    for inner in part.inner:
        words |= unite_words(inner)
    return words


def _unite(parts: Sequence[AnyPart]) -> tuple[int, int]:
    """Give what some parts can begin with, at once and later."""
    first = later = 0
    for part in parts:
        first |= part.first
        later |= part.later
    return first, later
