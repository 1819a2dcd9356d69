"""The stops around a place, over all feeds."""

from collections.abc import Sequence
from itertools import islice
from operator import itemgetter

from stopbell_server.domain.calls import StopDescription
from stopbell_server.domain.network import Mode, Stop
from stopbell_server.domain.store import Store
from stopbell_server.timetable.stops import describe, has_mode

_EVERY_STOP = 100_000
"""More stops than any feed has within the widest radius."""


def list_stops_around(
    stores: Sequence[Store], lat: float, lon: float, radius_m: float, mode: Mode | None, limit: int
) -> tuple[StopDescription, ...]:
    """List stops within a radius, nearest first. A platform is listed as itself, not its station too."""
    near: list[tuple[float, Store, Stop]] = []
    for store in stores:
        # A rare kind of vehicle may call only beyond hundreds of stops of others.
        around = store.list_stops_near(lat, lon, radius_m, _EVERY_STOP if mode else limit * 6)
        stations = {stop.parent for stop, _ in around}
        near += [(distance_m, store, stop) for stop, distance_m in around if stop.id not in stations]
    near.sort(key=itemgetter(0))
    kept = (one for one in near if mode is None or has_mode(one[1], one[2], mode))
    return tuple(describe(store, stop, distance_m=distance_m) for distance_m, store, stop in islice(kept, limit))
