"""Calls of trips that run "every so many minutes" (GTFS frequencies.txt)."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from stopbell_server.domain.calls import Call, CallKind, Times
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.network import Frequency, Stop, Trip
from stopbell_server.domain.service_day import to_instant
from stopbell_server.timetable.access import to_stop_access, to_vehicle_access, to_verdict
from stopbell_server.timetable.dated_trip import DatedTrip, to_dated_trip, to_first_departure
from stopbell_server.timetable.planned_board import BoardQuestion, find_index, is_boardable, make_call


def list_frequency(question: BoardQuestion) -> Iterator[tuple[datetime, Call]]:
    """Yield (instant to order by, call) for frequency trips.

    exact_times=1 gives concrete runs. Otherwise there is one call for each headway window, without
    any clock time, and concrete calls only for the runs that live data names by their start time.
    """
    store = question.view.store
    for day in question.service_days:
        for planned in store.list_frequency_calls(question.stops, day):
            trip = store.find_trip(planned.trip)
            if trip is None:
                continue
            template = to_dated_trip(store, trip, day)
            index = find_index(template, planned.sequence)
            if index is None:
                continue
            for row in store.list_frequencies(trip.id):
                if row.is_exact:
                    yield from _list_runs(question, trip, day, index, _list_starts(row))
                else:
                    yield from _list_window(question, template, index, row)
            yield from _list_runs(question, trip, day, index, _list_live_starts(question, trip, day))


def _list_starts(row: Frequency) -> Iterator[int]:
    """First departures: from start_time on, before end_time (the end itself starts no run)."""
    yield from range(row.start_s, row.end_s, row.headway_s)


def _list_live_starts(question: BoardQuestion, trip: Trip, day: date) -> tuple[int, ...]:
    """Give the runs of an inexact frequency trip that live data names for this day."""
    if not question.has_live or all(row.is_exact for row in question.view.store.list_frequencies(trip.id)):
        return ()
    descriptors = (update.descriptor for update in question.view.live.list_updates(trip.id))
    return tuple(sorted({d.start_s for d in descriptors if d.start_s is not None and d.start_date == day}))


def _list_runs(
    question: BoardQuestion, trip: Trip, day: date, index: int, starts: Iterator[int] | tuple[int, ...]
) -> Iterator[tuple[datetime, Call]]:
    for start_s in starts:
        dated = to_dated_trip(question.view.store, trip, day, start_s=start_s)
        for call in make_call(question, dated, index):
            instant = call.effective(question.kind)
            if instant is not None and (call.certainty is not Certainty.TIMETABLE or _is_exact(question, trip)):
                yield instant, call


def _is_exact(question: BoardQuestion, trip: Trip) -> bool:
    return any(row.is_exact for row in question.view.store.list_frequencies(trip.id))


def _list_window(
    question: BoardQuestion, template: DatedTrip, index: int, row: Frequency
) -> Iterator[tuple[datetime, Call]]:
    """Yield one "about every N minutes" call if its window at this stop overlaps the board's."""
    store, zone = question.view.store, question.view.store.info.zone
    stop_time = template.stop_times[index]
    is_first, is_last = index == 0, index == len(template.stop_times) - 1
    if not is_boardable(question.kind, stop_time, is_first=is_first, is_last=is_last):
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
    yield (
        max(first, question.start) + timedelta(seconds=row.headway_s / 2),
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
            status=CallStatus.ENDS_HERE if is_last else CallStatus.RUNNING,
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


def drop_repeated(calls: list[tuple[datetime, Call]]) -> list[tuple[datetime, Call]]:
    """Keep one "about every" call where several templates of one line and headsign have the same headway."""
    seen: set[object] = set()
    kept: list[tuple[datetime, Call]] = []
    for instant, call in calls:
        if call.certainty is Certainty.FREQUENCY:
            key = (call.route_label, call.headsign, call.headway_s, call.stop.id)
            if key in seen:
                continue
            seen.add(key)
        kept.append((instant, call))
    return kept
