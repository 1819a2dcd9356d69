"""What a sentence states: facts in the order in which they are said."""

from dataclasses import dataclass
from typing import Literal

SUBJECTS = frozenset({"line", "to", "from", "name"})
"""Kinds that say what is spoken of; later statements of a sentence take them over."""


@dataclass(frozen=True, slots=True)
class Span:
    """A number of minutes or of something else, or a range of them."""

    low: int
    high: int
    is_about: bool = False
    bound: Literal["", "most", "least"] = ""

    @property
    def is_exact(self) -> bool:
        """Whether one number is meant and no other."""
        return self.low == self.high and not self.is_about and not self.bound


NOTHING = Span(0, 0)

Value = str | int | Span | frozenset[str] | tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class StatedFact:
    """One fact of a sentence."""

    kind: str
    """`line`, `to`, `from`, `name`, `due`, `clock`, `certainty`, a concept of claims.toml, a unit, or `unread`."""
    value: Value
    start: int
    end: int
    """Characters of the sentence."""
    is_denied: bool = False
    begins_clause: bool = False
    """Whether a comma, a full stop or a word such as "but" stands between it and the fact before."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole sentence as it was understood."""

    text: str
    facts: tuple[StatedFact, ...]
    is_question: bool
    is_offer: bool
    is_for_all: bool
    """Whether it says something of all that was told."""
    names_another: bool
    """Whether it turns from what was spoken of to something else."""
    is_operators: bool
    """Whether it says that these are the operator's words."""
