"""Follows a dated journey stop by stop: what is behind it, what is next, and what says so.

That a call's time is past says nothing of the vehicle: only a report of the vehicle puts a stop behind it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from stopbell_server.domain.calls import Call, CallKind
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.journeys import Journey, JourneyCall, Phase, Progress, Source
from stopbell_server.domain.network import Stop
from stopbell_server.domain.realtime import VehiclePosition, VehicleStopStatus
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.dated_trip import DatedTrip
from stopbell_server.timetable.journey_calls import find_prediction, list_added_calls, list_run_calls
from stopbell_server.timetable.prediction import TripPrediction
from stopbell_server.timetable.vehicle_of_trip import choose_position, find_place, find_position
from stopbell_server.timetable.vehicles import describe_vehicle, to_report_time
from stopbell_server.timetable.view import FeedView

_NOT_STOPPING = frozenset({CallStatus.CANCELLED, CallStatus.SKIPPED, CallStatus.REPLACED})


def follow_run(view: FeedView, dated: DatedTrip, now: datetime) -> Journey | None:
    """Follow a planned run; None when live data says that it is to be shown no more, or is replaced."""
    question = to_question(view, now)
    prediction = find_prediction(question, dated)
    if prediction is not None and prediction.is_hidden:
        return follow_added(view, dated.trip.id, dated.service_day, now)
    position = find_position(view, dated, now)
    calls = list_run_calls(question, dated, prediction)
    place = _find_reported(view, dated, position, prediction, now)
    is_stopped = position is not None and position.status is VehicleStopStatus.STOPPED_AT
    journey = _follow(view, calls, place, position, now, is_stopped=is_stopped, start_s=dated.start_s)
    if journey is None or place is not None:
        return journey
    return replace(journey, repeated_stop=_find_repeated(view, dated, position, now))


def follow_added(view: FeedView, trip: TripId, day: date | None, now: datetime) -> Journey | None:
    """Follow a trip that only live data has; None when there is none, or not on that day."""
    calls = list_added_calls(to_question(view, now), trip, day)
    if not calls or view.snapshot is None:
        return None
    position = choose_position(view, view.snapshot.list_positions(trip), now)
    place = None
    if position is not None and position.sequence is not None and _is_fresh(view, position, now):
        place = next((n for n, call in enumerate(calls) if call.sequence == position.sequence), None)
    is_stopped = position is not None and position.status is VehicleStopStatus.STOPPED_AT
    return _follow(view, calls, place, position, now, is_stopped=is_stopped, start_s=calls[0].start_s)


def to_question(view: FeedView, now: datetime) -> BoardQuestion:
    """Give the question that the rules of boards are asked with; it names no stop and no window."""
    return BoardQuestion(view, frozenset(), CallKind.DEPARTURES, now, now, now)


def _find_reported(
    view: FeedView,
    dated: DatedTrip,
    position: VehiclePosition | None,
    prediction: TripPrediction | None,
    now: datetime,
) -> int | None:
    if position is None or (position.sequence is None and position.stop is None) or not _is_fresh(view, position, now):
        return None
    return find_place(dated, position, prediction.calls if prediction else ())


def _find_repeated(view: FeedView, dated: DatedTrip, position: VehiclePosition | None, now: datetime) -> Stop | None:
    """Find the stop that a fresh report names where the trip calls more than once: which time is not to be guessed."""
    if position is None or position.stop is None or not _is_fresh(view, position, now):
        return None
    visits = [one for one in dated.stop_times if one.stop == position.stop]
    return view.store.find_stop(position.stop) if len(visits) > 1 else None


def _is_fresh(view: FeedView, position: VehiclePosition, now: datetime) -> bool:
    """Whether a report is so new that the vehicle can be taken to be there, or hardly further."""
    reported = to_report_time(view, position)
    return reported is not None and now - reported <= view.limits.ageing


def _follow(
    view: FeedView,
    calls: Sequence[Call],
    place: int | None,
    position: VehiclePosition | None,
    now: datetime,
    *,
    is_stopped: bool,
    start_s: int | None,
) -> Journey | None:
    if not calls or calls[0].trip is None:
        return None
    next_index, known_by = _find_next(calls, place, now, is_stopped=is_stopped)
    progresses = [
        _to_progress(n, call, next_index, place, known_by, is_stopped=is_stopped) for n, call in enumerate(calls)
    ]
    return Journey(
        feed=view.store.info,
        trip=calls[0].trip,
        service_day=calls[0].service_day,
        start_s=start_s,
        calls=tuple(JourneyCall(call, progress) for call, progress in zip(calls, progresses, strict=True)),
        phase=_to_phase(calls, next_index, place, known_by, now),
        known_by=known_by,
        now=now,
        vehicle=describe_vehicle(view, position, now) if position else None,
    )


def _find_next(
    calls: Sequence[Call], place: int | None, now: datetime, *, is_stopped: bool
) -> tuple[int | None, Source]:
    """Find the next stop that is served: by the vehicle's report, else the first whose time is not past."""
    stopping = [n for n, call in enumerate(calls) if call.status not in _NOT_STOPPING]
    if not stopping:
        return None, Source.NOTHING
    if place is not None:
        first = place + 1 if is_stopped else place
        return next((n for n in stopping if n >= first), None), Source.VEHICLE
    timed = [n for n in stopping if calls[n].effective(CallKind.DEPARTURES) is not None]
    if not timed:
        return None, Source.NOTHING
    found = next((n for n in timed if _is_to_come(calls[n], now)), None)
    by_plan = calls[found if found is not None else timed[-1]].certainty is Certainty.TIMETABLE
    return found, Source.TIMETABLE if by_plan else Source.PREDICTION


def _is_to_come(call: Call, now: datetime) -> bool:
    instant = call.effective(CallKind.ARRIVALS if call.is_last else CallKind.DEPARTURES)
    return instant is not None and instant >= now


def _to_progress(
    index: int, call: Call, next_index: int | None, place: int | None, known_by: Source, *, is_stopped: bool
) -> Progress:
    if known_by is Source.NOTHING:
        return Progress.AHEAD
    if is_stopped and index == place:
        return Progress.HERE
    if index == next_index:
        return Progress.NEXT
    if next_index is not None and index > next_index:
        return Progress.AHEAD
    if known_by is Source.VEHICLE and place is not None:
        # Between the report and the next stop lie only stops that are skipped.
        return Progress.BEHIND if index < place else Progress.AHEAD
    return Progress.DUE


def _to_phase(
    calls: Sequence[Call], next_index: int | None, place: int | None, known_by: Source, now: datetime
) -> Phase:
    if all(call.status in _NOT_STOPPING for call in calls):
        return Phase.CANCELLED
    if known_by is Source.NOTHING:
        return Phase.UNKNOWN
    if next_index is None:
        return Phase.ENDED
    first = next((n for n, call in enumerate(calls) if call.status not in _NOT_STOPPING), 0)
    leaves = calls[first].effective(CallKind.DEPARTURES)
    is_before = leaves is not None and leaves > now
    if (next_index == first or place == first) and (is_before or known_by is not Source.VEHICLE):
        return Phase.NOT_STARTED
    return Phase.UNDER_WAY
