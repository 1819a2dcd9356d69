"""Stops of the domain as the wire has them."""

from collections.abc import Iterator
from dataclasses import dataclass

from stopbell_server.contract.headsigns import drop_label
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.stops import StopSummary
from stopbell_server.contract.uris import to_stop_uri, to_wire_id
from stopbell_server.contract.words import to_access_fact, to_compass
from stopbell_server.domain.calls import StopDescription
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.timetable.geo import to_bearing

MOST_LINES = 24
"""A list longer than that helps no one to tell stops apart, and makes answers heavy."""


@dataclass(frozen=True, slots=True)
class Place:
    """A point that the rider gave, in degrees."""

    lat: float
    lon: float


def to_scoped_id(authority: str, identity: str) -> str:
    """Give `authority:id`, which every tool takes."""
    return f"{authority}:{to_wire_id(identity)}"


def is_station(stop: Stop) -> bool:
    """Whether it groups stops (location_type 1)."""
    return stop.location_type is LocationType.STATION


def to_address(authority: str, stop: Stop) -> str:
    """Give the address of a stop or station, as what it is."""
    return to_stop_uri(authority, stop.id, is_station=is_station(stop))


def to_stop_summary(described: StopDescription, naming: Naming, *, place: Place | None = None) -> StopSummary:
    """Give a stop with what tells it apart. With a place, the compass word from there is given too."""
    stop, authority = described.stop, described.feed.authority
    name = naming.name_stop(stop)
    opposite = described.opposite
    return StopSummary(
        type="TransportStation" if is_station(stop) else "PublicTransportStop",
        id=to_scoped_id(authority, stop.id),
        uri=to_address(authority, stop),
        name=name.written,
        spoken_name=name.spoken,
        language=name.language,
        code=stop.code,
        platform=stop.platform,
        lat=stop.lat,
        lng=stop.lon,
        station=naming.name_stop(described.station).written if described.station else None,
        towards=list(dict.fromkeys(_list_towards(described, naming))),
        lines=[naming.name_label(line) for line in described.lines[:MOST_LINES]],
        platforms=[to_scoped_id(authority, platform.id) for platform in described.platforms],
        side=None if described.heading is None else to_compass(described.heading),
        heading=None if described.heading is None else round(described.heading) % 360,
        heading_source=None if described.heading is None else ("line" if described.is_heading_by_line else "stops"),
        opposite=to_scoped_id(authority, opposite.id) if opposite else None,
        opposite_meters=None if described.opposite_m is None else round(described.opposite_m),
        access=to_access_fact(described.access),
        distance_meters=None if described.distance_m is None else round(described.distance_m),
        walk_bearing=_to_walk_bearing(stop, place),
        why=_to_why(described),
    )


def _list_towards(described: StopDescription, naming: Naming) -> Iterator[str]:
    for toward in described.towards:
        if name := naming.name_headsign(toward.headsign):
            yield drop_label(name, toward.line)


def _to_walk_bearing(stop: Stop, place: Place | None) -> str | None:
    if place is None or stop.lat is None or stop.lon is None:
        return None
    return to_compass(to_bearing(place.lat, place.lon, stop.lat, stop.lon))


def _to_why(described: StopDescription) -> str | None:
    if described.matched is None:
        return None if described.distance_m is None else "place"
    own = {described.stop.code: "code", described.stop.id: "id"}
    return own.get(described.matched, "name")
