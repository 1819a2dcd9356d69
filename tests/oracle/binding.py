"""Which stop time update speaks of which call of a trip (decision 0002)."""

from collections.abc import Sequence

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.dated import DatedCall

Bound = dict[int, rt.TripUpdate.StopTimeUpdate]
"""Place of the call in its trip to what is said of it."""


def bind(updates: Sequence[rt.TripUpdate.StopTimeUpdate], calls: Sequence[DatedCall]) -> Bound:
    """Bind each update, in their order, to a call, or to none rather than to a guess; a call keeps its first."""
    named = [_find_stop(update) for update in updates]
    bound: Bound = {}
    last = -1
    for place, update in enumerate(updates):
        stop = named[place]
        if update.HasField("stop_sequence"):
            found = _find_by_sequence(update.stop_sequence, stop, calls, last)
        else:
            found = _find_by_stop(stop, named.count(stop), named[:place].count(stop), calls)
        if found is not None and found not in bound:
            bound[found] = update
            last = found
    return bound


def _find_stop(update: rt.TripUpdate.StopTimeUpdate) -> str | None:
    """Give the planned stop that an update names; beside assigned_stop_id, stop_id repeats the new one."""
    if not update.HasField("stop_id"):
        return None
    if update.stop_time_properties.assigned_stop_id == update.stop_id:
        return None
    return update.stop_id


def _find_by_sequence(sequence: int, stop: str | None, calls: Sequence[DatedCall], last: int) -> int | None:
    at_sequence = next((n for n, call in enumerate(calls) if call.sequence == sequence), None)
    if stop is None or (at_sequence is not None and calls[at_sequence].stop == stop):
        return at_sequence
    return next((n for n, call in enumerate(calls) if n > last and call.stop == stop), None)


def _find_by_stop(stop: str | None, times_named: int, times_before: int, calls: Sequence[DatedCall]) -> int | None:
    visits = [n for n, call in enumerate(calls) if call.stop == stop]
    if len(visits) == 1:
        return visits[0]
    return visits[times_before] if len(visits) == times_named else None
