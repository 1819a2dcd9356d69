"""Which vehicle runs a dated trip, where it is along it, and what that makes of access."""

from stopbell_server.domain.access import Access, AccessFact
from stopbell_server.domain.realtime import TripUpdate, Vehicle, VehiclePosition, VehicleStopStatus
from stopbell_server.timetable.access import to_vehicle_access
from stopbell_server.timetable.dated_trip import DatedTrip
from stopbell_server.timetable.view import FeedView


def find_position(view: FeedView, dated: DatedTrip) -> VehiclePosition | None:
    """Give the newest position of a vehicle that says it runs this dated trip.

    Without start_date in the position, any day fits only if the trip runs on one day around now; the
    feed says "now", so the run whose plan spans nearest now is meant, and that is decided by the caller's day.
    """
    if view.snapshot is None:
        return None
    found = [position for position in view.snapshot.list_positions(dated.trip.id) if _is_for(position, dated)]
    return max(found, key=lambda p: p.timestamp.timestamp() if p.timestamp else 0.0, default=None)


def _is_for(position: VehiclePosition, dated: DatedTrip) -> bool:
    descriptor = position.descriptor
    if descriptor is None:
        return False
    if dated.start_s is not None and descriptor.start_s != dated.start_s:
        return False
    if descriptor.start_date is not None:
        return descriptor.start_date == dated.service_day
    if position.timestamp is None or dated.span is None:
        return False
    # Without a date: only a run that is under way, or nearly, when the vehicle reported (half an hour each way).
    reported = position.timestamp.timestamp()
    return dated.span[0] - 1800 <= reported <= dated.span[1] + 1800


def list_vehicles(update: TripUpdate | None, position: VehiclePosition | None) -> tuple[Vehicle, ...]:
    """List the descriptors of a trip's vehicle, the update's first."""
    found = (update.vehicle if update else None, position.vehicle if position else None)
    return tuple(vehicle for vehicle in found if vehicle is not None)


def to_stops_away(dated: DatedTrip, position: VehiclePosition | None, index: int) -> int | None:
    """Count the stops from the vehicle's current or next stop to this call; 0 is "this one is next".

    None without a reported stop (VehiclePosition.current_stop_sequence absent: current_status means
    nothing), and when the vehicle is past this call.
    """
    if position is None or (position.sequence is None and position.stop is None):
        return None
    here = _find_place(dated, position)
    if here is None:
        return None
    away = index - here
    if away < 0:
        return None
    return away


def _find_place(dated: DatedTrip, position: VehiclePosition) -> int | None:
    if position.sequence is not None:
        for index, call in enumerate(dated.stop_times):
            if call.sequence == position.sequence:
                return index
    visits = [index for index, call in enumerate(dated.stop_times) if call.stop == position.stop]
    return visits[0] if len(visits) == 1 else None


def is_stopped_at(dated: DatedTrip, position: VehiclePosition | None, index: int) -> bool:
    """Whether the vehicle reports that it stands at this call."""
    return (
        position is not None
        and position.status is VehicleStopStatus.STOPPED_AT
        and _find_place(dated, position) == index
    )


def to_access(
    view: FeedView, dated: DatedTrip, update: TripUpdate | None, position: VehiclePosition | None
) -> tuple[AccessFact, Access]:
    """Give access and low floor of the vehicle that runs this dated trip."""
    vehicles = list_vehicles(update, position)
    return to_vehicle_access(dated.trip, vehicles, view.fleet, dated.service_day)
