"""Calls of trips that run "every so many minutes" (GTFS frequencies.txt)."""

from collections.abc import Iterator
from dataclasses import replace
from operator import itemgetter

from stopbell_server.domain.calls import Call, CallKind, Times
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Frequency, Stop
from stopbell_server.domain.service_day import to_instant
from stopbell_server.timetable.access import to_stop_access, to_vehicle_access, to_verdict
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.closures import is_closed
from stopbell_server.timetable.dated_call import find_index
from stopbell_server.timetable.dated_trip import DatedTrip, to_dated_trip, to_first_departure
from stopbell_server.timetable.planned_hours import is_boardable
from stopbell_server.timetable.prospects import Prospect, list_run


def list_runs(question: BoardQuestion) -> Iterator[Prospect]:
    """Yield runs with times: those of exact_times=1, and those of others that live data names by start time."""
    templates = [template for template, _ in _list_templates(question)]
    for template in {(t.trip.id, t.service_day): t for t in (*templates, *_list_moved(question))}.values():
        for start_s in _list_starts(question, template):
            yield from _list_run(question, template, start_s)


def list_headways(question: BoardQuestion) -> Iterator[tuple[int, Call]]:
    """Yield (POSIX second to order by, call) for each "about every N minutes" window; such a call has no time."""
    found = [
        window
        for template, index in _list_templates(question)
        for row in question.view.store.list_frequencies(template.trip.id)
        if not row.is_exact
        for window in _list_window(question, template, index, row)
    ]
    # Several templates of one line and headsign with one headway are one statement to a rider, and so are windows
    # of which one begins before the other has ended.
    told: dict[object, tuple[int, Call]] = {}
    for order, call in sorted(found, key=itemgetter(0)):
        key = (call.route_label, call.headsign, call.headway_s, call.stop.id)
        first = told.setdefault(key, (order, call))[1]
        begin = order - (call.headway_s or 0) // 2
        if first.frequency_end and call.frequency_end and begin <= first.frequency_end.timestamp():
            told[key] = told[key][0], replace(first, frequency_end=max(first.frequency_end, call.frequency_end))
    yield from told.values()


def _list_templates(question: BoardQuestion) -> Iterator[tuple[DatedTrip, int]]:
    store = question.view.store
    if not question.view.hours.has_templates(question.stops):
        return
    for day in question.service_days:
        for planned in question.view.hours.list_templates(question.stops, day):
            trip = store.find_trip(planned.trip)
            template = to_dated_trip(store, trip, day) if trip else None
            index = find_index(template.stop_times, planned.sequence) if template else None
            if template is not None and index is not None:
                yield template, index


def _list_moved(question: BoardQuestion) -> Iterator[DatedTrip]:
    """Yield templates of trips that live data brings to these stops from elsewhere (GTFS-RT assigned_stop_id)."""
    store, snapshot = question.view.store, question.view.snapshot
    if snapshot is None or not question.has_live:
        return
    for trip_id in {trip for stop in question.stops for trip in snapshot.list_moved_to(stop)}:
        trip = store.find_trip(trip_id)
        if trip is not None and trip.is_frequency:
            days = (day for day in question.service_days if trip.service in store.services_on(day))
            yield from (to_dated_trip(store, trip, day) for day in days)


def _list_starts(question: BoardQuestion, template: DatedTrip) -> list[int]:
    """List first departures: from start_time on, before end_time, which itself starts no run (frequencies.txt)."""
    rows = question.view.store.list_frequencies(template.trip.id)
    starts = {
        start_s for row in rows if row.is_exact for start_s in range(row.start_s, row.end_s, max(1, row.headway_s))
    }
    return sorted(starts | _list_live_starts(question, template))


def _list_live_starts(question: BoardQuestion, template: DatedTrip) -> set[int]:
    """Give the runs that live data names for this day; of a trip with exact times only the planned ones count."""
    rows = question.view.store.list_frequencies(template.trip.id)
    if not question.has_live or all(row.is_exact for row in rows):
        return set()
    descriptors = (update.descriptor for update in question.view.live.list_updates(template.trip.id))
    return {d.start_s for d in descriptors if d.start_s is not None and d.start_date == template.service_day}


def _list_run(question: BoardQuestion, template: DatedTrip, start_s: int) -> Iterator[Prospect]:
    dated = to_dated_trip(question.view.store, template.trip, template.service_day, start_s=start_s)
    is_exact = any(row.is_exact for row in question.view.store.list_frequencies(template.trip.id))
    for prospect in list_run(question, dated):
        told = prospect.told
        # Without exact times the template's clock times mean nothing; only what live data says may be told.
        if is_exact or told.arrival is not None or told.departure is not None or prospect.is_out:
            yield prospect


def _list_window(
    question: BoardQuestion, template: DatedTrip, index: int, row: Frequency
) -> Iterator[tuple[int, Call]]:
    """Yield one "about every N minutes" call if its window at this stop overlaps the board's."""
    store, zone = question.view.store, question.view.store.info.zone
    stop_time = template.stop_times[index]
    is_first, is_last = index == 0, index == len(template.stop_times) - 1
    can = stop_time.pickup, stop_time.drop_off
    if not is_boardable(question.kind, is_first=is_first, is_last=is_last, pickup=can[0], drop_off=can[1]):
        return
    seconds = stop_time.arrival_s if question.kind is CallKind.ARRIVALS else stop_time.departure_s
    if seconds is None or row.headway_s <= 0:
        return
    offset_s = seconds - to_first_departure(template.stop_times)
    first = to_instant(template.service_day, row.start_s + offset_s, zone)
    end = to_instant(template.service_day, row.end_s + offset_s, zone)
    if first > question.end or end <= question.start:
        return
    stop = store.find_stop(stop_time.stop) or Stop(stop_time.stop, stop_time.stop)
    route = store.find_route(template.trip.route)
    destination = store.find_stop(template.stop_times[-1].stop)
    access, low_floor = to_vehicle_access(template.trip, (), question.view.fleet, template.service_day)
    order = int(max(first, question.start).timestamp()) + row.headway_s // 2
    yield (
        order,
        Call(
            authority=store.info.authority,
            route=route,
            route_label=route.line if route else None,
            trip=template.trip.id,
            service_day=template.service_day,
            start_s=None,
            stop=stop,
            sequence=stop_time.sequence,
            arrival=Times(),
            departure=Times(),
            certainty=Certainty.FREQUENCY,
            status=_to_status(question, template, stop_time.stop, order, is_last=is_last),
            access=to_verdict(to_stop_access(store, stop), access, low_floor),
            headsign=stop_time.headsign or template.trip.headsign,
            destination=destination.name if destination else None,
            is_first=is_first,
            is_last=is_last,
            pickup=stop_time.pickup,
            drop_off=stop_time.drop_off,
            headway_s=row.headway_s,
            frequency_end=end,
        ),
    )


def _to_status(question: BoardQuestion, template: DatedTrip, stop: StopId, posix: int, *, is_last: bool) -> CallStatus:
    if is_closed(question.view, question.closures, template.trip, template.service_day, stop, posix):
        return CallStatus.SKIPPED
    return CallStatus.ENDS_HERE if is_last else CallStatus.RUNNING
