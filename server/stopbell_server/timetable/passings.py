"""From what was observed to passings: which stops of a dated journey it has been seen at, or beyond.

Evidence is a statement of the source: a time stated as certain once it had passed, a report that the vehicle stands
at a stop, or two reports, one from the stop or before it and a later one from beyond. That a time has gone by is none;
nor is one report from beyond, which does not say when the vehicle passed, nor whether it came from there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from stopbell_server.domain.calls import Call
from stopbell_server.domain.history import History, Sighting, StatedTime, Track
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.passings import Evidence, Passing
from stopbell_server.domain.realtime import VehicleStopStatus
from stopbell_server.timetable.dated_trip import DatedTrip, to_dated_trip
from stopbell_server.timetable.view import FeedView

_ROUND_S = 1800
"""A report without a day is of a run that is under way then, or nearly: half an hour each way, as for positions."""


@dataclass(frozen=True, slots=True)
class Place:
    """One stop of a run: what a report may name it by."""

    sequence: int | None
    stop: StopId


@dataclass(frozen=True, slots=True)
class Run:
    """A dated journey as reports speak of it."""

    trip: TripId
    service_day: date
    start_s: int | None
    places: tuple[Place, ...]
    span: tuple[int, int] | None
    """From its first to its last planned instant, in POSIX seconds; None: no day can be told from a time."""


def to_run(dated: DatedTrip) -> Run:
    """Give a planned run."""
    places = tuple(Place(call.sequence, call.stop) for call in dated.stop_times)
    return Run(dated.trip.id, dated.service_day, dated.start_s, places, dated.span)


def to_run_of_calls(trip: TripId, service_day: date, start_s: int | None, calls: Iterable[Call]) -> Run:
    """Give the run of a journey whose calls are known, be it planned or not."""
    every = tuple(calls)
    places = tuple(Place(call.sequence, (call.planned_stop or call.stop).id) for call in every)
    times = [
        int(time.timestamp())
        for call in every
        for time in (call.arrival.scheduled, call.departure.scheduled)
        if time is not None
    ]
    return Run(trip, service_day, start_s, places, (min(times), max(times)) if times else None)


def find_call_passing(view: FeedView, call: Call, now: datetime) -> Passing | None:
    """Give what was observed of a planned call; None where that is nothing."""
    if view.history is None or call.trip is None or not has_record(view.history, call.trip, now):
        return None
    trip = view.store.find_trip(call.trip)
    if trip is None:
        return None
    dated = to_dated_trip(view.store, trip, call.service_day, start_s=call.start_s)
    place = next((n for n, one in enumerate(dated.stop_times) if one.sequence == call.sequence), None)
    return None if place is None else list_passings(view, to_run(dated), now).get(place)


def list_call_passings(view: FeedView, calls: Iterable[Call], now: datetime) -> tuple[tuple[Call, Passing], ...]:
    """List those planned calls of which something was observed, each once, the latest first."""
    each = {(call.trip, call.service_day, call.start_s, call.sequence): call for call in calls}
    found = ((call, find_call_passing(view, call, now)) for call in each.values())
    observed = [(call, passing) for call, passing in found if passing is not None]
    return tuple(sorted(observed, key=lambda pair: pair[1].came_by or now, reverse=True))


def has_record(history: History, trip: TripId, now: datetime) -> bool:
    """Whether anything at all is recorded of a trip, on whatever day."""
    return bool(history.list_tracks(trip, now) or history.list_stated(trip, now))


def list_passings(view: FeedView, run: Run, now: datetime) -> Mapping[int, Passing]:
    """Give what was observed at each stop, by its place in the run; a stop of which nothing was is not there."""
    history = view.history
    if history is None:
        return {}
    seen = _merge(view, [list_track_passings(run, track) for track in list_tracks(history, run, now)], now)
    return _add_stated(run, history.list_stated(run.trip, now), seen)


def list_tracks(history: History, run: Run, now: datetime) -> tuple[Track, ...]:
    """List what vehicles reported while they said that they ran this run."""
    found: list[Track] = []
    for track in history.list_tracks(run.trip, now):
        sightings = tuple(
            one for one in track.sightings if is_of_run(run, track.start_date, track.start_s, one.first, one.last)
        )
        found += [replace(track, sightings=sightings)] if sightings else []
    return tuple(found)


def is_of_run(run: Run, start_date: date | None, start_s: int | None, first: int, last: int) -> bool:
    """Whether a vehicle that named this day and start, between these instants, ran this run."""
    if run.start_s is not None and start_s != run.start_s:
        return False
    if start_date is not None:
        return start_date == run.service_day
    return _is_around(run, first) and _is_around(run, last)


def _is_around(run: Run, posix: int) -> bool:
    return run.span is not None and run.span[0] - _ROUND_S <= posix <= run.span[1] + _ROUND_S


@dataclass(frozen=True, slots=True)
class TrackPassings:
    """What one vehicle's reports show."""

    found: Mapping[int, Passing]
    place: int | None
    """Where it was last, or where it was going."""
    last: int
    """When it was last heard of, in POSIX seconds."""


def list_track_passings(run: Run, track: Track) -> TrackPassings:
    """Follow one vehicle. What a later report contradicts, by having it further back, is not counted any more."""
    found: dict[int, Passing] = {}
    before: tuple[int, Sighting] | None = None
    for sighting in track.sightings:
        place = find_place(run.places, sighting.sequence, sighting.stop)
        if place is None:
            continue
        if before is not None and place < before[0]:
            found = {passed: passing for passed, passing in found.items() if passed < place}
        elif before is not None:
            for passed in range(before[0], place):
                found[passed] = _pass(found.get(passed), before[1], sighting)
        if sighting.status is VehicleStopStatus.STOPPED_AT:
            found[place] = _stand(found.get(place), sighting)
        before = (place, sighting)
    return TrackPassings(found, before[0] if before else None, track.last)


def _pass(known: Passing | None, before: Sighting, beyond: Sighting) -> Passing:
    passing = known or Passing(Evidence.SEEN_BEYOND)
    return replace(passing, not_before=_at(before.last), not_after=_at(beyond.first))


def _stand(known: Passing | None, sighting: Sighting) -> Passing:
    first = known.stood_from if known and known.stood_from else _at(sighting.first)
    return Passing(Evidence.STOOD, stood_from=first, stood_until=_at(sighting.last))


def find_place(places: Sequence[Place], sequence: int | None, stop: StopId | None) -> int | None:
    """Find the stop that a report names, by the rules that bind updates to calls (decision 2).

    Sequence and stop agree, or the stop is none of the run's: the sequence. Else the stop, if the run calls there once.
    """
    visits = [index for index, place in enumerate(places) if place.stop == stop]
    for index, place in enumerate(places):
        if sequence is not None and place.sequence == sequence and (not visits or index in visits):
            return index
    return visits[0] if len(visits) == 1 else None


def _merge(view: FeedView, tracks: Sequence[TrackPassings], now: datetime) -> dict[int, Passing]:
    """Join what several vehicles of one run show: a stop that one of them has still before it is not passed."""
    recent = now.timestamp() - view.limits.forget.total_seconds()
    found: dict[int, Passing] = {}
    for track in sorted(tracks, key=lambda one: one.last):
        for place, passing in track.found.items():
            others = (other for other in tracks if other is not track and other.place is not None)
            if not any(other.last >= recent and (other.place or 0) <= place for other in others):
                found[place] = passing
    return found


def _add_stated(run: Run, stated: Iterable[StatedTime], seen: dict[int, Passing]) -> dict[int, Passing]:
    """Add what the feed itself recorded: for each end of a call what it stated last."""
    if run.start_s is not None:
        return seen  # a run of a frequency trip is known by its start, which such a time does not name
    for one in stated:
        if one.start_date != run.service_day and not (one.start_date is None and _is_around(run, one.time)):
            continue
        place = find_place(run.places, one.sequence, one.stop)
        if place is None:
            continue
        passing = replace(seen.get(place) or Passing(Evidence.RECORDED), evidence=Evidence.RECORDED)
        time = _at(one.time)
        seen[place] = replace(passing, departed=time) if one.is_departure else replace(passing, arrived=time)
    return seen


def _at(posix: int) -> datetime:
    return datetime.fromtimestamp(posix, UTC)
