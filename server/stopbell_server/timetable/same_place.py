"""Stops that are one place for a rider, though vehicles of one line may use now this platform, now that."""

from collections.abc import Iterable

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.store import Store
from stopbell_server.timetable.geo import to_distance_m

_FAR_M = 500


def is_same_place(store: Store, one: StopId, other: StopId) -> bool:
    """Whether two stops are one for a rider: the same row, of one station, or of one name."""
    first, second = store.find_stop(one), store.find_stop(other)
    if first is None or second is None or one == other:
        return one == other
    return (first.parent is not None and first.parent == second.parent) or first.name == second.name


def list_same_place(store: Store, place: StopId, stops: Iterable[StopId]) -> frozenset[StopId]:
    """List those of these stops that are one place with another, and that one; a name far away is another place."""
    same = (stop for stop in set(stops) if is_same_place(store, place, stop) and not _is_far(store, place, stop))
    return frozenset((place, *same))


def _is_far(store: Store, one: StopId, other: StopId) -> bool:
    first, second = store.find_stop(one), store.find_stop(other)
    if first is None or second is None or None in (first.lat, first.lon, second.lat, second.lon):
        return False
    return to_distance_m(first.lat or 0, first.lon or 0, second.lat or 0, second.lon or 0) > _FAR_M
