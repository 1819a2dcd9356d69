"""Stops of one name that stand together: to a search one place, to a rider the two sides of a street."""

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.store import NameHit, Store

TOGETHER_M = 200.0
"""The search by name groups namesakes that are each within this of another; here they come apart again."""
_MOST_NEAR = 60
_MOST_TOGETHER = 12


def list_bearers(store: Store, hit: NameHit) -> tuple[Stop, ...]:
    """List the stop that a search by name gave, and the namesakes standing with it, the given one first.

    Platforms that bear the matched name, where their station bears another, are meant instead of it.
    Only what vehicles serve is listed, unless nothing of it is served.
    """
    first = store.find_stop(hit.stop)
    if first is None:
        return ()
    own = _list_named_platforms(store, first, hit.matched)
    if own:
        return own
    known = {first.id: first}
    waiting = [first]
    while waiting and len(known) < _MOST_TOGETHER:
        for other in _list_beside(store, waiting.pop(0)):
            if other.id not in known:
                known[other.id] = other
                waiting.append(other)
    served = tuple(stop for stop in known.values() if store.list_routes_at(_list_places(store, stop)))
    return served or (first,)


def _list_named_platforms(store: Store, station: Stop, matched: str) -> tuple[Stop, ...]:
    name = matched.casefold()
    if station.location_type is not LocationType.STATION or station.name.casefold() == name:
        return ()
    return tuple(platform for platform in store.list_platforms(station.id) if platform.name.casefold() == name)


def _list_beside(store: Store, stop: Stop) -> list[Stop]:
    if stop.lat is None or stop.lon is None:
        return []
    near = store.list_stops_near(stop.lat, stop.lon, TOGETHER_M, _MOST_NEAR)
    return [
        other
        for other, _ in near
        if other.parent is None and other.location_type in (LocationType.STOP, LocationType.STATION)
        if other.name.casefold() == stop.name.casefold()
    ]


def _list_places(store: Store, stop: Stop) -> list[StopId]:
    return [platform.id for platform in store.list_platforms(stop.id)] or [stop.id]
