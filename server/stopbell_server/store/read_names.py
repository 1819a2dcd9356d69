"""Search of stops by name: the rarest trigrams choose candidates, string distance and traffic order them."""

from collections import Counter
from math import log, log1p
from typing import Any

from rapidfuzz import fuzz

from stopbell_server.domain.store import NameHit
from stopbell_server.store.database import Database
from stopbell_server.store.fold import fold_name, to_grams
from stopbell_server.store.packing import unpack

_RAREST = 8
_CANDIDATES = 300
_TRAFFIC_WEIGHT = 0.06
"""How much the busiest stop gains over one without traffic; a typo costs more."""
_LEAST_SCORE = 0.55


class NameReader:
    """Searches the names that were indexed at import."""

    def __init__(self, database: Database) -> None:
        """Read from this file."""
        self._database = database
        self._most_traffic: float | None = None

    def search(self, text: str, limit: int) -> tuple[NameHit, ...]:
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
        grams = to_grams(folded)
        found = self._database.rows_for("SELECT names FROM name_grams WHERE gram IN (%s)", grams)
        postings = sorted((row[0] for row in found), key=len)[:_RAREST]
        votes: Counter[int] = Counter()
        for blob in postings:
            weight = 1 / log(2 + len(blob))
            for name in unpack(blob):
                votes[name] += weight  # type: ignore[assignment] # a counter of weights
        chosen = [name for name, _ in votes.most_common(_CANDIDATES)]
        return self._database.rows_for(
            """SELECT s.stop_id, n.folded, n.written, n.traffic FROM names n JOIN stops s ON s.id = n.stop
            WHERE n.id IN (%s)""",
            chosen,
        )

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
