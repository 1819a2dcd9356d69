"""Stops with what tells them apart: lines, where they go, the way vehicles leave, the namesake opposite."""

from typing import NamedTuple

from stopbell_server.domain.calls import StopDescription, Toward
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType, Mode, Stop
from stopbell_server.domain.store import Store
from stopbell_server.timetable.access import to_stop_access
from stopbell_server.timetable.geo import to_angle_between, to_bearing, to_distance_m, to_mean_bearing

NAMESAKE_RADIUS_M = 150
MOST_TOWARDS = 6
LONGEST_STEP_M = 3000
"""A next stop farther away says little about the way vehicles leave: the road may bend."""


def describe(
    store: Store, stop: Stop, *, distance_m: float | None = None, score: float | None = None, matched: str | None = None
) -> StopDescription:
    """Gather what is known of a stop or station."""
    is_station = stop.location_type is LocationType.STATION
    platforms = store.list_platforms(stop.id) if is_station else ()
    places = [platform.id for platform in platforms] or [stop.id]
    heading = None if is_station else find_heading(store, stop)
    opposite = _find_opposite(store, stop, heading.bearing) if heading is not None else None
    return StopDescription(
        feed=store.info,
        stop=stop,
        station=store.find_stop(stop.parent) if stop.parent else None,
        platforms=platforms,
        lines=tuple(dict.fromkeys(route.line for route in store.list_routes_at(places))),
        towards=_list_towards(store, places),
        heading=heading.bearing if heading else None,
        is_heading_by_line=heading is not None and heading.is_by_line,
        opposite=opposite[0] if opposite else None,
        opposite_m=opposite[1] if opposite else None,
        access=to_stop_access(store, stop),
        distance_m=distance_m,
        score=score,
        matched=matched,
    )


class Heading(NamedTuple):
    """The way vehicles leave a stop."""

    bearing: float
    is_by_line: bool
    """As `StopDescription.is_heading_by_line`."""


def find_heading(store: Store, stop: Stop) -> Heading | None:
    """Tell the way vehicles leave a stop: as the lines do, else towards the next stops; None when they disagree."""
    if stop.lat is None or stop.lon is None:
        return None
    bearings: list[tuple[float, float]] = []
    is_by_line = True
    for next_id, trips, bearing in store.list_next_stops(stop.id):
        if bearing is not None:
            bearings.append((float(bearing), float(trips)))
            continue
        following = store.find_stop(next_id)
        if following is None or following.lat is None or following.lon is None:
            continue
        step_m = to_distance_m(stop.lat, stop.lon, following.lat, following.lon)
        if 10 <= step_m <= LONGEST_STEP_M:
            bearings.append((to_bearing(stop.lat, stop.lon, following.lat, following.lon), float(trips)))
            is_by_line = False
    mean = to_mean_bearing(bearings)
    return None if mean is None else Heading(mean, is_by_line)


def _list_towards(store: Store, places: list[StopId]) -> tuple[Toward, ...]:
    counts: dict[Toward, int] = {}
    for place in places:
        for route_id, headsign, trips in store.list_headsigns_at(place):
            route = store.find_route(route_id)
            toward = Toward(route.line if route else route_id, headsign)
            counts[toward] = counts.get(toward, 0) + trips
    ranked = sorted(counts, key=lambda toward: (-counts[toward], toward.line, toward.headsign))
    return tuple(ranked[:MOST_TOWARDS])


def _find_opposite(store: Store, stop: Stop, heading: float) -> tuple[Stop, float] | None:
    if stop.lat is None or stop.lon is None:
        return None
    for other, distance_m in store.list_stops_near(stop.lat, stop.lon, NAMESAKE_RADIUS_M, 20):
        if other.id == stop.id or other.name != stop.name or other.location_type is not LocationType.STOP:
            continue
        other_heading = find_heading(store, other)
        if other_heading is not None and to_angle_between(heading, other_heading.bearing) > 120:
            return other, distance_m
    return None


def has_mode(store: Store, stop: Stop, mode: Mode) -> bool:
    """Whether a vehicle of this kind calls at the stop or any platform of the station."""
    platforms = store.list_platforms(stop.id)
    places = [platform.id for platform in platforms] or [stop.id]
    return any(route.mode is mode for route in store.list_routes_at(places))
