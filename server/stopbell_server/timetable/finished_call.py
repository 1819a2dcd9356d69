"""From a planned call and what live data says of it to the call a rider hears of."""

from datetime import datetime

from stopbell_server.domain.calls import Call, Times
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.network import Stop
from stopbell_server.domain.realtime import VehiclePosition
from stopbell_server.domain.store import Store
from stopbell_server.timetable.access import to_stop_access, to_verdict
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.dated_call import DatedCall, to_local
from stopbell_server.timetable.freshness import to_certainty, to_source_time
from stopbell_server.timetable.prediction import NOTHING, CallPrediction, TripPrediction
from stopbell_server.timetable.vehicle_of_trip import find_position, list_vehicles, to_access, to_stops_away
from stopbell_server.timetable.vehicles import to_report_time

FOREVER = float("inf")


def finish_call(
    question: BoardQuestion,
    plan: DatedCall,
    prediction: TripPrediction | None,
    told: CallPrediction,
    *,
    is_copy: bool,
) -> tuple[Call, float]:
    """Give the whole call, and until what POSIX second it holds: then its certainty is another."""
    view, planned = question.view, plan.planned
    snapshot = view.snapshot
    if prediction is None and told is NOTHING and (snapshot is None or not snapshot.list_positions(plan.trip_id)):
        return planned, FOREVER
    store = view.store
    is_cancelled = prediction is not None and prediction.is_cancelled
    is_out = told.is_skipped or is_cancelled
    moved_to = None if is_cancelled else _find_moved(store, told, planned.stop)
    stop = moved_to or planned.stop
    update = prediction.update if prediction else None
    position = find_position(view, plan.dated, question.now)
    vehicle_access, low_floor = to_access(view, plan.dated, update, position)
    vehicles = list_vehicles(update, position)
    last_index = plan.index if prediction is None else _find_last(prediction, len(plan.pattern) - 1)
    is_last = planned.is_last if prediction is None else plan.index == last_index
    certainty, source_time = to_call_certainty(question, prediction, told)
    return Call(
        authority=planned.authority,
        route=planned.route,
        route_label=planned.route_label,
        trip=planned.trip,
        service_day=planned.service_day,
        start_s=planned.start_s,
        stop=stop,
        sequence=planned.sequence,
        arrival=_add(planned.arrival, None if is_out else told.arrival, told.arrival_uncertainty_s, store),
        departure=_add(planned.departure, None if is_out else told.departure, told.departure_uncertainty_s, store),
        certainty=certainty,
        status=to_status(told, is_cancelled=is_cancelled, is_last=is_last, is_copy=is_copy),
        access=to_verdict(to_stop_access(store, stop), vehicle_access, low_floor),
        headsign=told.headsign or (update.headsign if update else None) or planned.headsign,
        destination=planned.destination if prediction is None else _find_destination(store, plan, last_index),
        planned_stop=planned.stop if moved_to else None,
        is_first=planned.is_first,
        is_last=is_last,
        pickup=planned.pickup,
        drop_off=planned.drop_off,
        is_approximate=planned.is_approximate or told.is_clamped,
        stops_away=to_stops_away(
            view, plan.dated, position, plan.index, prediction.calls if prediction else (), question.now
        ),
        vehicle=vehicles[0] if vehicles else None,
        occupancy=told.occupancy or (position.occupancy if position else None),
        carriages=position.carriages if position else (),
        source_time=source_time,
    ), min(_to_until(question, certainty, source_time), _to_position_until(question, plan, position))


def _find_moved(store: Store, told: CallPrediction, planned: Stop) -> Stop | None:
    """Give the stop that live data moves the call to; None when it stays, or the timetable has no such stop."""
    return store.find_stop(told.assigned_stop) if told.assigned_stop not in (None, planned.id) else None


def _find_last(prediction: TripPrediction, last: int) -> int:
    """Give the place of the last stop that the vehicle still serves: it ends there where the rest is skipped."""
    calls = () if prediction.is_cancelled else prediction.calls
    return next((place for place in reversed(range(len(calls))) if not calls[place].is_skipped), last)


def _find_destination(store: Store, plan: DatedCall, last_index: int) -> str | None:
    destination = store.find_stop(plan.pattern[last_index].stop)
    return destination.name if destination else None


def _add(planned: Times, expected: int | None, uncertainty_s: int | None, store: Store) -> Times:
    return Times(scheduled=planned.scheduled, expected=to_local(expected, store.info.zone), uncertainty_s=uncertainty_s)


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


def _to_until(question: BoardQuestion, certainty: Certainty, source_time: datetime | None) -> float:
    limits = question.view.limits
    if source_time is not None and certainty in (Certainty.LIVE, Certainty.AGEING):
        return (source_time + (limits.live if certainty is Certainty.LIVE else limits.ageing)).timestamp()
    return FOREVER


def _to_position_until(question: BoardQuestion, plan: DatedCall, position: VehiclePosition | None) -> float:
    """Say until when a vehicle's report counts as it does now: it ages, is forgotten, or was from the future."""
    view, now = question.view, question.now
    if position is None:
        is_silent = view.snapshot is None or not view.snapshot.list_positions(plan.trip_id)
        return FOREVER if is_silent else question.now_posix
    reported = to_report_time(view, position)
    if reported is None:
        return question.now_posix
    changes = (reported + view.limits.ageing, reported + view.limits.forget)
    return min((change.timestamp() for change in changes if change >= now), default=FOREVER)


def to_status(told: CallPrediction, *, is_cancelled: bool, is_last: bool, is_copy: bool) -> CallStatus:
    """Say what the vehicle does here; a cancellation of the trip beats anything said of the stop."""
    if is_cancelled:
        return CallStatus.CANCELLED
    if told.is_skipped:
        return CallStatus.SKIPPED
    if is_last:
        return CallStatus.ENDS_HERE
    return CallStatus.ADDED if is_copy else CallStatus.RUNNING
