"""Calls of planned trips at some stops between two instants, with live data applied."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cached_property

from stopbell_server.domain.calls import Call, CallKind, Times
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.network import Stop, StopTime
from stopbell_server.domain.realtime import TripUpdate
from stopbell_server.domain.service_day import list_service_days, to_service_seconds
from stopbell_server.domain.store import PlannedCall
from stopbell_server.timetable.access import to_stop_access, to_verdict
from stopbell_server.timetable.dated_trip import DatedTrip, to_dated_trip
from stopbell_server.timetable.freshness import is_usable, to_certainty, to_source_time
from stopbell_server.timetable.prediction import NOTHING, CallPrediction, TripPrediction, predict, propagate
from stopbell_server.timetable.vehicle_of_trip import find_position, list_vehicles, to_access, to_stops_away
from stopbell_server.timetable.view import FeedView

LOOK_BACK_S = 3600
"""With live data, a trip planned up to this long ago may still come; more if the snapshot knows of more."""
LONGEST_DWELL_S = 3600
"""Plans are found by departure; a call whose arrival is in the window may leave this much later."""


@dataclass(frozen=True)
class BoardQuestion:
    """Which calls are asked for."""

    view: FeedView
    stops: frozenset[StopId]
    kind: CallKind
    start: datetime
    end: datetime
    now: datetime

    @cached_property
    def has_live(self) -> bool:
        """Whether predictions may be used at all."""
        return is_usable(self.view, self.now)

    @cached_property
    def search_span(self) -> tuple[datetime, datetime]:
        """The planned departures to look at: late vehicles from before the window, early ones from after it."""
        back_s, ahead_s = 0, LONGEST_DWELL_S if self.kind is CallKind.ARRIVALS else 0
        snapshot = self.view.snapshot
        if self.has_live and snapshot is not None:
            back_s = max(LOOK_BACK_S, snapshot.largest_delay_s)
            ahead_s += snapshot.largest_early_s
        return self.start - timedelta(seconds=back_s), self.end + timedelta(seconds=ahead_s)

    @cached_property
    def service_days(self) -> tuple[date, ...]:
        """The service days that can have a call in the span."""
        info = self.view.store.info
        return list_service_days(*self.search_span, info.longest_s, info.zone)

    def is_in_window(self, instant: datetime | None) -> bool:
        """Whether an effective time is in the asked window, both ends included."""
        return instant is not None and self.start <= instant <= self.end


def list_planned(question: BoardQuestion) -> Iterator[Call]:
    """Yield calls of trips with fixed times, in no particular order."""
    for day, planned in _list_rows(question):
        trip = question.view.store.find_trip(planned.trip)
        if trip is None:
            continue
        dated = to_dated_trip(question.view.store, trip, day)
        index = find_index(dated, planned.sequence)
        if index is not None:
            yield from make_call(question, dated, index)


def _list_rows(question: BoardQuestion) -> Iterator[tuple[date, PlannedCall]]:
    store = question.view.store
    first, last = question.search_span
    seen: set[tuple[date, TripId, int]] = set()
    for day in question.service_days:
        from_s = to_service_seconds(first, day, store.info.zone)
        to_s = to_service_seconds(last, day, store.info.zone)
        for planned in store.list_planned_calls(question.stops, day, max(0, from_s), to_s):
            seen.add((day, planned.trip, planned.sequence))
            yield day, planned
    if question.has_live:
        yield from _list_moved(question, seen)


def _list_moved(question: BoardQuestion, seen: set[tuple[date, TripId, int]]) -> Iterator[tuple[date, PlannedCall]]:
    """Yield calls that live data brings to these stops from elsewhere (GTFS-RT assigned_stop_id)."""
    store, snapshot = question.view.store, question.view.snapshot
    if snapshot is None:
        return
    for trip_id in {trip for stop in question.stops for trip in snapshot.list_moved_to(stop)}:
        trip = store.find_trip(trip_id)
        if trip is None or trip.is_frequency:
            continue
        for day in question.service_days:
            if trip.service not in store.services_on(day):
                continue
            prediction = predict(question.view, to_dated_trip(store, trip, day), question.now)
            for call, told in zip(store.list_stop_times(trip_id), prediction.calls if prediction else (), strict=False):
                is_new = (day, trip_id, call.sequence) not in seen
                if told.assigned_stop in question.stops and is_new and call.departure_s is not None:
                    arrival_s = call.arrival_s if call.arrival_s is not None else call.departure_s
                    yield day, PlannedCall(trip_id, call.stop, call.sequence, arrival_s, call.departure_s, trip.service)


def find_index(dated: DatedTrip, sequence: int) -> int | None:
    """Give the place of a call in its trip."""
    return next((i for i, call in enumerate(dated.stop_times) if call.sequence == sequence), None)


def make_call(
    question: BoardQuestion,
    dated: DatedTrip,
    index: int,
    *,
    update: TripUpdate | None = None,
    status: CallStatus | None = None,
) -> Iterator[Call]:
    """Yield the call if it belongs on this board: right kind, not hidden, effective time in the window.

    `update` and `status` are for copies of a planned trip, which no lookup by trip_id would find.
    """
    is_first, is_last = index == 0, index == len(dated.stop_times) - 1
    stop_time = dated.stop_times[index]
    if not is_boardable(question.kind, stop_time, is_first=is_first, is_last=is_last):
        return
    if update is not None:
        prediction = TripPrediction(update, propagate(dated, update))
    else:
        prediction = predict(question.view, dated, question.now) if question.has_live else None
    if prediction is not None and prediction.is_hidden:
        return
    told = prediction.calls[index] if prediction else NOTHING
    zone = question.view.store.info.zone
    is_out = prediction is not None and (prediction.is_cancelled or told.is_skipped)
    arrival = _to_times(dated.arrival(index), None if is_out else told.arrival, told.arrival_uncertainty_s, zone)
    departure = _to_times(
        dated.departure(index), None if is_out else told.departure, told.departure_uncertainty_s, zone
    )
    effective = (arrival if question.kind is CallKind.ARRIVALS else departure).effective
    if not question.is_in_window(effective):
        return
    call = _finish_call(question, dated, index, prediction, told, arrival, departure)
    yield replace(call, status=status) if status and call.status is CallStatus.RUNNING else call


def is_boardable(kind: CallKind, stop_time: StopTime, *, is_first: bool, is_last: bool) -> bool:
    """Whether one can leave (arrive) here: not at the last (first) call, nor with type 1 (GTFS stop_times)."""
    if kind is CallKind.DEPARTURES:
        return not is_last and stop_time.pickup.value != 1
    return not is_first and stop_time.drop_off.value != 1


def _to_times(planned: int | None, expected: int | None, uncertainty_s: int | None, zone: tzinfo) -> Times:
    return Times(scheduled=to_local(planned, zone), expected=to_local(expected, zone), uncertainty_s=uncertainty_s)


def to_local(posix: int | None, zone: tzinfo) -> datetime | None:
    """Give an instant in the feed's zone."""
    return datetime.fromtimestamp(posix, UTC).astimezone(zone) if posix is not None else None


def _finish_call(
    question: BoardQuestion,
    dated: DatedTrip,
    index: int,
    prediction: TripPrediction | None,
    told: CallPrediction,
    arrival: Times,
    departure: Times,
) -> Call:
    view, store = question.view, question.view.store
    stop_time = dated.stop_times[index]
    route = store.find_route(dated.trip.route)
    planned_stop = store.find_stop(stop_time.stop) or Stop(stop_time.stop, stop_time.stop)
    moved_to = store.find_stop(told.assigned_stop) if told.assigned_stop not in (None, stop_time.stop) else None
    stop = moved_to or planned_stop
    update = prediction.update if prediction else None
    position = find_position(view, dated)
    vehicle_access, low_floor = to_access(view, dated, update, position)
    vehicles = list_vehicles(update, position)
    is_last = index == len(dated.stop_times) - 1
    certainty, source_time = to_call_certainty(question, prediction, told)
    destination = store.find_stop(dated.stop_times[-1].stop)
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
        status=to_status(prediction, told, is_last=is_last),
        access=to_verdict(to_stop_access(store, stop), vehicle_access, low_floor),
        headsign=told.headsign or (update.headsign if update else None) or stop_time.headsign or dated.trip.headsign,
        destination=destination.name if destination else None,
        planned_stop=planned_stop if moved_to else None,
        is_first=index == 0,
        is_last=is_last,
        pickup=stop_time.pickup,
        drop_off=stop_time.drop_off,
        is_approximate=stop_time.is_approximate or told.is_clamped,
        stops_away=to_stops_away(dated, position, index),
        vehicle=vehicles[0] if vehicles else None,
        occupancy=told.occupancy or (position.occupancy if position else None),
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


def to_status(prediction: TripPrediction | None, told: CallPrediction, *, is_last: bool) -> CallStatus:
    """Say what the vehicle does here; a cancellation of the trip beats anything said of the stop."""
    if prediction is not None and prediction.is_cancelled:
        return CallStatus.CANCELLED
    if told.is_skipped:
        return CallStatus.SKIPPED
    return CallStatus.ENDS_HERE if is_last else CallStatus.RUNNING
