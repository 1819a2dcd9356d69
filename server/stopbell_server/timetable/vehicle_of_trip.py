"""Which vehicle runs a dated trip, where it is along it, and what that makes of access."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from stopbell_server.domain.access import Access, AccessFact
from stopbell_server.domain.realtime import TripUpdate, Vehicle, VehiclePosition, VehicleStopStatus
from stopbell_server.timetable.access import to_vehicle_access
from stopbell_server.timetable.dated_trip import DatedTrip
from stopbell_server.timetable.prediction import CallPrediction
from stopbell_server.timetable.vehicles import is_forgotten, to_report_time
from stopbell_server.timetable.view import FeedView


def find_position(view: FeedView, dated: DatedTrip, now: datetime) -> VehiclePosition | None:
    """Give the newest position of a vehicle that says it runs this dated trip; a forgotten report is none.

    Without start_date in the position, any day fits only if the trip runs on one day around now; the
    feed says "now", so the run whose plan spans nearest now is meant, and that is decided by the caller's day.
    """
    if view.snapshot is None:
        return None
    positions = view.snapshot.list_positions(dated.trip.id)
    return choose_position(view, (position for position in positions if _is_for(position, dated)), now)


def choose_position(view: FeedView, positions: Iterable[VehiclePosition], now: datetime) -> VehiclePosition | None:
    """Give the newest of these reports that is neither forgotten nor from the future; None when all are."""
    known = (position for position in positions if not is_forgotten(view, position, now))
    return max(known, key=lambda p: p.timestamp.timestamp() if p.timestamp else 0.0, default=None)


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


def to_stops_away(
    view: FeedView,
    dated: DatedTrip,
    position: VehiclePosition | None,
    index: int,
    calls: Sequence[CallPrediction],
    now: datetime,
) -> int | None:
    """Count the stops from the vehicle's current or next stop to this call; 0 is "this one is next".

    None without a reported stop (VehiclePosition.current_stop_sequence absent: current_status means
    nothing), when the vehicle is past this call, and when it has not been heard of for so long that it has moved on.
    `calls` are what is predicted of the trip's calls: a report names the platform a call was moved to.
    """
    if position is None or (position.sequence is None and position.stop is None):
        return None
    reported = to_report_time(view, position)
    if reported is None or now - reported > view.limits.ageing:
        return None
    here = find_place(dated, position, calls)
    if here is None or here > index:
        return None
    return index - here


def find_place(dated: DatedTrip, position: VehiclePosition, calls: Sequence[CallPrediction] = ()) -> int | None:
    """Find the call a vehicle is at or comes to next, by the rules that bind updates to calls (decision 5).

    Sequence and stop agree, or the stop is none of the trip's: the sequence. Else the stop, if the trip calls there
    once.
    """
    visits = [index for index, call in enumerate(dated.stop_times) if call.stop == position.stop]
    for index, call in enumerate(dated.stop_times):
        if call.sequence == position.sequence:
            is_moved_there = bool(calls) and calls[index].assigned_stop == position.stop
            if not visits or index in visits or is_moved_there:
                return index
    return visits[0] if len(visits) == 1 else None


def is_stopped_at(dated: DatedTrip, position: VehiclePosition | None, index: int) -> bool:
    """Whether the vehicle reports that it stands at this call."""
    return (
        position is not None
        and position.status is VehicleStopStatus.STOPPED_AT
        and find_place(dated, position) == index
    )


def to_access(
    view: FeedView, dated: DatedTrip, update: TripUpdate | None, position: VehiclePosition | None
) -> tuple[AccessFact, Access]:
    """Give access and low floor of the vehicle that runs this dated trip."""
    vehicles = list_vehicles(update, position)
    return to_vehicle_access(dated.trip, vehicles, view.fleet, dated.service_day)
