"""From a prospect to the call a rider hears of: names, platform, access, vehicle, certainty."""

from datetime import datetime, tzinfo

from stopbell_server.domain.calls import Call, Times
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.network import Stop
from stopbell_server.timetable.access import to_stop_access, to_verdict
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.freshness import to_certainty, to_source_time
from stopbell_server.timetable.prediction import CallPrediction, TripPrediction
from stopbell_server.timetable.prospects import Prospect
from stopbell_server.timetable.vehicle_of_trip import find_position, list_vehicles, to_access, to_stops_away


def _to_times(planned: int | None, expected: int | None, uncertainty_s: int | None, zone: tzinfo) -> Times:
    return Times(scheduled=to_local(planned, zone), expected=to_local(expected, zone), uncertainty_s=uncertainty_s)


def to_local(posix: int | None, zone: tzinfo) -> datetime | None:
    """Give an instant in the feed's zone."""
    return datetime.fromtimestamp(posix, zone) if posix is not None else None


def finish_call(question: BoardQuestion, prospect: Prospect) -> Call:
    """Give the whole call: names, platform, access, vehicle, certainty."""
    view, store = question.view, question.view.store
    dated, index, prediction, told = prospect.dated, prospect.index, prospect.prediction, prospect.told
    zone, is_out = store.info.zone, prospect.is_out
    arrival = _to_times(dated.arrival(index), None if is_out else told.arrival, told.arrival_uncertainty_s, zone)
    departure = _to_times(
        dated.departure(index), None if is_out else told.departure, told.departure_uncertainty_s, zone
    )
    stop_time = dated.stop_times[index]
    route = store.find_route(dated.trip.route)
    planned_stop = store.find_stop(stop_time.stop) or Stop(stop_time.stop, stop_time.stop)
    is_moved = told.assigned_stop not in (None, stop_time.stop) and not prospect.is_cancelled
    moved_to = store.find_stop(told.assigned_stop) if is_moved and told.assigned_stop else None
    stop = moved_to or planned_stop
    update = prediction.update if prediction else None
    position = find_position(view, dated, question.now)
    vehicle_access, low_floor = to_access(view, dated, update, position)
    vehicles = list_vehicles(update, position)
    is_last = index == prospect.last_index
    certainty, source_time = to_call_certainty(question, prediction, told)
    destination = store.find_stop(dated.stop_times[prospect.last_index].stop)
    return Call(
        authority=store.info.authority,
        route=route,
        route_label=route.line if route else None,
        trip=dated.trip.id,
        service_day=dated.service_day,
        start_s=dated.start_s,
        stop=stop,
        sequence=stop_time.sequence,
        arrival=arrival,
        departure=departure,
        certainty=certainty,
        status=to_status(prospect, is_last=is_last),
        access=to_verdict(to_stop_access(store, stop), vehicle_access, low_floor),
        headsign=told.headsign or (update.headsign if update else None) or stop_time.headsign or dated.trip.headsign,
        destination=destination.name if destination else None,
        planned_stop=planned_stop if moved_to else None,
        is_first=index == 0,
        is_last=is_last,
        pickup=stop_time.pickup,
        drop_off=stop_time.drop_off,
        is_approximate=stop_time.is_approximate or told.is_clamped,
        stops_away=to_stops_away(view, dated, position, index, prediction.calls if prediction else (), question.now),
        vehicle=vehicles[0] if vehicles else None,
        occupancy=told.occupancy or (position.occupancy if position else None),
        carriages=position.carriages if position else (),
        source_time=source_time,
    )


def to_call_certainty(
    question: BoardQuestion, prediction: TripPrediction | None, told: CallPrediction
) -> tuple[Certainty, datetime | None]:
    """Say how a call's time is known, and when that was said. Only a time of this call is live, not the trip."""
    if prediction is None or question.view.snapshot is None:
        return Certainty.TIMETABLE, None
    says_something = (
        prediction.is_cancelled or told.is_skipped or told.arrival is not None or told.departure is not None
    )
    if not says_something:
        return Certainty.TIMETABLE, None
    source_time = to_source_time(prediction.update.timestamp, question.view.snapshot.updates_time)
    return to_certainty(source_time, question.now, question.view.limits), source_time


def to_status(prospect: Prospect, *, is_last: bool) -> CallStatus:
    """Say what the vehicle does here; a cancellation of the trip beats anything said of the stop."""
    if prospect.is_cancelled:
        return CallStatus.CANCELLED
    if prospect.told.is_skipped:
        return CallStatus.SKIPPED
    if is_last:
        return CallStatus.ENDS_HERE
    return CallStatus.ADDED if prospect.is_copy else CallStatus.RUNNING
