"""Which calls of planned trips stand on a board when live data has its say: only what it takes to choose and order.

Names, access and vehicles are looked up later, and only for the calls that are shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date

from stopbell_server.domain.calls import Call, CallKind
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.realtime import TripUpdate
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.closures import is_closed
from stopbell_server.timetable.dated_call import DatedCall
from stopbell_server.timetable.dated_trip import DatedTrip, to_dated_trip
from stopbell_server.timetable.finished_call import finish_call
from stopbell_server.timetable.planned_hours import Order, is_boardable
from stopbell_server.timetable.prediction import NOTHING, CallPrediction, TripPrediction, predict, propagate


@dataclass(slots=True)
class Prospect:
    """A call of a planned trip that may be in the window, and what live data says of it."""

    posix: int
    """Its effective instant for the asked kind."""
    plan: DatedCall
    prediction: TripPrediction | None
    told: CallPrediction
    is_copy: bool = False
    """Whether it belongs to a duplicate of a planned trip, which is in no timetable."""
    over_at: float = float("inf")
    """From when it is no more: its trip has then reached its last stop, and nothing was predicted for this call."""
    _finished: Call | None = field(default=None, init=False)
    _fresh: tuple[float, float] = field(default=(0.0, -1.0), init=False)
    """From when until when the finished call holds, in POSIX seconds: its certainty fades."""

    @property
    def is_out(self) -> bool:
        """Whether the vehicle does not come here at all: then only the plan's times hold."""
        return self.told.is_skipped or (self.prediction is not None and self.prediction.is_cancelled)

    @property
    def order(self) -> Order:
        """What boards are ordered by."""
        return (self.posix, self.plan.trip_id, self.plan.sequence)

    def finish(self, question: BoardQuestion) -> Call:
        """Give the whole call; it is made again only when its certainty has changed."""
        finished, now = self._finished, question.now_posix
        if finished is None or not self._fresh[0] <= now <= self._fresh[1]:
            finished, until = finish_call(question, self.plan, self.prediction, self.told, is_copy=self.is_copy)
            self._finished, self._fresh = finished, (now, until)
        return finished


def list_planned(question: BoardQuestion) -> Iterator[Prospect]:
    """Yield prospects of trips with fixed times, in no particular order."""
    view = question.view
    first, last = (instant.timestamp() for instant in question.search_span)
    seen: set[tuple[date, TripId, int]] = set()
    for plan in view.hours.list_between(question.stops, question.kind, first, last):
        seen.add((plan.service_day, plan.trip_id, plan.sequence))
        yield from judge(question, plan, _predict(question, plan))
    if question.has_live:
        for plan in _list_brought(question):
            if (plan.service_day, plan.trip_id, plan.sequence) not in seen:
                yield from judge(question, plan, _predict(question, plan))


def _list_brought(question: BoardQuestion) -> Iterator[DatedCall]:
    """Yield calls that live data brings to this board from elsewhere: from other stops, or from long before or after.

    GTFS-RT assigned_stop_id moves a call to another stop; a trip may be hours late.
    """
    store, snapshot = question.view.store, question.view.snapshot
    if snapshot is None:
        return
    for trip_id in {
        trip for stop in question.stops for trip in (*snapshot.list_moved_to(stop), *snapshot.list_far(stop))
    }:
        trip = store.find_trip(trip_id)
        if trip is None or trip.is_frequency:
            continue
        for day in question.far_days:
            if trip.service in store.services_on(day):
                yield from _list_brought_calls(question, to_dated_trip(store, trip, day))


def _list_brought_calls(question: BoardQuestion, dated: DatedTrip) -> Iterator[DatedCall]:
    prediction = predict(question.view, dated, question.now)
    if prediction is None or prediction.is_cancelled:
        return
    for index, told in enumerate(prediction.calls):
        call = dated.stop_times[index]
        if (told.assigned_stop or call.stop) in question.stops and call.departure_s is not None:
            plan = DatedCall.at(question.view.store, dated, index)
            if is_boardable_at(question.kind, plan):
                yield plan


def list_run(question: BoardQuestion, dated: DatedTrip, copy_of: TripUpdate | None = None) -> Iterator[Prospect]:
    """Yield the calls of one run that call at the asked stops, by plan or because live data moves them there.

    `copy_of` is the update that made this duplicate, which no lookup by trip_id would find.
    """
    prediction = TripPrediction(copy_of, propagate(dated, copy_of)) if copy_of else None
    for index in range(len(dated.stop_times)):
        plan = DatedCall.at(question.view.store, dated, index)
        if is_boardable_at(question.kind, plan):
            said = prediction or _predict(question, plan)
            for prospect in judge(question, plan, said, is_copy=copy_of is not None):
                if is_at(question, prospect):
                    yield prospect


def _predict(question: BoardQuestion, plan: DatedCall) -> TripPrediction | None:
    if not question.has_live or not question.view.live.list_updates(plan.trip_id):
        return None
    return predict(question.view, plan.dated, question.now)


def judge(
    question: BoardQuestion, plan: DatedCall, prediction: TripPrediction | None, *, is_copy: bool = False
) -> Iterator[Prospect]:
    """Yield the call if it belongs on this board: not hidden, effective time in the window."""
    if prediction is not None and prediction.is_hidden:
        return
    told = prediction.calls[plan.index] if prediction else NOTHING
    is_arrival = question.kind is CallKind.ARRIVALS
    planned = plan.arrival if is_arrival else plan.departure
    posix, over_at = None, float("inf")
    is_out = told.is_skipped or (prediction is not None and prediction.is_cancelled)
    if not is_out:
        posix = told.arrival if is_arrival else told.departure
    if posix is None:
        # A trip that has reached its last stop is over; its plan offers nothing more (GTFS-RT "Trip Updates").
        if prediction is not None and not prediction.is_cancelled and prediction.last_arrival is not None:
            over_at = prediction.last_arrival
        posix = planned
    if posix is not None and _is_closed(question, plan, told, posix):
        told, posix = replace(told, is_skipped=True), planned
    first, last = question.window
    if posix is not None and first <= posix <= last:
        yield Prospect(posix, plan, prediction, told, is_copy=is_copy, over_at=over_at)


def _is_closed(question: BoardQuestion, plan: DatedCall, told: CallPrediction, posix: int) -> bool:
    """Whether an alert says that nothing stops there; it beats predictions, which often go on as if nothing were."""
    if not question.closures:
        return False
    where = told.assigned_stop or plan.pattern[plan.index].stop
    return is_closed(question.view, question.closures, plan.trip, plan.service_day, where, posix)


def is_at(question: BoardQuestion, prospect: Prospect) -> bool:
    """Whether a prospect calls at one of the asked stops, by plan or because live data moves it there."""
    planned = prospect.plan.pattern[prospect.plan.index].stop
    is_cancelled = prospect.prediction is not None and prospect.prediction.is_cancelled
    return planned in question.stops or (prospect.told.assigned_stop in question.stops and not is_cancelled)


def is_boardable_at(kind: CallKind, plan: DatedCall) -> bool:
    """Whether one can leave (arrive) at this call of a run."""
    here = plan.pattern[plan.index]
    return is_boardable(
        kind,
        is_first=plan.index == 0,
        is_last=plan.index == len(plan.pattern) - 1,
        pickup=here.pickup,
        drop_off=here.drop_off,
    )
