"""What makes a thing in a list the same thing a moment later, when its time, place and order may be others."""

from stopbell_server.domain.calls import Call, StopDescription, VehicleSighting

_SEPARATOR = "\x1f"


def name_call(call: Call) -> str:
    """Name a call by its dated trip and its place in the plan; what live data brings without a trip, by its line."""
    stop = (call.planned_stop or call.stop).id
    trip = call.trip or f"{call.route_label}{_SEPARATOR}{call.headsign}"
    parts = (call.authority, trip, call.service_day, call.start_s, call.sequence, stop)
    return _SEPARATOR.join(map(str, parts))


def name_stop(described: StopDescription) -> str:
    """Name a stop by its feed and id."""
    return f"{described.feed.authority}{_SEPARATOR}{described.stop.id}"


def name_sighting(sighting: VehicleSighting) -> str:
    """Name a vehicle by its id, else by what is on it, else by its trip."""
    vehicle = sighting.position.vehicle
    return f"{sighting.feed.authority}{_SEPARATOR}{vehicle.id or vehicle.label or sighting.trip}"
