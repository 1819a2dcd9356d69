"""Which stops a question about a place is about."""

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.store import Store


def list_boarding_stops(store: Store, stop: Stop) -> frozenset[StopId]:
    """Give the stops whose calls belong to a question about this one.

    A station stands for its platforms; an entrance or node for its station; a boarding area for its platform.
    """
    if stop.location_type is LocationType.STOP:
        return frozenset({stop.id})
    if stop.location_type is LocationType.BOARDING_AREA and stop.parent:
        return frozenset({stop.parent})
    station = stop.id if stop.location_type is LocationType.STATION else stop.parent
    return frozenset(platform.id for platform in store.list_platforms(station)) if station else frozenset()
