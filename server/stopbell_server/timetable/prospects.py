"""Which planned calls may stand on a board: only what it takes to choose and order them.

Names, access and vehicles are looked up later, and only for the calls that are shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from stopbell_server.domain.calls import CallKind
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.network import StopTime
from stopbell_server.domain.realtime import TripUpdate
from stopbell_server.domain.service_day import to_day_start
from stopbell_server.domain.store import PlannedCall
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.closures import is_closed
from stopbell_server.timetable.dated_trip import DatedTrip, to_dated_trip
from stopbell_server.timetable.prediction import NOTHING, CallPrediction, TripPrediction, predict, propagate


@dataclass(frozen=True, slots=True)
class Prospect:
    """A call of a planned trip that is in the window."""

    posix: int
    """Its effective instant for the asked kind."""
    dated: DatedTrip
    index: int
    prediction: TripPrediction | None
    told: CallPrediction
    is_copy: bool = False
    """Whether it belongs to a duplicate of a planned trip, which is in no timetable."""

    @property
    def is_cancelled(self) -> bool:
        """Whether the whole trip does not run; nothing that is said of its stops holds then."""
        return self.prediction is not None and self.prediction.is_cancelled

    @property
    def is_out(self) -> bool:
        """Whether the vehicle does not come here at all: then only the plan's times hold."""
        return self.told.is_skipped or self.is_cancelled

    @property
    def last_index(self) -> int:
        """The place of the last stop that the vehicle still serves: it ends there where the rest is skipped."""
        calls = self.prediction.calls if self.prediction and not self.is_cancelled else ()
        served = (place for place in reversed(range(len(calls))) if not calls[place].is_skipped)
        return next(served, len(self.dated.stop_times) - 1)


class _Row(NamedTuple):
    day: date
    day_start: int
    """POSIX seconds from which the day's times count."""
    planned: PlannedCall


def list_planned(question: BoardQuestion) -> Iterator[Prospect]:
    """Yield prospects of trips with fixed times, in no particular order."""
    store = question.view.store
    for day, day_start, planned in _list_rows(question):
        trip = store.find_trip(planned.trip)
        if trip is None:
            continue
        dated = DatedTrip(trip, day, store.list_stop_times(planned.trip), day_start)
        index = find_index(dated, planned.sequence)
        if index is not None:
            yield from list_prospects(question, dated, index)


def _list_rows(question: BoardQuestion) -> Iterator[_Row]:
    store = question.view.store
    first, last = (instant.timestamp() for instant in question.search_span)
    seen: set[tuple[date, TripId, int]] = set()
    for day in question.service_days:
        day_start = int(to_day_start(day, store.info.zone).timestamp())
        from_s, to_s = max(0, int(first - day_start)), int(last - day_start)
        for planned in store.list_planned_calls(question.stops, day, from_s, to_s):
            seen.add((day, planned.trip, planned.sequence))
            yield _Row(day, day_start, planned)
        if question.has_live:
            yield from _list_moved(question, day, day_start, seen)


def _list_moved(
    question: BoardQuestion, day: date, day_start: int, seen: set[tuple[date, TripId, int]]
) -> Iterator[_Row]:
    """Yield calls that live data brings to these stops from elsewhere (GTFS-RT assigned_stop_id)."""
    store, snapshot = question.view.store, question.view.snapshot
    if snapshot is None:
        return
    for trip_id in {trip for stop in question.stops for trip in snapshot.list_moved_to(stop)}:
        trip = store.find_trip(trip_id)
        if trip is None or trip.is_frequency or trip.service not in store.services_on(day):
            continue
        prediction = predict(question.view, to_dated_trip(store, trip, day), question.now)
        if prediction is None or prediction.is_cancelled:
            continue
        for call, told in zip(store.list_stop_times(trip_id), prediction.calls, strict=True):
            is_new = (day, trip_id, call.sequence) not in seen
            if told.assigned_stop in question.stops and is_new and call.departure_s is not None:
                arrival_s = call.arrival_s if call.arrival_s is not None else call.departure_s
                planned = PlannedCall(trip_id, call.stop, call.sequence, arrival_s, call.departure_s, trip.service)
                yield _Row(day, day_start, planned)


def find_index(dated: DatedTrip, sequence: int) -> int | None:
    """Give the place of a call in its trip; most feeds count from 1 or 0, so those places are tried first."""
    calls = dated.stop_times
    for place in (sequence - 1, sequence):
        if 0 <= place < len(calls) and calls[place].sequence == sequence:
            return place
    return next((place for place, call in enumerate(calls) if call.sequence == sequence), None)


def list_prospects(
    question: BoardQuestion, dated: DatedTrip, index: int, *, copy_of: TripUpdate | None = None
) -> Iterator[Prospect]:
    """Yield the call if it belongs on this board: right kind, not hidden, effective time in the window.

    `copy_of` is the update that made this duplicate, which no lookup by trip_id would find.
    """
    is_first, is_last = index == 0, index == len(dated.stop_times) - 1
    if not is_boardable(question.kind, dated.stop_times[index], is_first=is_first, is_last=is_last):
        return
    prediction: TripPrediction | None = None
    if copy_of is not None:
        prediction = TripPrediction(copy_of, propagate(dated, copy_of))
    elif question.has_live:
        prediction = predict(question.view, dated, question.now)
    if prediction is not None and prediction.is_hidden:
        return
    told = prediction.calls[index] if prediction else NOTHING
    is_arrival = question.kind is CallKind.ARRIVALS
    planned = dated.arrival(index) if is_arrival else dated.departure(index)
    posix = None if told.is_skipped or (prediction and prediction.is_cancelled) else _pick(told, is_arrival=is_arrival)
    if posix is None:
        # A trip that has reached its last stop is over; its plan offers nothing more (GTFS-RT "Trip Updates").
        if prediction is not None and _is_over(prediction, question):
            return
        posix = planned
    if posix is not None and _is_closed(question, dated, index, told, posix):
        told, posix = replace(told, is_skipped=True), planned
    first, last = question.window
    if posix is not None and first <= posix <= last:
        yield Prospect(posix, dated, index, prediction, told, is_copy=copy_of is not None)


def _is_closed(question: BoardQuestion, dated: DatedTrip, index: int, told: CallPrediction, posix: int) -> bool:
    """Whether an alert says that nothing stops there; it beats predictions, which often go on as if nothing were."""
    where = told.assigned_stop or dated.stop_times[index].stop
    return bool(question.closures) and is_closed(
        question.view, question.closures, dated.trip, dated.service_day, where, posix
    )


def _is_over(prediction: TripPrediction, question: BoardQuestion) -> bool:
    arrival = prediction.last_arrival
    return not prediction.is_cancelled and arrival is not None and arrival < question.now.timestamp()


def _pick(told: CallPrediction, *, is_arrival: bool) -> int | None:
    return told.arrival if is_arrival else told.departure


def is_at(question: BoardQuestion, prospect: Prospect) -> bool:
    """Whether a prospect calls at one of the asked stops, by plan or because live data moves it there."""
    planned = prospect.dated.stop_times[prospect.index].stop
    return planned in question.stops or (prospect.told.assigned_stop in question.stops and not prospect.is_cancelled)


def is_boardable(kind: CallKind, stop_time: StopTime, *, is_first: bool, is_last: bool) -> bool:
    """Whether one can leave (arrive) here: not at the last (first) call, nor with type 1 (GTFS stop_times)."""
    if kind is CallKind.DEPARTURES:
        return not is_last and stop_time.pickup.value != 1
    return not is_first and stop_time.drop_off.value != 1
