"""The stop nearest to a point, for saying in words where a vehicle is."""

from dataclasses import dataclass

from stopbell_server.domain.network import Stop
from stopbell_server.domain.store import Store
from stopbell_server.timetable.geo import to_bearing

FARTHEST_M = 2000
"""A stop further off says nothing of where one is."""


@dataclass(frozen=True, slots=True)
class NearestStop:
    """A stop, and the way from it to the point."""

    stop: Stop
    distance_m: float
    bearing: float
    """Degrees clockwise from north, from the stop to the point."""


def find_nearest_stop(store: Store, lat: float, lon: float) -> NearestStop | None:
    """Find the stop nearest to a point; None when there is none around it."""
    for stop, distance_m in store.list_stops_near(lat, lon, FARTHEST_M, 1):
        if stop.lat is not None and stop.lon is not None:
            return NearestStop(stop, distance_m, to_bearing(stop.lat, stop.lon, lat, lon))
    return None
