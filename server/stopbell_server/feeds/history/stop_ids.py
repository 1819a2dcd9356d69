"""Stop ids of reports as small numbers: each is kept once, however often it is reported."""

from collections.abc import Callable

import numpy as np

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.text import LONGEST_ID
from stopbell_server.feeds.history.log import NO_STOP
from stopbell_server.feeds.realtime.wire import Flags, Ints, Words

_MOST = 200_000
"""More than any country has stops; ids beyond are not kept, and what names them names no stop."""


class StopIds:
    """Grows only; numbers stay what they are."""

    def __init__(self) -> None:
        """Begin without ids."""
        self.known: list[StopId] = []
        self._hashes = np.zeros(0, np.uint64)
        self._numbers = np.zeros(0, np.int64)

    def to_numbers(self, hashes: Words, read: Callable[[int], str | None]) -> Ints:
        """Give the number of each stop; `read` gives the id in a row, and is asked once for each that is new."""
        numbers, is_known = self._find(hashes)
        if not is_known.all():
            unknown = np.flatnonzero(~is_known & (hashes != 0))
            new, rows = np.unique(hashes[unknown], return_index=True)
            self._add(new, [read(row) for row in unknown[rows].tolist()])
            numbers, _ = self._find(hashes)
        return numbers

    def _find(self, hashes: Words) -> tuple[Ints, Flags]:
        if not len(self._hashes):
            return np.full(len(hashes), NO_STOP, np.int64), np.zeros(len(hashes), np.bool_)
        places = np.minimum(self._hashes.searchsorted(hashes), len(self._hashes) - 1)
        is_known = self._hashes[places] == hashes
        return np.where(is_known, self._numbers[places], NO_STOP), is_known

    def _add(self, hashes: Words, texts: list[str | None]) -> None:
        room = max(0, _MOST - len(self.known))
        fitting = [place for place, text in enumerate(texts) if text and len(text) <= LONGEST_ID][:room]
        every = np.concatenate([self._hashes, hashes[fitting]])
        numbers = np.concatenate([self._numbers, np.arange(len(self.known), len(self.known) + len(fitting))])
        order = np.argsort(every)
        self._hashes, self._numbers = every[order], numbers[order]
        self.known += [StopId(texts[place] or "") for place in fitting]
