"""The calls of one run from end to end, each as a board would have it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from stopbell_server.domain.calls import Call, CallKind, Times
from stopbell_server.domain.certainty import Certainty
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.realtime import TripRelationship, TripUpdate
from stopbell_server.timetable.added_board import list_added, list_duplicated
from stopbell_server.timetable.board_question import FARTHEST, BoardQuestion
from stopbell_server.timetable.closures import is_closed
from stopbell_server.timetable.dated_call import DatedCall
from stopbell_server.timetable.dated_trip import DatedTrip
from stopbell_server.timetable.finished_call import finish_call
from stopbell_server.timetable.prediction import NOTHING, TripPrediction, predict

_BRINGING_STOPS = frozenset({TripRelationship.REPLACEMENT, TripRelationship.NEW})


def find_prediction(question: BoardQuestion, dated: DatedTrip) -> TripPrediction | None:
    """Give what live data says of a run; None when it says nothing, or is not to be used."""
    if not question.has_live or not question.view.live.list_updates(dated.trip.id):
        return None
    return predict(question.view, dated, question.now)


def list_run_calls(question: BoardQuestion, dated: DatedTrip, prediction: TripPrediction | None) -> tuple[Call, ...]:
    """List all calls of a planned run in order, also those that are skipped or cancelled."""
    rows = question.view.store.list_frequencies(dated.trip.id) if dated.trip.is_frequency else ()
    calls = (_finish(question, dated, index, prediction) for index in range(len(dated.stop_times)))
    if not rows or any(row.is_exact for row in rows):
        return tuple(calls)
    if dated.start_s is not None:
        return tuple(map(_without_template_times, calls))
    passed_s = question.now_posix - dated.day_start
    headway_s = next((row.headway_s for row in rows if row.start_s <= passed_s < row.end_s), None)
    return tuple(
        replace(call, arrival=Times(), departure=Times(), certainty=_to_frequency(headway_s), headway_s=headway_s)
        for call in calls
    )


def _to_frequency(headway_s: int | None) -> Certainty:
    return Certainty.NONE if headway_s is None else Certainty.FREQUENCY


def _without_template_times(call: Call) -> Call:
    """Without exact times the template's clock times mean nothing (frequencies.txt exact_times)."""
    if call.certainty is not Certainty.TIMETABLE:
        return call
    return replace(call, arrival=Times(), departure=Times(), certainty=Certainty.NONE)


def _finish(question: BoardQuestion, dated: DatedTrip, index: int, prediction: TripPrediction | None) -> Call:
    plan = DatedCall.at(question.view.store, dated, index)
    told = prediction.calls[index] if prediction else NOTHING
    where = told.assigned_stop or dated.stop_times[index].stop
    posix = told.departure if told.departure is not None else plan.departure
    if posix is not None and is_closed(question.view, question.closures, dated.trip, dated.service_day, where, posix):
        told = replace(told, is_skipped=True)
    call, _ = finish_call(question, plan, prediction, told, is_copy=False)
    return call


def list_added_calls(question: BoardQuestion, trip: TripId, day: date | None) -> tuple[Call, ...]:
    """List the calls of a trip that live data brings along, on the day or on whatever day it says; in order.

    Empty when there is none, or when it is said of several days and none is given.
    """
    snapshot = question.view.snapshot
    if snapshot is None:
        return ()
    updates = snapshot.list_updates(trip)
    copies = [update for update in snapshot.list_duplicated() if update.new_trip == trip]
    stops = frozenset(stop for update in (*updates, *copies) for stop in _list_stops(question, update))
    found = [
        call
        for call in _list_both_ends(question, stops)
        if call.trip == trip and (day is None or call.service_day == day)
    ]
    if len({call.service_day for call in found}) > 1:
        return ()
    return tuple(found)


def _list_both_ends(question: BoardQuestion, stops: frozenset[StopId]) -> Iterator[Call]:
    """Yield every call one can leave from, then the last ones, where one can only arrive."""
    for kind in (CallKind.DEPARTURES, CallKind.ARRIVALS):
        wide = BoardQuestion(question.view, stops, kind, question.now - FARTHEST, question.now + FARTHEST, question.now)
        calls = [*(one.call for one in list_added(wide)), *(one.finish(wide) for one in list_duplicated(wide))]
        yield from (call for call in calls if kind is CallKind.DEPARTURES or call.is_last)


def _list_stops(question: BoardQuestion, update: TripUpdate) -> Iterator[StopId]:
    for told in update.updates:
        yield from (stop for stop in (told.stop, told.assigned_stop) if stop)
    if update.new_trip and update.descriptor.trip:
        yield from (row.stop for row in question.view.store.list_pattern(update.descriptor.trip))


def is_replaced(question: BoardQuestion, dated: DatedTrip) -> bool:
    """Whether live data brings other stops in place of a planned run's own."""
    prediction = find_prediction(question, dated)
    return prediction is not None and prediction.update.descriptor.relationship in _BRINGING_STOPS
