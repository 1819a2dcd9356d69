"""Calls of trips that live data brings along: new, replacement and duplicated ones (GTFS-RT TripDescriptor)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from stopbell_server.domain.calls import Call, CallKind, Times
from stopbell_server.domain.certainty import CallStatus
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Boarding, Stop, Trip
from stopbell_server.domain.realtime import (
    StopRelationship,
    StopTimeEvent,
    StopTimeUpdate,
    TripRelationship,
    TripUpdate,
    VehiclePosition,
)
from stopbell_server.domain.service_day import to_day_start
from stopbell_server.domain.store import Store
from stopbell_server.timetable.access import to_stop_access, to_vehicle_access, to_verdict
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.closures import is_closed
from stopbell_server.timetable.dated_call import to_local
from stopbell_server.timetable.dated_trip import DatedTrip, to_first_departure
from stopbell_server.timetable.freshness import to_certainty, to_source_time
from stopbell_server.timetable.matching import choose_update, find_service_day
from stopbell_server.timetable.prediction import CallPrediction, hold_order
from stopbell_server.timetable.prospects import Prospect, list_run
from stopbell_server.timetable.vehicle_of_trip import choose_position, list_vehicles


class AddedCall(NamedTuple):
    """A call of a trip that brings its own stops."""

    call: Call
    planned: datetime | None
    """Its planned time, where the feed says by how much it is late; else None. Only for comparing, never told."""


def list_added(question: BoardQuestion) -> Iterator[AddedCall]:
    """Yield calls of trips that bring their own stops, by the times the feed gives; a delay alone has no plan here."""
    snapshot = question.view.snapshot
    if snapshot is None or not question.has_live:
        return
    for update in question.view.live.list_added(question.stops):
        # A copy has the plan's stops and is listed by `list_duplicated`; of two updates for one trip one holds.
        if update.descriptor.relationship is not TripRelationship.DUPLICATED and _holds(question, update):
            yield from _list_calls(question, update)


def _holds(question: BoardQuestion, update: TripUpdate) -> bool:
    """Whether no other update for the same dated trip is to be believed before this one (decision 2)."""
    trip_id, snapshot = update.descriptor.trip, question.view.snapshot
    if trip_id is None or snapshot is None:
        return True
    trip = question.view.store.find_trip(trip_id)
    run = _find_run(question, trip, update)
    rivals = [
        other
        for other in snapshot.list_updates(trip_id)
        if other.descriptor.relationship is not TripRelationship.DUPLICATED
        and (trip is not None or other.descriptor.relationship is not TripRelationship.SCHEDULED)
        and _find_run(question, trip, other) == run
    ]
    return choose_update(rivals) in (None, update)


def _find_run(question: BoardQuestion, trip: Trip | None, update: TripUpdate) -> tuple[date | None, int | None]:
    """Give the service day, and the start of a frequency run, of the trip that an update speaks of."""
    day = find_service_day(question.view, trip, update, question.now) if trip else update.descriptor.start_date
    return day or _find_first_day(question, update), update.descriptor.start_s if trip and trip.is_frequency else None


def _find_first_day(question: BoardQuestion, update: TripUpdate) -> date | None:
    """Give the local date of the first time that an update tells."""
    times = (time for told in _list_stopping(update) for time in (_to_prediction(told).arrival,) if time is not None)
    first_s = next(times, None)
    return datetime.fromtimestamp(first_s, question.view.store.info.zone).date() if first_s is not None else None


def _list_stopping(update: TripUpdate) -> list[StopTimeUpdate]:
    return [
        told
        for told in update.updates
        if (told.stop or told.assigned_stop) and told.relationship is not StopRelationship.SKIPPED
    ]


def _list_calls(question: BoardQuestion, update: TripUpdate) -> Iterator[AddedCall]:
    stopping = _list_stopping(update)
    times = hold_order([_to_prediction(told) for told in stopping])
    service_day = update.descriptor.start_date or _find_first_day(question, update)
    if service_day is None:
        return
    for place, (told, time) in enumerate(zip(stopping, times, strict=True)):
        is_first, is_last = place == 0, place == len(stopping) - 1
        is_wanted = not (is_last if question.kind is CallKind.DEPARTURES else is_first)
        if is_wanted and (told.assigned_stop in question.stops or told.stop in question.stops):
            call = _make_added(question, update, told, time, service_day, is_first=is_first, is_last=is_last)
            if question.is_in_window(call.effective(question.kind)) and not _is_closed(question, call):
                yield AddedCall(call, _to_planned(told, question))


def _is_closed(question: BoardQuestion, call: Call) -> bool:
    """Whether an alert closes the stop to it. No plan ever promised this call, so it need not be told as skipped."""
    instant = call.effective(question.kind)
    trip = question.view.store.find_trip(call.trip) if call.trip else None
    return instant is not None and is_closed(
        question.view, question.closures, trip, call.service_day, call.stop.id, int(instant.timestamp())
    )


def _to_prediction(told: StopTimeUpdate) -> CallPrediction:
    """Give the times of one stop; one end stands in for the other."""
    arrival = told.arrival.time if told.arrival else None
    departure = told.departure.time if told.departure else None
    return CallPrediction(
        arrival=arrival if arrival is not None else departure,
        departure=departure if departure is not None else arrival,
    )


def _make_added(
    question: BoardQuestion,
    update: TripUpdate,
    told: StopTimeUpdate,
    time: CallPrediction,
    service_day: date,
    *,
    is_first: bool,
    is_last: bool,
) -> Call:
    view, store, descriptor = question.view, question.view.store, update.descriptor
    stop = _find_stop(store, told)
    trip = store.find_trip(descriptor.trip) if descriptor.trip else None
    route_id = descriptor.route or (trip.route if trip else None)
    route = store.find_route(route_id) if route_id else None
    destination = _find_stop(store, _list_stopping(update)[-1])
    position = _find_position(question, update)
    vehicles = list_vehicles(update, position)
    access, low_floor = to_vehicle_access(None, vehicles, view.fleet, service_day)
    source_time = to_source_time(update.timestamp, view.snapshot.updates_time if view.snapshot else None)
    return Call(
        authority=store.info.authority,
        route=route,
        route_label=route.line if route else None,
        trip=descriptor.trip,
        service_day=service_day,
        start_s=None,
        stop=stop,
        sequence=told.sequence,
        arrival=_to_times(time.arrival, told.arrival or told.departure, question),
        departure=_to_times(time.departure, told.departure or told.arrival, question),
        certainty=to_certainty(source_time, question.now, view.limits),
        status=CallStatus.ENDS_HERE if is_last else CallStatus.RUNNING if trip else CallStatus.ADDED,
        access=to_verdict(to_stop_access(store, stop), access, low_floor),
        headsign=told.headsign or update.headsign,
        destination=destination.name,
        is_first=is_first,
        is_last=is_last,
        pickup=Boarding.REGULAR,
        is_approximate=time.is_clamped,
        vehicle=vehicles[0] if vehicles else None,
        occupancy=told.occupancy or (position.occupancy if position else None),
        carriages=position.carriages if position else (),
        source_time=source_time,
    )


def _find_position(question: BoardQuestion, update: TripUpdate) -> VehiclePosition | None:
    """Give the newest report of a vehicle that says it runs this trip, not on another day."""
    snapshot, descriptor = question.view.snapshot, update.descriptor
    if snapshot is None or descriptor.trip is None:
        return None
    days = (None, descriptor.start_date)
    positions = (
        position
        for position in snapshot.list_positions(descriptor.trip)
        if descriptor.start_date is None or position.descriptor is None or position.descriptor.start_date in days
    )
    return choose_position(question.view, positions, question.now)


def _find_stop(store: Store, told: StopTimeUpdate) -> Stop:
    assigned = store.find_stop(told.assigned_stop) if told.assigned_stop else None
    named = StopId(told.stop or "")
    return assigned or store.find_stop(named) or Stop(named, named)


def _to_times(expected: int | None, event: StopTimeEvent | None, question: BoardQuestion) -> Times:
    zone = question.view.store.info.zone
    return Times(expected=to_local(expected, zone), uncertainty_s=event.uncertainty_s if event else None)


def _to_planned(told: StopTimeUpdate, question: BoardQuestion) -> datetime | None:
    event = (
        (told.departure or told.arrival) if question.kind is CallKind.DEPARTURES else (told.arrival or told.departure)
    )
    if event is None or event.time is None or event.delay_s is None:
        return None
    return to_local(event.time - event.delay_s, question.view.store.info.zone)


def list_duplicated(question: BoardQuestion) -> Iterator[Prospect]:
    """Yield calls of copies of planned trips at another start; the originals are unaffected."""
    if question.view.snapshot is None or not question.has_live:
        return
    copies: dict[object, list[TripUpdate]] = {}
    for update in question.view.snapshot.list_duplicated():
        key = (update.new_trip, update.new_start_date)
        copies.setdefault(key, []).append(update)
    for said in copies.values():
        chosen = choose_update(said)
        if chosen is not None:
            yield from _list_duplicate(question, chosen)


def _list_duplicate(question: BoardQuestion, update: TripUpdate) -> Iterator[Prospect]:
    store, descriptor = question.view.store, update.descriptor
    trip = store.find_trip(descriptor.trip) if descriptor.trip else None
    if trip is None or update.new_trip is None or update.new_start_date is None or update.new_start_s is None:
        return
    stop_times = store.list_stop_times(trip.id)
    shift_s = update.new_start_s - to_first_departure(stop_times)
    day_start = to_day_start(update.new_start_date, store.info.zone)
    copy = replace(trip, id=update.new_trip)
    dated = DatedTrip(copy, update.new_start_date, stop_times, int(day_start.timestamp()), shift_s=shift_s)
    yield from list_run(question, dated, copy_of=update)


def mark_replaced(calls: Sequence[Call], added: Sequence[AddedCall], kind: CallKind) -> tuple[Call, ...]:
    """Mark a cancelled call as replaced where an added one of the same line stands for it."""
    if not added:
        return tuple(calls)
    return tuple(
        replace(call, status=CallStatus.REPLACED)
        if call.status is CallStatus.CANCELLED and any(_replaces(other, call, kind) for other in added)
        else call
        for call in calls
    )


def _replaces(other: AddedCall, call: Call, kind: CallKind) -> bool:
    """Same line, stop and headsign, and planned or, failing that, expected within five minutes of the plan."""
    planned, instant = call.at(kind).scheduled, other.planned or other.call.effective(kind)
    return (
        planned is not None
        and instant is not None
        and other.call.status is CallStatus.ADDED
        and other.call.route is not None
        and other.call.route == call.route
        and other.call.stop.id == call.stop.id
        and other.call.headsign in (None, call.headsign)
        and abs(instant - planned) <= timedelta(minutes=5)
    )
