"""What a stop argument means: an address, an id, a code or a name; never a silent pick."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from stopbell_server.domain.addresses import SCHEME, list_meant_ids, parse_uri
from stopbell_server.domain.calls import ResolutionState, StopDescription, StopResolution
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.store import NameHit, Store
from stopbell_server.timetable.feed_names import FeedNames
from stopbell_server.timetable.geo import to_distance_m
from stopbell_server.timetable.likeness import is_like
from stopbell_server.timetable.namesakes import list_bearers
from stopbell_server.timetable.stops import describe

SURE_SCORE = 0.985
"""The same name after folding."""
FAIR_SCORE = 0.75
"""Below this a name is only a suggestion."""
MOST_SUGGESTIONS = 3
CLEAR_LEAD = 0.12
"""How far ahead of the next an inexact name must be to be taken as meant; several stops may bear it."""
MOST_CANDIDATES = 6

Found = list[tuple[Store, Stop]]


def resolve_stop(stores: Sequence[Store], asked: str, near: tuple[float, float] | None = None) -> StopResolution:
    """Resolve a stop over all feeds.

    Order: our own address; `authority:id` where the prefix is a loaded feed, and the raw id, together;
    a stop code (an id that fits another stop makes it ambiguous); a name in any script.
    `near` only orders the candidates and fills their distances.
    """
    text = asked.strip()
    exact = _list_exact(stores, text)
    if exact:
        return _conclude(asked, [describe(store, stop) for store, stop in exact], near)
    whole = _resolve_name(stores, asked, text, near)
    return whole if _is_sure(whole) else _resolve_within(stores, whole, text, near)


def _is_sure(resolution: StopResolution) -> bool:
    best = resolution.found or next(iter(resolution.candidates), None)
    return best is not None and (best.score or 0.0) >= SURE_SCORE


def _resolve_within(
    stores: Sequence[Store], whole: StopResolution, text: str, near: tuple[float, float] | None
) -> StopResolution:
    """Resolve a text that may name a feed besides a stop: "Millbrae in Caltrain"; `whole` is what it means as a name.

    What the named feed does not have is unknown, however much a stop of another feed is like it.
    """
    fair: StopResolution | None = None
    named: Store | None = None
    for store, rest in FeedNames(stores).split(text):
        named = store
        exact = _list_exact([store], rest)
        if exact:
            return _conclude(whole.asked, [describe(of, stop) for of, stop in exact], near)
        resolution = _resolve_name([store], whole.asked, rest, near)
        if _is_sure(resolution):
            return resolution
        if resolution.state is not ResolutionState.UNKNOWN:
            fair = resolution
    meant = (whole.found,) if whole.found else whole.candidates
    if fair or named is None or any(one.feed.authority == named.info.authority for one in meant):
        return fair or whole
    return StopResolution(ResolutionState.UNKNOWN, whole.asked, candidates=meant[:MOST_SUGGESTIONS])


def _list_exact(stores: Sequence[Store], text: str) -> Found:
    if text.startswith(f"{SCHEME}://"):
        return _list_addressed(stores, text)
    found: Found = []
    prefix, separator, rest = text.partition(":")
    for store in stores:
        if separator and store.info.authority == prefix:
            found += _list_by_id(store, rest)
        found += _list_by_id(store, text)
        found += [(store, stop) for stop in store.list_stops_by_code(text)]
    unique = {(store.info.authority, stop.id): (store, stop) for store, stop in found}
    return _drop_covered(list(unique.values()))


def _list_addressed(stores: Sequence[Store], text: str) -> Found:
    try:
        _, authority, identity = parse_uri(text)
    except ValueError:
        return []
    return [pair for store in stores if store.info.authority == authority for pair in _list_by_id(store, identity[0])]


def _list_by_id(store: Store, text: str) -> Found:
    """Find a boarding place by id; an entrance or node stands for its station."""
    stop = next((stop for one in list_meant_ids(text) if (stop := store.find_stop(StopId(one)))), None)
    if stop is not None and stop.location_type in (LocationType.ENTRANCE, LocationType.NODE) and stop.parent:
        stop = store.find_stop(stop.parent)
    return [(store, stop)] if stop is not None else []


def _drop_covered(found: Found) -> Found:
    """Where a station and its own platforms all carry the same code, the station is meant."""
    stations = {(store.info.authority, stop.id) for store, stop in found}
    return [(store, stop) for store, stop in found if (store.info.authority, stop.parent) not in stations]


def _resolve_name(stores: Sequence[Store], asked: str, text: str, near: tuple[float, float] | None) -> StopResolution:
    hits = [(hit, store) for store in stores for hit in list_fitting(store, text, MOST_CANDIDATES * 2)]
    hits.sort(key=lambda pair: -pair[0].score)
    described = [
        describe(store, stop, score=hit.score, matched=hit.matched)
        for hit, store in hits[:MOST_CANDIDATES]
        for stop in list_bearers(store, hit)
    ]
    scores = [description.score or 0.0 for description in described]
    sure = [d for d, score in zip(described, scores, strict=True) if score >= SURE_SCORE]
    if sure:
        return _conclude(asked, sure, near)
    if not scores or scores[0] < FAIR_SCORE:
        return StopResolution(ResolutionState.UNKNOWN, asked, candidates=tuple(described[:MOST_SUGGESTIONS]))
    leading = [d for d, score in zip(described, scores, strict=True) if scores[0] - score < CLEAR_LEAD]
    if len({description.stop.name.casefold() for description in leading}) == 1:
        return _conclude(asked, leading, near)
    return _conclude(asked, [d for d, score in zip(described, scores, strict=True) if score >= FAIR_SCORE], near)


def list_fitting(store: Store, text: str, limit: int) -> tuple[NameHit, ...]:
    """List what a search by name finds that may be meant: what only shares letters with it wastes a rider's breath."""
    return tuple(hit for hit in store.search_names(text, limit) if _is_fitting(store, text, hit))


def _is_fitting(store: Store, text: str, hit: NameHit) -> bool:
    if hit.score >= SURE_SCORE or (_has_ideograph(text) and _sounds_within(store, text, hit)):
        return True
    like = is_like(text, hit.matched)
    return hit.score >= FAIR_SCORE if like is None else like


def _sounds_within(store: Store, text: str, hit: NameHit) -> bool:
    """Tell whether all that was asked stands in a name, in old or new signs alike: 西九龙 in 香港西九龍."""
    asked, name = (store.fold_name(one).replace(" ", "") for one in (text, hit.matched))
    return hit.score >= FAIR_SCORE and asked in name


def _has_ideograph(text: str) -> bool:
    return any(unicodedata.name(sign, "").startswith("CJK") for sign in text)


def _conclude(asked: str, found: list[StopDescription], near: tuple[float, float] | None) -> StopResolution:
    if near is not None:
        found = sorted((with_distance(d, near) for d in found), key=lambda d: d.distance_m or float("inf"))
    if len(found) == 1:
        return StopResolution(ResolutionState.FOUND, asked, found=found[0])
    return StopResolution(ResolutionState.AMBIGUOUS, asked, candidates=tuple(found[:MOST_CANDIDATES]))


def with_distance(description: StopDescription, near: tuple[float, float]) -> StopDescription:
    """Give the description with the distance from a place filled in, where the stop has a position."""
    stop = description.stop
    if stop.lat is None or stop.lon is None:
        return description
    return replace(description, distance_m=to_distance_m(*near, stop.lat, stop.lon))
