"""Which run of a trip is meant: on which service day and, of a frequency trip, from which start."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.network import Trip
from stopbell_server.timetable.dated_trip import DatedTrip, list_dated_near, to_dated_trip
from stopbell_server.timetable.matching import find_update
from stopbell_server.timetable.vehicle_of_trip import find_position
from stopbell_server.timetable.view import FeedView

_SLACK = timedelta(minutes=30)
"""Around its plan a trip may be meant by whoever asks about it now."""
_MOST_CHOICES = 5


@dataclass(frozen=True, slots=True)
class RunChoice:
    """The run that is meant, or those that may be; neither: the trip does not run then."""

    found: DatedTrip | None = None
    choices: tuple[DatedTrip, ...] = ()


NO_RUN = RunChoice()


def choose_run(view: FeedView, trip: Trip, day: date | None, start_s: int | None, now: datetime) -> RunChoice:
    """Choose a run of a planned trip; a day that is not given is never guessed.

    Without a day the run is meant that live data speaks of, else the only one that is under way by plan, else the
    only one around now.
    """
    if trip.is_frequency:
        return _choose_frequency_run(view, trip, day, start_s, now)
    if day is not None:
        runs = trip.service in view.store.services_on(day)
        return RunChoice(to_dated_trip(view.store, trip, day)) if runs else NO_RUN
    near = list_dated_near(view.store, trip.id, now)
    spoken_of = [run for run in near if _is_spoken_of(view, run, now)]
    under_way = [run for run in near if _is_under_way(run, now)]
    for runs in (spoken_of, under_way, near):
        if len(runs) == 1:
            return RunChoice(runs[0])
    return RunChoice(choices=near)


def _is_spoken_of(view: FeedView, run: DatedTrip, now: datetime) -> bool:
    return find_update(view, run, now) is not None or find_position(view, run, now) is not None


def _is_under_way(run: DatedTrip, now: datetime) -> bool:
    if run.span is None:
        return False
    slack_s = _SLACK.total_seconds()
    return run.span[0] - slack_s <= now.timestamp() <= run.span[1] + slack_s


def _choose_frequency_run(
    view: FeedView, trip: Trip, day: date | None, start_s: int | None, now: datetime
) -> RunChoice:
    """Choose by the start, which alone tells runs apart (GTFS-RT TripDescriptor.start_time).

    Without single runs in the plan or in live data the template itself is the answer: it has no times.
    """
    store = view.store
    today = now.astimezone(store.info.zone).date()
    days = [day] if day is not None else [today, today - timedelta(days=1)]
    running = next((one for one in days if trip.service in store.services_on(one)), None)
    if running is None:
        return NO_RUN
    starts = list_run_starts(view, trip.id, running)
    if start_s is not None:
        return RunChoice(to_dated_trip(store, trip, running, start_s=start_s)) if start_s in starts else NO_RUN
    if not starts:
        return RunChoice(to_dated_trip(store, trip, running))
    runs = [to_dated_trip(store, trip, running, start_s=start) for start in starts]
    return RunChoice(runs[0]) if len(runs) == 1 else RunChoice(choices=_list_nearest(runs, now))


def list_run_starts(view: FeedView, trip: TripId, day: date) -> tuple[int, ...]:
    """List the starts of single runs: those with exact times, else those that live data names for the day."""
    rows = view.store.list_frequencies(trip)
    exact = {start for row in rows if row.is_exact for start in range(row.start_s, row.end_s, max(1, row.headway_s))}
    named = (update.descriptor for update in view.live.list_updates(trip))
    positions = view.snapshot.list_positions(trip) if view.snapshot else ()
    told = (*named, *(position.descriptor for position in positions if position.descriptor))
    live = {one.start_s for one in told if one.start_s is not None and one.start_date == day}
    return tuple(sorted(exact or live))


def _list_nearest(runs: Iterable[DatedTrip], now: datetime) -> tuple[DatedTrip, ...]:
    posix = now.timestamp()
    nearest = sorted(runs, key=lambda run: abs((run.departure(0) or 0) - posix))[:_MOST_CHOICES]
    return tuple(sorted(nearest, key=lambda run: run.start_s or 0))
