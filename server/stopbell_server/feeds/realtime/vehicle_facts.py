"""Protobuf vehicle positions as frozen facts."""

import math

from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.realtime import Carriage, VehiclePosition, VehicleStopStatus
from stopbell_server.feeds.realtime.trip_facts import to_descriptor, to_occupancy, to_vehicle
from stopbell_server.feeds.realtime.values import to_clean, to_datetime, to_text


def to_position(message: gtfs_realtime_pb2.VehiclePosition) -> VehiclePosition:
    """Convert a VehiclePosition; coordinates that cannot be are None, both of them."""
    lat, lon = _to_coordinates(message)
    stop = to_text(message.stop_id)
    has_stop = stop is not None or message.HasField("current_stop_sequence")
    status = gtfs_realtime_pb2.VehiclePosition.VehicleStopStatus.Name(message.current_status)
    position = message.position
    return VehiclePosition(
        vehicle=to_vehicle(message.vehicle),
        descriptor=to_descriptor(message.trip) if message.HasField("trip") else None,
        lat=lat,
        lon=lon,
        bearing=_to_bearing(position.bearing) if position.HasField("bearing") else None,
        speed=_to_speed(position.speed) if position.HasField("speed") else None,
        sequence=message.current_stop_sequence if message.HasField("current_stop_sequence") else None,
        stop=StopId(stop) if stop else None,
        status=VehicleStopStatus(status) if has_stop else None,
        timestamp=to_datetime(message.timestamp),
        occupancy=to_occupancy(message.occupancy_status) if message.HasField("occupancy_status") else None,
        occupancy_percent=message.occupancy_percentage if message.HasField("occupancy_percentage") else None,
        carriages=_to_carriages(message) if message.multi_carriage_details else (),
    )


def _to_carriages(message: gtfs_realtime_pb2.VehiclePosition) -> tuple[Carriage, ...]:
    """Read the carriages; one gap in their numbers makes all of them useless (GTFS-RT carriage_sequence)."""
    details = sorted(message.multi_carriage_details, key=lambda one: one.carriage_sequence)
    if [one.carriage_sequence for one in details] != list(range(1, len(details) + 1)):
        return ()
    return tuple(
        Carriage(to_clean(one.label), to_occupancy(one.occupancy_status) if one.HasField("occupancy_status") else None)
        for one in details
    )


def _to_coordinates(message: gtfs_realtime_pb2.VehiclePosition) -> tuple[float, float] | tuple[None, None]:
    position = message.position
    if not (position.HasField("latitude") and position.HasField("longitude")):
        return None, None
    # The wire has single precision, which is about a metre: five decimals, more would be made up.
    lat, lon = round(position.latitude, 5), round(position.longitude, 5)
    is_real = abs(lat) <= 90 and abs(lon) <= 180  # false for NaN too
    return (lat, lon) if is_real and (lat, lon) != (0.0, 0.0) else (None, None)  # 0, 0 is a receiver without a fix


def _to_bearing(degrees: float) -> float | None:
    return degrees % 360 if math.isfinite(degrees) else None


def _to_speed(metres_per_second: float) -> float | None:
    return metres_per_second if math.isfinite(metres_per_second) and metres_per_second >= 0 else None
