"""Which stop time update speaks of which call of a trip (decision 0002)."""

from collections.abc import Sequence

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.dated import DatedCall

Bound = dict[int, rt.TripUpdate.StopTimeUpdate]
"""Place of the call in its trip to what is said of it."""


def bind(updates: Sequence[rt.TripUpdate.StopTimeUpdate], calls: Sequence[DatedCall]) -> Bound:
    """Bind each update, in their order, to a call, or to none rather than to a guess; a call keeps its first."""
    by_stop_alone = [update.stop_id for update in updates if not update.HasField("stop_sequence")]
    bound: Bound = {}
    last = -1
    for update in updates:
        if update.HasField("stop_sequence"):
            found = _find_by_sequence(update, calls, last)
        else:
            found = _find_by_stop(update.stop_id, by_stop_alone.count(update.stop_id), calls, last)
        if found is not None and found not in bound:
            bound[found] = update
            last = found
    return bound


def _find_by_sequence(update: rt.TripUpdate.StopTimeUpdate, calls: Sequence[DatedCall], last: int) -> int | None:
    """The sequence counts where its stop does not disagree; stop_id may repeat the stop that is assigned today."""
    for place, call in enumerate(calls):
        agreeing = ("", call.stop, update.stop_time_properties.assigned_stop_id)
        if call.sequence == update.stop_sequence and update.stop_id in agreeing:
            return place
    return next((place for place, call in enumerate(calls) if place > last and call.stop == update.stop_id), None)


def _find_by_stop(stop: str, times_named: int, calls: Sequence[DatedCall], last: int) -> int | None:
    """A stop alone counts where it is named as often as the trip calls there; then in order."""
    visits = [place for place, call in enumerate(calls) if call.stop == stop]
    if len(visits) == 1:
        return visits[0]
    return next((place for place in visits if place > last), None) if len(visits) == times_named else None
