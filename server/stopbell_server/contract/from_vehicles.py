"""Vehicles of the domain as the wire has them; licence plates never cross."""

from stopbell_server.contract.from_stops import Place, to_scoped_id
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.times import to_wire_time
from stopbell_server.contract.uris import to_vehicle_uri, to_wire_id
from stopbell_server.contract.vehicles import VehicleSummary
from stopbell_server.contract.words import ACCESS, CERTAINTIES, OCCUPANCIES, to_access_fact, to_compass
from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.text import to_clean_text
from stopbell_server.timetable.geo import to_bearing


def to_vehicle_summary(
    sighting: VehicleSighting, naming: Naming, *, clock_ok: bool, place: Place | None = None
) -> VehicleSummary:
    """Give a vehicle where it last reported. Its age is left out where the clock cannot be believed."""
    position, authority = sighting.position, sighting.feed.authority
    vehicle = position.vehicle
    return VehicleSummary(
        id=to_scoped_id(authority, vehicle.id) if vehicle.id else None,
        uri=to_vehicle_uri(authority, vehicle.id) if vehicle.id else None,
        label=to_clean_text(vehicle.label or "") or None,
        line=naming.name_label(sighting.route_label) if sighting.route_label else None,
        headsign=to_clean_text(sighting.headsign or "") or None,
        trip_id=to_wire_id(sighting.trip) if sighting.trip else None,
        lat=position.lat,
        lng=position.lon,
        bearing=None if position.bearing is None else round(position.bearing) % 360,
        observed_time=to_wire_time(position.timestamp, sighting.feed.zone),
        age_seconds=sighting.age_s if clock_ok else None,
        certainty=CERTAINTIES[sighting.certainty],
        distance_meters=None if sighting.distance_m is None else round(sighting.distance_m),
        walk_bearing=_to_walk_bearing(sighting, place),
        next_stop=naming.name_stop(sighting.next_stop).written if sighting.next_stop else None,
        occupancy=OCCUPANCIES[position.occupancy] if position.occupancy else None,
        access=to_access_fact(sighting.access),
        low_floor=ACCESS[sighting.low_floor],
        ramp=_to_fact(sighting.equipment.ramp),
        kneeling=_to_fact(sighting.equipment.kneeling),
        audio=_to_fact(sighting.equipment.audio),
    )


def _to_fact(known: Access) -> bool | None:
    """Give yes or no; what is not known is left out."""
    return None if known is Access.UNKNOWN else known is Access.YES


def _to_walk_bearing(sighting: VehicleSighting, place: Place | None) -> str | None:
    lat, lon = sighting.position.lat, sighting.position.lon
    if place is None or lat is None or lon is None:
        return None
    return to_compass(to_bearing(place.lat, place.lon, lat, lon))
