"""Stops that a query may mean, best first, and an honest count of those beyond the limit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stopbell_server.domain.calls import StopDescription
from stopbell_server.domain.network import Mode, Stop
from stopbell_server.domain.store import NameHit, Store
from stopbell_server.timetable.feed_names import FeedNames
from stopbell_server.timetable.namesakes import list_bearers
from stopbell_server.timetable.resolve import SURE_SCORE, list_fitting, resolve_stop, with_distance
from stopbell_server.timetable.stops import describe, has_mode

MOST_COUNTED = 100
"""Beyond so many stops a search is too wide for counting to help anyone."""

_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class StopMatches:
    """What a search found."""

    found: tuple[StopDescription, ...]
    more: int
    """Stops that match and are not among `found`."""
    is_counted: bool
    """False: there are more than `more` says; the search was too wide to count them."""


def search_stops(
    stores: Sequence[Store], query: str, *, near: tuple[float, float] | None, mode: Mode | None, limit: int
) -> StopMatches:
    """Search by id, code and name; what the query means exactly comes first, then what it fits, by likeness."""
    resolution = resolve_stop(stores, query, near)
    first = [resolution.found] if resolution.found else list(resolution.candidates)
    by_authority = {store.info.authority: store for store in stores}
    known: dict[_Key, StopDescription | None] = {}
    kept: list[StopDescription] = []
    for described in first:
        known[described.feed.authority, described.stop.id] = described
        if mode is None or has_mode(by_authority[described.feed.authority], described.stop, mode):
            kept.append(described)
    found, more = kept[:limit], len(kept[limit:])
    is_counted = True
    for store, hit, stop in _list_more(stores, query):
        if (store.info.authority, stop.id) in known or (mode is not None and not has_mode(store, stop, mode)):
            continue
        known[store.info.authority, stop.id] = None
        if len(found) < limit:
            found.append(describe(store, stop, score=hit.score, matched=hit.matched))
        elif more >= MOST_COUNTED:
            is_counted = False
            break
        else:
            more += 1
    return StopMatches(tuple(with_distance(d, near) if near else d for d in found), more, is_counted)


def _list_more(stores: Sequence[Store], query: str) -> Iterator[tuple[Store, NameHit, Stop]]:
    """Yield the stops that a name may mean. Where some bear just that name, others must have it within theirs."""
    text, within = query.strip(), list(stores)
    hits = _list_hits(within, text)
    if not _has_sure(hits):
        for store, rest in FeedNames(stores).split(text):
            inner = _list_hits([store], rest)
            if _has_sure(inner) or (inner and not hits):
                text, hits = rest, inner
                break
    if _has_sure(hits):
        hits = [(store, hit) for store, hit in hits if hit.score >= SURE_SCORE or _has_words(store, text, hit.matched)]
    for store, hit in sorted(hits, key=lambda pair: -pair[1].score):
        for stop in list_bearers(store, hit):
            yield store, hit, stop


def _list_hits(stores: Sequence[Store], text: str) -> list[tuple[Store, NameHit]]:
    return [(store, hit) for store in stores for hit in list_fitting(store, text, MOST_COUNTED)]


def _has_sure(hits: Sequence[tuple[Store, NameHit]]) -> bool:
    return any(hit.score >= SURE_SCORE for _, hit in hits)


def _has_words(store: Store, text: str, name: str) -> bool:
    words = store.fold_name(name).split()
    return all(any(word.startswith(asked) for word in words) for asked in store.fold_name(text).split())
