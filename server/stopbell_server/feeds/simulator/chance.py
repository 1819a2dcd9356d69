"""Chance that can be repeated: the same seed and the same question give the same draw, in any order and process."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Chance:
    """Draws for one seed."""

    seed: int

    def share(self, *question: object) -> float:
        """Give a number from 0 to below 1 that depends only on the seed and the question's text."""
        digest = blake2b(repr((self.seed, *map(str, question))).encode(), digest_size=8).digest()
        return int.from_bytes(digest) / 2**64

    def between(self, low: float, high: float, *question: object) -> float:
        """Give a number from low to below high."""
        return low + (high - low) * self.share(*question)

    def pick(self, options: Sequence[_T], *question: object) -> _T:
        """Give one of the options; there must be at least one."""
        return options[int(self.share(*question) * len(options))]

    def shuffle(self, items: Iterable[_T], key: Callable[[_T], object], *question: object) -> list[_T]:
        """Give the items in an order that depends on their keys, not on the order in which they come."""
        return sorted(items, key=lambda item: self.share("shuffle", *question, key(item)))
