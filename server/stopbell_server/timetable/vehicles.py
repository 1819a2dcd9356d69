"""Vehicles where they last reported, with what is known of them."""

from datetime import datetime

from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.certainty import Certainty
from stopbell_server.domain.network import Trip
from stopbell_server.domain.realtime import VehiclePosition
from stopbell_server.timetable.access import to_vehicle_access
from stopbell_server.timetable.freshness import to_certainty
from stopbell_server.timetable.geo import to_distance_m
from stopbell_server.timetable.routes import RouteRef
from stopbell_server.timetable.view import FeedView


def list_near(view: FeedView, lat: float, lon: float, radius_m: float, now: datetime) -> list[VehicleSighting]:
    """List vehicles that reported within a radius, nearest first; those without a position are not near anything."""
    if view.snapshot is None:
        return []
    found: list[VehicleSighting] = []
    for position in view.snapshot.list_all_positions():
        if position.lat is None or position.lon is None or is_forgotten(view, position, now):
            continue
        distance_m = to_distance_m(lat, lon, position.lat, position.lon)
        if distance_m <= radius_m:
            found.append(describe_vehicle(view, position, now, distance_m))
    return sorted(found, key=lambda sighting: sighting.distance_m or 0.0)


def list_on_route(view: FeedView, route: RouteRef, now: datetime) -> list[VehicleSighting]:
    """List vehicles that say they run a trip of this route, freshest first."""
    if view.snapshot is None:
        return []
    found: list[VehicleSighting] = []
    for position in view.snapshot.list_all_positions():
        trip = _find_trip(view, position)
        route_id = trip.route if trip else position.descriptor.route if position.descriptor else None
        if route_id == route.route.id and not is_forgotten(view, position, now):
            found.append(describe_vehicle(view, position, now, None))
    return sorted(found, key=lambda sighting: sighting.age_s if sighting.age_s is not None else 1 << 30)


def is_forgotten(view: FeedView, position: VehiclePosition, now: datetime) -> bool:
    """Whether the report, or the clock of its feed, is too far from now to be shown even as the last known one."""
    feed_time = view.snapshot.vehicles_time if view.snapshot else None
    if feed_time is not None and feed_time - now > view.limits.future:
        return True
    time = to_report_time(view, position)
    return time is None or now - time > view.limits.forget or time - now > view.limits.future


def to_report_time(view: FeedView, position: VehiclePosition) -> datetime | None:
    """Give when a vehicle reported: by its own time, but never later than the feed's header says."""
    feed_time = view.snapshot.vehicles_time if view.snapshot else None
    if position.timestamp is None or feed_time is None:
        return position.timestamp or feed_time
    return min(position.timestamp, feed_time)


def _find_trip(view: FeedView, position: VehiclePosition) -> Trip | None:
    descriptor = position.descriptor
    return view.store.find_trip(descriptor.trip) if descriptor and descriptor.trip else None


def describe_vehicle(
    view: FeedView, position: VehiclePosition, now: datetime, distance_m: float | None = None
) -> VehicleSighting:
    """Give a report with what is known of its vehicle; `distance_m` is from the place that was asked about."""
    trip = _find_trip(view, position)
    route_id = trip.route if trip else position.descriptor.route if position.descriptor else None
    route = view.store.find_route(route_id) if route_id else None
    day = now.astimezone(view.store.info.zone).date()
    access, low_floor = to_vehicle_access(trip, (position.vehicle,), view.fleet, day)
    time = to_report_time(view, position)
    stop_id = position.stop
    if stop_id is None and trip is not None and position.sequence is not None:
        calls = view.store.list_stop_times(trip.id)
        stop_id = next((call.stop for call in calls if call.sequence == position.sequence), None)
    return VehicleSighting(
        feed=view.store.info,
        position=position,
        route_label=route.line if route else None,
        headsign=trip.headsign if trip else None,
        trip=trip.id if trip else None,
        access=access,
        low_floor=low_floor,
        distance_m=distance_m,
        age_s=max(0, int((now - time).total_seconds())) if time else None,
        certainty=to_certainty(time, now, view.limits) if time else Certainty.NONE,
        next_stop=view.store.find_stop(stop_id) if stop_id else None,
        mode=route.mode if route else None,
        equipment=view.fleet.get_equipment(position.vehicle, day),
    )
