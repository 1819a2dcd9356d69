"""Facts to GTFS-Realtime bytes: the way back of what `feeds.realtime` reads, for the simulator and for tests."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from google.transit import gtfs_realtime_pb2 as proto

from stopbell_server.domain.access import Access
from stopbell_server.domain.realtime import (
    Alert,
    Selector,
    StopTimeEvent,
    StopTimeUpdate,
    Translation,
    TripDescriptor,
    TripUpdate,
    Vehicle,
    VehiclePosition,
)

_WHEELCHAIR = {
    None: "NO_VALUE",
    Access.UNKNOWN: "UNKNOWN",
    Access.YES: "WHEELCHAIR_ACCESSIBLE",
    Access.NO: "WHEELCHAIR_INACCESSIBLE",
}


def encode_updates(header_time: datetime, updates: Iterable[tuple[str, TripUpdate]]) -> bytes:
    """Write trip updates, each with its entity id."""
    message = _start_message(header_time)
    for entity_id, update in updates:
        _write_update(message.entity.add(id=entity_id).trip_update, update)
    return message.SerializeToString()


def encode_positions(header_time: datetime, positions: Iterable[tuple[str, VehiclePosition]]) -> bytes:
    """Write vehicle positions, each with its entity id."""
    message = _start_message(header_time)
    for entity_id, position in positions:
        _write_position(message.entity.add(id=entity_id).vehicle, position)
    return message.SerializeToString()


def encode_alerts(header_time: datetime, alerts: Iterable[Alert]) -> bytes:
    """Write alerts under their own ids."""
    message = _start_message(header_time)
    for alert in alerts:
        _write_alert(message.entity.add(id=alert.id).alert, alert)
    return message.SerializeToString()


def _start_message(header_time: datetime) -> proto.FeedMessage:
    header = proto.FeedHeader(
        gtfs_realtime_version="2.0",
        incrementality=proto.FeedHeader.FULL_DATASET,
        timestamp=int(header_time.timestamp()),
    )
    return proto.FeedMessage(header=header)


def _write_update(target: proto.TripUpdate, update: TripUpdate) -> None:
    _write_descriptor(target.trip, update.descriptor)
    if update.vehicle:
        _write_vehicle(target.vehicle, update.vehicle)
    if update.timestamp:
        target.timestamp = int(update.timestamp.timestamp())
    if update.delay_s is not None:
        target.delay = update.delay_s
    properties = {
        "trip_id": update.new_trip,
        "start_date": _to_date(update.new_start_date),
        "start_time": _to_time(update.new_start_s),
        "trip_headsign": update.headsign,
        "trip_short_name": update.short_name,
    }
    _set_given(target.trip_properties, properties)
    for stop in update.updates:
        _write_stop(target.stop_time_update.add(), stop)


def _write_stop(target: proto.TripUpdate.StopTimeUpdate, stop: StopTimeUpdate) -> None:
    _set_given(target, {"stop_sequence": stop.sequence, "stop_id": stop.stop})
    _set_given(
        target,
        {"schedule_relationship": proto.TripUpdate.StopTimeUpdate.ScheduleRelationship.Value(stop.relationship.value)},
    )
    if stop.arrival:
        _write_event(target.arrival, stop.arrival)
    if stop.departure:
        _write_event(target.departure, stop.departure)
    if stop.occupancy:
        _set_given(
            target, {"departure_occupancy_status": proto.VehiclePosition.OccupancyStatus.Value(stop.occupancy.value)}
        )
    properties = {"assigned_stop_id": stop.assigned_stop, "stop_headsign": stop.headsign}
    _set_given(target.stop_time_properties, properties)


def _write_event(target: proto.TripUpdate.StopTimeEvent, event: StopTimeEvent) -> None:
    target.SetInParent()
    _set_given(target, {"time": event.time, "delay": event.delay_s, "uncertainty": event.uncertainty_s})


def _write_descriptor(target: proto.TripDescriptor, descriptor: TripDescriptor) -> None:
    _set_given(
        target,
        {"schedule_relationship": proto.TripDescriptor.ScheduleRelationship.Value(descriptor.relationship.value)},
    )
    given = {
        "trip_id": descriptor.trip,
        "route_id": descriptor.route,
        "direction_id": descriptor.direction,
        "start_date": _to_date(descriptor.start_date),
        "start_time": _to_time(descriptor.start_s),
    }
    _set_given(target, given)


def _write_vehicle(target: proto.VehicleDescriptor, vehicle: Vehicle) -> None:
    _set_given(target, {"id": vehicle.id, "label": vehicle.label, "license_plate": vehicle.plate})
    _set_given(
        target,
        {"wheelchair_accessible": proto.VehicleDescriptor.WheelchairAccessible.Value(_WHEELCHAIR[vehicle.wheelchair])},
    )


def _write_position(target: proto.VehiclePosition, position: VehiclePosition) -> None:
    _write_vehicle(target.vehicle, position.vehicle)
    if position.descriptor:
        _write_descriptor(target.trip, position.descriptor)
    if position.lat is not None and position.lon is not None:
        _set_given(target.position, {"latitude": position.lat, "longitude": position.lon})
        _set_given(target.position, {"bearing": position.bearing, "speed": position.speed})
    _set_given(target, {"current_stop_sequence": position.sequence, "stop_id": position.stop})
    if position.status:
        _set_given(target, {"current_status": proto.VehiclePosition.VehicleStopStatus.Value(position.status.value)})
    if position.timestamp:
        target.timestamp = int(position.timestamp.timestamp())
    if position.occupancy:
        _set_given(target, {"occupancy_status": proto.VehiclePosition.OccupancyStatus.Value(position.occupancy.value)})
    if position.occupancy_percent is not None:
        target.occupancy_percentage = position.occupancy_percent


def _write_alert(target: proto.Alert, alert: Alert) -> None:
    _set_given(target, {"cause": proto.Alert.Cause.Value(alert.cause)})
    _set_given(target, {"effect": proto.Alert.Effect.Value(alert.effect)})
    if alert.severity:
        _set_given(target, {"severity_level": proto.Alert.SeverityLevel.Value(alert.severity)})
    for start, end in alert.periods:
        period = target.active_period.add()
        if start:
            period.start = int(start.timestamp())
        if end:
            period.end = int(end.timestamp())
    for selector in alert.selectors:
        _write_selector(target.informed_entity.add(), selector)
    _write_text(target.header_text, alert.header)
    _write_text(target.description_text, alert.description)
    _write_text(target.tts_header_text, alert.spoken_header)
    _write_text(target.tts_description_text, alert.spoken_description)
    if alert.url:
        target.url.translation.add(text=alert.url)


def _write_selector(target: proto.EntitySelector, selector: Selector) -> None:
    given = {
        "agency_id": selector.agency,
        "route_id": selector.route,
        "route_type": selector.route_type,
        "direction_id": selector.direction,
        "stop_id": selector.stop,
    }
    _set_given(target, given)
    if selector.trip:
        _write_descriptor(target.trip, selector.trip)


def _write_text(target: proto.TranslatedString, texts: Iterable[Translation]) -> None:
    for text in texts:
        _set_given(target.translation.add(text=text.text), {"language": text.language})


def _set_given(target: object, values: Mapping[str, str | int | float | None]) -> None:
    """Set what is given and leave the rest absent: zero is a value, absence is another (proto2 presence)."""
    for name, value in values.items():
        if value is not None:
            setattr(target, name, value)


def _to_date(day: date | None) -> str | None:
    return None if day is None else f"{day:%Y%m%d}"


def _to_time(seconds: int | None) -> str | None:
    if seconds is None:
        return None
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
