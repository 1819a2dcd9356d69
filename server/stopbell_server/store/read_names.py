"""Search of stops by name: the rarest trigrams choose candidates, string distance and traffic order them."""

from collections import Counter
from functools import lru_cache
from itertools import chain
from math import log1p
from typing import Any

from rapidfuzz import fuzz

from stopbell_server.domain.store import NameHit
from stopbell_server.store.database import Database
from stopbell_server.store.fold import fold_name, to_grams
from stopbell_server.store.packing import unpack

_RAREST = 8
_RAREST_OF_WORD = 3
"""So many of one word at most, while other words have some: a rare word alone does not tell which name is meant."""
_CANDIDATES = 300
_TRAFFIC_WEIGHT = 0.06
"""How much the busiest stop gains over one without traffic; a typo costs more."""
_LEAST_SCORE = 0.55
_REMEMBERED = 256
"""A conversation names the same few stops again and again, and the file never changes."""


class NameReader:
    """Searches the names that were indexed at import."""

    def __init__(self, database: Database) -> None:
        """Read from this file."""
        self._database = database
        self._most_traffic: float | None = None
        self.search = lru_cache(_REMEMBERED)(self._search)

    def _search(self, text: str, limit: int) -> tuple[NameHit, ...]:
        """Search folded names, best first, one hit per stop."""
        folded = fold_name(text)
        if not folded:
            return ()
        hits: dict[str, tuple[float, float, str]] = {}
        for stop, name, written, traffic in self._candidates(folded):
            score = to_score(folded, name)
            if score < _LEAST_SCORE:
                continue
            order = score + _TRAFFIC_WEIGHT * self._prior(traffic)
            if stop not in hits or hits[stop][0] < order:
                hits[stop] = (order, score, written)
        best = sorted(hits.items(), key=lambda item: (-item[1][0], len(item[1][2]), item[0]))[:limit]
        return tuple(NameHit(stop, score, written) for stop, (_, score, written) in best)  # type: ignore[arg-type] # ids come back as text

    def _candidates(self, folded: str) -> list[Any]:
        # Each trigram has one vote: weighing them by rarity finds no more names, and takes five times as long.
        votes = Counter(chain.from_iterable(map(unpack, self._list_postings(folded))))
        chosen = [name for name, _ in votes.most_common(_CANDIDATES)]
        return self._database.rows_for(
            """SELECT s.stop_id, n.folded, n.written, n.traffic FROM names n JOIN stops s ON s.id = n.stop
            WHERE n.id IN (%s)""",
            chosen,
        )

    def _list_postings(self, folded: str) -> list[bytes]:
        """Give the names of each of the rarest trigrams, spread over the words that were asked."""
        words = [to_grams(word) for word in folded.split()]
        grams = set[str]().union(*words)
        found: list[Any] = self._database.rows_for("SELECT gram, names FROM name_grams WHERE gram IN (%s)", grams)
        chosen: list[bytes] = []
        spare: list[bytes] = []
        left = [_RAREST_OF_WORD] * len(words)
        for gram, blob in sorted(found, key=lambda row: (len(row[1]), row[0])):
            word = next((place for place, own in enumerate(words) if left[place] and gram in own), None)
            if word is None:
                spare.append(blob)
            else:
                left[word] -= 1
                chosen.append(blob)
        return [*chosen[:_RAREST], *spare][:_RAREST]

    def _prior(self, traffic: int) -> float:
        if self._most_traffic is None:
            row = self._database.first("SELECT max(traffic) FROM names")
            self._most_traffic = log1p(row[0] or 1)
        return log1p(traffic) / self._most_traffic


def to_score(asked: str, name: str) -> float:
    """Compare two folded names, 0 to 1; 1 is the same, 0.98 the same words in another order."""
    if asked == name:
        return 1.0
    in_order = fuzz.ratio(asked, name)
    any_order = fuzz.token_sort_ratio(asked, name) * 0.98
    # Words that were asked and are not in the name count more against it than the reverse.
    part = fuzz.token_set_ratio(asked, name) * (0.9 if len(asked) <= len(name) else 0.8)
    inside = fuzz.partial_ratio(asked, name) * 0.85 if len(asked) > 3 else 0.0
    return max(in_order, any_order, part, inside) / 100
