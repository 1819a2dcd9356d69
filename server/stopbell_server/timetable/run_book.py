"""Lists the runs that leave or reach some stops, each once, with live data where there is any."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cached_property

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import Call, CallKind
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.timetable.added_board import list_added
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.closures import is_closed
from stopbell_server.timetable.dated_call import DatedCall
from stopbell_server.timetable.dated_trip import DatedTrip, to_dated_trip
from stopbell_server.timetable.frequency_board import list_runs
from stopbell_server.timetable.journey import to_question
from stopbell_server.timetable.journey_calls import list_added_calls
from stopbell_server.timetable.live_calls import list_live
from stopbell_server.timetable.prediction import TripPrediction
from stopbell_server.timetable.prospects import Prospect
from stopbell_server.timetable.runs import Run, Seat, to_added_run, to_live_run, to_planned_run
from stopbell_server.timetable.vehicle_of_trip import find_position, to_access
from stopbell_server.timetable.view import FeedView

_Key = tuple[TripId, date, int | None, bool]


class RunBook:
    """The runs of one feed around one question. Asking for the same run again gives the same object."""

    def __init__(self, view: FeedView, now: datetime) -> None:
        """Look at a feed at one instant; nothing is read before the first question."""
        self.view = view
        self.now = now
        self.not_leaving: list[Prospect] = []
        """Planned departures that were met and do not take place: cancelled, skipped or closed."""
        self.not_reaching: list[Prospect] = []
        """The same of arrivals."""
        self._runs: dict[_Key, Run] = {}

    @cached_property
    def question(self) -> BoardQuestion:
        """The question that the rules of boards are asked with."""
        return to_question(self.view, self.now)

    def list_leaving(self, stops: frozenset[StopId], first: int, last: int) -> list[Seat]:
        """List the calls at these stops at which one may get on, leaving between two POSIX seconds."""
        return self._list(BoardQuestion(self.view, stops, CallKind.DEPARTURES, _at(first), _at(last), self.now))

    def list_reaching(self, stops: frozenset[StopId], first: int, last: int) -> list[Seat]:
        """List the calls at these stops at which one may get off, arriving between two POSIX seconds."""
        return self._list(BoardQuestion(self.view, stops, CallKind.ARRIVALS, _at(first), _at(last), self.now))

    def list_repeated(self, stops: frozenset[StopId], first: int, last: int) -> list[tuple[Seat, int, int]]:
        """List the calls of trips that run "every so many minutes", and from when until when they do at this call.

        Their run is the template as if its vehicle stood at its first stop at second 0.
        """
        found: list[tuple[Seat, int, int]] = []
        hours = self.view.hours
        if not hours.has_templates(stops):
            return found
        span = BoardQuestion(self.view, stops, CallKind.DEPARTURES, _at(first), _at(last), self.now)
        for day in span.service_days:
            calls = hours.list_templates(stops, day)
            outlines = hours.list_outlines({call.trip for call in calls})
            for call in calls:
                outline = outlines[call.trip]
                index = outline.stops.sequences.index(call.sequence)
                offset = outline.times.departures[index]
                begins = outline.times.departures[0] or 0
                for row in self.view.store.list_frequencies(call.trip):
                    if row.is_exact or row.headway_s <= 0 or offset is None:
                        continue
                    from_s = hours.find_day_start(day) + row.start_s + offset - begins
                    to_s = from_s + row.end_s - row.start_s
                    if from_s <= last and to_s > first:
                        run = replace(to_planned_run(outline, day, 0), base=0, headway_s=row.headway_s)
                        found.append((Seat(run, index), from_s, to_s))
        return found

    def is_closed(self, run: Run, index: int, posix: int) -> bool:
        """Whether an alert says that nothing stops there then."""
        closures = self.question.closures
        if not closures:
            return False
        trip = run.dated.trip if run.dated else self.view.store.find_trip(run.trip)
        return is_closed(self.view, closures, trip, run.service_day, run.stops[index], posix)

    def to_dated(self, run: Run) -> DatedTrip | None:
        """Give the planned trip of a run; None for one that only live data has."""
        if run.dated is not None or run.calls:
            return run.dated
        trip = self.view.store.find_trip(run.trip)
        return to_dated_trip(self.view.store, trip, run.service_day) if trip else None

    def _list(self, question: BoardQuestion) -> list[Seat]:
        if self.view.snapshot is None:
            planned = list(self.view.hours.list_between(question.stops, question.kind, *question.window))
            return [*self._seat_planned(planned), *self._seat_prospects(question, list_runs(question))]
        prospects = list_live(question)
        plain = [one for one in prospects if self._is_plain(one)]
        known = set(map(id, plain))
        return [
            *self._seat_planned([one.plan for one in plain]),
            *self._seat_prospects(question, (one for one in prospects if id(one) not in known)),
            *self._seat_added(question),
        ]

    def _is_plain(self, one: Prospect) -> bool:
        """Whether nothing live is known of the trip or its vehicle, and its times are those of stop_times.txt."""
        snapshot = self.view.snapshot
        return (
            one.prediction is None
            and not one.told.is_skipped
            and not one.is_copy
            and one.plan.start_s is None
            and (snapshot is None or not snapshot.list_positions(one.plan.trip_id))
        )

    def _seat_planned(self, calls: list[DatedCall]) -> Iterator[Seat]:
        hours = self.view.hours
        outlines = hours.list_outlines({call.trip_id for call in calls})
        for call in calls:
            key = (call.trip_id, call.service_day, None, False)
            run, outline = self._runs.get(key), outlines[call.trip_id]
            if run is None:
                day_start = hours.find_day_start(call.service_day)
                run = self._runs[key] = to_planned_run(outline, call.service_day, day_start)
            yield Seat(run, _find_place(outline.stops.sequences, call.sequence))

    def _seat_prospects(self, question: BoardQuestion, prospects: Iterable[Prospect]) -> Iterator[Seat]:
        for one in prospects:
            if one.is_out:
                (self.not_leaving if question.kind is CallKind.DEPARTURES else self.not_reaching).append(one)
                continue
            last = one.prediction.last_arrival if one.prediction else None
            if last is not None and last < question.now_posix:
                continue  # it has reached its last stop
            yield Seat(self._find_run(one), one.plan.index)

    def _find_run(self, one: Prospect) -> Run:
        dated = one.plan.dated
        key = (dated.trip.id, dated.service_day, dated.start_s, one.is_copy)
        run = self._runs.get(key)
        if run is None:
            template = _to_template(one)
            outline = self.view.hours.list_outlines((template,))[template]
            access = self._to_vehicle(dated, one.prediction)
            run = to_live_run(dated, outline, one.prediction, access, has_plan=self._has_plan(dated))
            run.is_copy = one.is_copy
            self._runs[key] = run
        return run

    def _has_plan(self, dated: DatedTrip) -> bool:
        """Whether the clock times of its plan mean anything (frequencies.txt exact_times)."""
        rows = self.view.store.list_frequencies(dated.trip.id) if dated.trip.is_frequency else ()
        return not rows or any(row.is_exact for row in rows)

    def _to_vehicle(self, dated: DatedTrip, prediction: TripPrediction | None) -> Access:
        position = find_position(self.view, dated, self.now)
        fact, _ = to_access(self.view, dated, prediction.update if prediction else None, position)
        return fact.value

    def _seat_added(self, question: BoardQuestion) -> Iterator[Seat]:
        for added in list_added(question):
            call = added.call
            if call.trip is None:
                continue
            key = (call.trip, call.service_day, call.start_s, True)
            run = self._runs.get(key)
            if run is None:
                calls = list_added_calls(self.question, call.trip, call.service_day)
                if not calls:
                    continue
                run = self._runs[key] = to_added_run(calls)
            index = _find_added(run, call)
            if index is not None:
                yield Seat(run, index)


def _to_template(one: Prospect) -> TripId:
    """Give the trip of the timetable whose stops it has; a copy's own id is in no timetable."""
    if not one.is_copy or one.prediction is None:
        return one.plan.trip_id
    return one.prediction.update.descriptor.trip or one.plan.trip_id


def _find_added(run: Run, call: Call) -> int | None:
    return next(
        (n for n, own in enumerate(run.calls) if own.stop == call.stop and own.departure == call.departure), None
    )


def _find_place(sequences: tuple[int, ...], sequence: int) -> int:
    place = sequence - 1
    if 0 <= place < len(sequences) and sequences[place] == sequence:
        return place
    return sequences.index(sequence)


def _at(posix: int) -> datetime:
    return datetime.fromtimestamp(posix, UTC)
