"""Who can board: stop and vehicle, each with its source, never derived from the kind of vehicle."""

from datetime import date

from stopbell_server.domain.access import UNKNOWN_ACCESS, Access, AccessFact, AccessSource, AccessVerdict
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.network import Stop, Trip
from stopbell_server.domain.realtime import Vehicle
from stopbell_server.domain.store import Store


def to_stop_access(store: Store, stop: Stop) -> AccessFact:
    """Read wheelchair_boarding; 0 or empty inherits the parent station (GTFS stops.txt wheelchair_boarding)."""
    if stop.wheelchair is not Access.UNKNOWN:
        return AccessFact(stop.wheelchair, AccessSource.STOP)
    parent = store.find_stop(stop.parent) if stop.parent else None
    if parent is None:
        return UNKNOWN_ACCESS
    if parent.wheelchair is not Access.UNKNOWN:
        return AccessFact(parent.wheelchair, AccessSource.STATION)
    # A boarding area's parent is a platform, which has a station in turn; deeper than that no feed may go.
    station = store.find_stop(parent.parent) if parent.parent else None
    if station is None or station.wheelchair is Access.UNKNOWN:
        return UNKNOWN_ACCESS
    return AccessFact(station.wheelchair, AccessSource.STATION)


def to_vehicle_access(
    trip: Trip | None, vehicles: tuple[Vehicle, ...], fleet: FleetRegistry, day: date
) -> tuple[AccessFact, Access]:
    """Give boarding access and low floor of the vehicle that runs a trip.

    Order: realtime descriptor, fleet registry, trips.txt. A realtime UNKNOWN overwrites a planned yes, and
    NO_VALUE (None here) does not (GTFS-RT VehicleDescriptor.wheelchair_accessible). `vehicles` are the
    descriptors of the trip's update and position, best first.
    """
    rule = next((rule for vehicle in vehicles if (rule := fleet.find_rule(vehicle, day))), None)
    low_floor = rule.low_floor if rule else Access.UNKNOWN
    for vehicle in vehicles:
        if vehicle.wheelchair is not None:
            return AccessFact(vehicle.wheelchair, AccessSource.REALTIME), low_floor
    if rule and rule.wheelchair is not Access.UNKNOWN:
        return AccessFact(rule.wheelchair, AccessSource.FLEET), low_floor
    if trip and trip.wheelchair is not Access.UNKNOWN:
        return AccessFact(trip.wheelchair, AccessSource.TRIP), low_floor
    return UNKNOWN_ACCESS, low_floor


def to_verdict(stop: AccessFact, vehicle: AccessFact, low_floor: Access) -> AccessVerdict:
    """Join both ends; `AccessVerdict.verdict` draws the conclusion."""
    return AccessVerdict(stop, vehicle, low_floor)
