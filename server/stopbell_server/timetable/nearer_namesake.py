"""Whether a rider who asks for one stop is nearer to another one of the same name."""

from stopbell_server.domain.network import Stop
from stopbell_server.domain.store import Store
from stopbell_server.timetable.geo import to_distance_m

_FARTHEST_M = 1000
"""Farther off nobody takes one for the other."""
_MOST_NEAR = 200


def measure_to(stop: Stop, lat: float, lon: float) -> float | None:
    """Give the straight distance from a place to a stop, in metres; None where its position is not known."""
    return None if stop.lat is None or stop.lon is None else to_distance_m(lat, lon, stop.lat, stop.lon)


def find_nearer(store: Store, stop: Stop, lat: float, lon: float) -> tuple[Stop, float] | None:
    """Give the nearest stop of the same name with its distance in metres, if it is nearer than this one.

    A station and its own platforms are one place, and so are platforms of one station.
    """
    own_m = measure_to(stop, lat, lon)
    if own_m is None:
        return None
    for other, meters in store.list_stops_near(lat, lon, min(own_m, _FARTHEST_M), _MOST_NEAR):
        if meters < own_m and other.name.casefold() == stop.name.casefold() and _to_station(other) != _to_station(stop):
            return other, meters
    return None


def _to_station(stop: Stop) -> str:
    return stop.parent or stop.id
