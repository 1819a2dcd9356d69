"""From a trip, and perhaps a day, to the journey that is meant."""

from datetime import date, datetime

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.journeys import Journey, JourneyChoice, JourneyResolution, JourneyState
from stopbell_server.domain.network import Trip
from stopbell_server.timetable.dated_call import to_local
from stopbell_server.timetable.dated_trip import DatedTrip, to_dated_trip
from stopbell_server.timetable.journey import follow_added, follow_run
from stopbell_server.timetable.journey_runs import choose_run, list_run_starts
from stopbell_server.timetable.view import FeedView


def resolve_journey(
    view: FeedView, trip_id: TripId, day: date | None, start_s: int | None, now: datetime
) -> JourneyResolution:
    """Say which journey of one day is meant, and follow it; a trip that only live data has counts too."""
    trip = view.store.find_trip(trip_id)
    if trip is None:
        added = follow_added(view, trip_id, day, now)
        return JourneyResolution(JourneyState.FOUND, added) if added else JourneyResolution(JourneyState.UNKNOWN)
    choice = choose_run(view, trip, day, start_s, now)
    journey = follow_run(view, choice.found, now) if choice.found else None
    if journey is not None:
        return JourneyResolution(JourneyState.FOUND, journey)
    if choice.choices:
        choices = tuple(_to_choice(view, run) for run in choice.choices)
        return JourneyResolution(JourneyState.AMBIGUOUS, choices=choices)
    return JourneyResolution(JourneyState.NOT_ON_DAY)


def follow_named(view: FeedView, trip_id: TripId, day: date, start_s: int | None, now: datetime) -> Journey | None:
    """Follow the journey that is named in full; None when there is none, or when the name fits only one of its runs.

    What the plan has only every so often is known by the plan alone where live data names single runs of it: what is
    said of one of them is not said of the whole.
    """
    trip = view.store.find_trip(trip_id)
    if trip is not None and start_s is None and list_headway_runs(view, trip, day):
        return follow_run(view.with_snapshot(None), to_dated_trip(view.store, trip, day), now)
    found = resolve_journey(view, trip_id, day, start_s, now).found
    return found if found and (found.service_day, found.start_s) == (day, start_s) else None


def list_headway_runs(view: FeedView, trip: Trip, day: date) -> tuple[int, ...]:
    """List the starts of the single runs that live data names of a trip that the plan has only every so often."""
    rows = view.store.list_frequencies(trip.id)
    if not rows or any(row.is_exact for row in rows) or trip.service not in view.store.services_on(day):
        return ()
    return list_run_starts(view, trip.id, day)


def _to_choice(view: FeedView, run: DatedTrip) -> JourneyChoice:
    route = view.store.find_route(run.trip.route)
    departs = run.departure(0) if run.stop_times else None
    return JourneyChoice(
        feed=view.store.info,
        trip=run.trip.id,
        service_day=run.service_day,
        start_s=run.start_s,
        line=route.line if route else None,
        headsign=run.trip.headsign,
        departs=to_local(departs, view.store.info.zone),
    )
