"""Which call of a trip a stop time update speaks of (GTFS-RT StopTimeUpdate; architecture decision 7)."""

from collections import Counter
from collections.abc import Sequence

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import StopTime
from stopbell_server.domain.realtime import StopTimeUpdate


def bind_updates(calls: Sequence[StopTime], updates: Sequence[StopTimeUpdate]) -> dict[int, StopTimeUpdate]:
    """Give, by index into `calls`, the update that belongs to each; what cannot be bound is left out.

    Sequence and stop agree, or only the sequence is given: the sequence. They disagree: the next call at
    that stop, in order. Only the stop: if it occurs once, or if the updates name it as often as the trip
    calls there, so that the order leaves no doubt. A call keeps its first update.
    """
    index_of_sequence = {call.sequence: index for index, call in enumerate(calls)}
    visits: dict[StopId, list[int]] = {}
    for index, call in enumerate(calls):
        visits.setdefault(call.stop, []).append(index)
    named = Counter(update.stop for update in updates if update.sequence is None and update.stop)
    bound: dict[int, StopTimeUpdate] = {}
    last = -1
    for update in updates:
        index = _find_index(calls, update, index_of_sequence, visits, named, last)
        if index is not None and index not in bound:
            bound[index] = update
            last = index
    return bound


def _find_index(
    calls: Sequence[StopTime],
    update: StopTimeUpdate,
    index_of_sequence: dict[int, int],
    visits: dict[StopId, list[int]],
    named: Counter[StopId],
    last: int,
) -> int | None:
    places = visits.get(update.stop, []) if update.stop else []
    if update.sequence is not None:
        index = index_of_sequence.get(update.sequence)
        # Where assigned_stop_id is given, stop_id may or must repeat it (GTFS-RT StopTimeProperties): no disagreement.
        if index is not None and update.stop in (None, calls[index].stop, update.assigned_stop):
            return index
        return next((place for place in places if place > last), None)
    if update.stop is None:
        return None
    if len(places) == 1:
        return places[0]
    if len(places) == named[update.stop]:
        return next((place for place in places if place > last), None)
    return None
