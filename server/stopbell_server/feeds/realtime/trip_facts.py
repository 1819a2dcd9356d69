"""Protobuf messages about trips as frozen facts; presence is asked with HasField, so that 0 stays a value."""

from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import RouteId, StopId, TripId, VehicleId
from stopbell_server.domain.realtime import (
    Occupancy,
    StopRelationship,
    StopTimeEvent,
    StopTimeUpdate,
    TripDescriptor,
    TripRelationship,
    TripUpdate,
    Vehicle,
)
from stopbell_server.feeds.realtime.values import (
    find_day_seconds,
    find_own_id,
    find_service_day,
    to_clean,
    to_datetime,
    to_posix,
    to_text,
)

_Descriptor = gtfs_realtime_pb2.TripDescriptor
_StopUpdate = gtfs_realtime_pb2.TripUpdate.StopTimeUpdate
_VehicleDescriptor = gtfs_realtime_pb2.VehicleDescriptor

NOT_RUNNING = (_Descriptor.CANCELED, _Descriptor.DELETED)
NO_TIMES = (_StopUpdate.SKIPPED, _StopUpdate.NO_DATA)
"""Times beside NO_DATA and at skipped stops mean nothing (GTFS-RT StopTimeUpdate)."""

_ACCESS = {
    _VehicleDescriptor.UNKNOWN: Access.UNKNOWN,
    _VehicleDescriptor.WHEELCHAIR_ACCESSIBLE: Access.YES,
    _VehicleDescriptor.WHEELCHAIR_INACCESSIBLE: Access.NO,
}
"""NO_VALUE is left out: the plan's word holds (VehicleDescriptor.wheelchair_accessible)."""


def to_trip_update(message: gtfs_realtime_pb2.TripUpdate) -> TripUpdate:
    """Convert a whole TripUpdate."""
    properties = message.trip_properties
    new_trip = to_text(properties.trip_id)
    return TripUpdate(
        descriptor=to_descriptor(message.trip),
        updates=_sort(tuple(to_stop_update(update) for update in message.stop_time_update)),
        vehicle=to_vehicle(message.vehicle) if message.HasField("vehicle") else None,
        timestamp=to_datetime(message.timestamp),
        delay_s=message.delay if message.HasField("delay") else None,
        headsign=to_clean(properties.trip_headsign),
        short_name=to_clean(properties.trip_short_name),
        new_trip=TripId(new_trip) if new_trip else None,
        new_start_date=find_service_day(properties.start_date),
        new_start_s=find_day_seconds(properties.start_time),
    )


def parse_trip_update(content: bytes) -> TripUpdate:
    """Convert a TripUpdate that was kept as bytes."""
    return to_trip_update(gtfs_realtime_pb2.TripUpdate.FromString(content))


def to_descriptor(message: _Descriptor) -> TripDescriptor:
    """Convert a TripDescriptor; what is not a date, a time or a direction counts as not given."""
    trip, route = to_text(message.trip_id), to_text(message.route_id)
    has_direction = message.HasField("direction_id") and message.direction_id in (0, 1)
    return TripDescriptor(
        trip=TripId(trip) if trip else None,
        route=RouteId(route) if route else None,
        direction=message.direction_id if has_direction else None,
        start_date=find_service_day(message.start_date),
        start_s=find_day_seconds(message.start_time),
        relationship=TripRelationship(_Descriptor.ScheduleRelationship.Name(message.schedule_relationship)),
    )


def to_vehicle(message: _VehicleDescriptor) -> Vehicle:
    """Convert a VehicleDescriptor."""
    vehicle = find_own_id(message.id)
    return Vehicle(
        id=VehicleId(vehicle) if vehicle else None,
        label=to_clean(message.label),
        plate=to_clean(message.license_plate),
        wheelchair=_ACCESS.get(message.wheelchair_accessible),
    )


def to_stop_update(message: _StopUpdate) -> StopTimeUpdate:
    """Convert a StopTimeUpdate; times beside NO_DATA are dropped (GTFS-RT reference, StopTimeUpdate)."""
    relationship = StopRelationship(_StopUpdate.ScheduleRelationship.Name(message.schedule_relationship))
    has_times = relationship is not StopRelationship.NO_DATA
    stop = to_text(message.stop_id)
    assigned = to_text(message.stop_time_properties.assigned_stop_id)
    return StopTimeUpdate(
        sequence=message.stop_sequence if message.HasField("stop_sequence") else None,
        stop=StopId(stop) if stop else None,
        relationship=relationship,
        arrival=to_event(message.arrival) if has_times and message.HasField("arrival") else None,
        departure=to_event(message.departure) if has_times and message.HasField("departure") else None,
        assigned_stop=StopId(assigned) if assigned else None,
        headsign=to_clean(message.stop_time_properties.stop_headsign),
        occupancy=to_occupancy(message.departure_occupancy_status)
        if message.HasField("departure_occupancy_status")
        else None,
    )


def to_event(message: gtfs_realtime_pb2.TripUpdate.StopTimeEvent) -> StopTimeEvent | None:
    """Convert a StopTimeEvent; None when it tells neither time nor delay."""
    time = to_posix(message.time) if message.HasField("time") else None
    delay_s = message.delay if message.HasField("delay") else None
    if time is None and delay_s is None:
        return None
    has_uncertainty = message.HasField("uncertainty") and message.uncertainty >= 0
    return StopTimeEvent(time, delay_s, message.uncertainty if has_uncertainty else None)


def to_occupancy(value: gtfs_realtime_pb2.VehiclePosition.OccupancyStatus) -> Occupancy | None:
    """Convert an OccupancyStatus; NO_DATA_AVAILABLE is not "empty" but None."""
    name = gtfs_realtime_pb2.VehiclePosition.OccupancyStatus.Name(value)
    return None if name == "NO_DATA_AVAILABLE" else Occupancy(name)


def _sort(updates: tuple[StopTimeUpdate, ...]) -> tuple[StopTimeUpdate, ...]:
    """Put the updates that have a sequence in its order; those without keep their places."""
    given = [update.sequence for update in updates if update.sequence is not None]
    if given == sorted(given):
        return updates
    in_order = iter(sorted((u for u in updates if u.sequence is not None), key=lambda u: u.sequence or 0))
    return tuple(update if update.sequence is None else next(in_order) for update in updates)
