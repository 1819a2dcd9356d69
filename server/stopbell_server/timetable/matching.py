"""Which update speaks of a trip on a given service day (GTFS-RT TripDescriptor)."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from stopbell_server.domain.network import StopTime, Trip
from stopbell_server.domain.realtime import TripRelationship, TripUpdate
from stopbell_server.timetable.binding import bind_updates
from stopbell_server.timetable.dated_trip import DatedTrip, list_dated_near
from stopbell_server.timetable.view import FeedView


def find_update(view: FeedView, dated: DatedTrip, now: datetime) -> TripUpdate | None:
    """Give the update for this dated trip, or None; never a guess."""
    return choose_update([u for u in view.live.list_updates(dated.trip.id) if _is_for(view, u, dated, now)])


def choose_update(updates: Sequence[TripUpdate]) -> TripUpdate | None:
    """Choose among updates that speak of the same dated trip: a cancellation, then the newest, then the last."""
    ranked = enumerate(updates)
    best = max(ranked, key=lambda pair: (_is_cancelled(pair[1]), _to_age_key(pair[1]), pair[0]), default=None)
    return best[1] if best else None


def _is_cancelled(update: TripUpdate) -> bool:
    return update.descriptor.relationship in (TripRelationship.CANCELED, TripRelationship.DELETED)


def _to_age_key(update: TripUpdate) -> float:
    return update.timestamp.timestamp() if update.timestamp else float("-inf")


def _is_for(view: FeedView, update: TripUpdate, dated: DatedTrip, now: datetime) -> bool:
    descriptor = update.descriptor
    # A frequency run is told apart only by its start time (GTFS-RT TripDescriptor.start_time).
    if dated.start_s is not None and descriptor.start_s != dated.start_s:
        return False
    return find_service_day(view, dated.trip, update, now) == dated.service_day


def find_service_day(view: FeedView, trip: Trip, update: TripUpdate, now: datetime) -> date | None:
    """Give the service day of a trip that an update speaks of; None when that cannot be told.

    Without start_date, take the service day whose plan lies nearest the predicted times (motis issue 1190). Without
    any predicted time, nearest to when the prediction was made. A frequency run must name its day.
    """
    if update.descriptor.start_date is not None or trip.is_frequency:
        return update.descriptor.start_date
    predicted = _find_predicted(view.store.list_stop_times(trip.id), update)
    if predicted is None:
        made = update.timestamp or (view.snapshot.updates_time if view.snapshot else None) or now
        anchor = int(made.timestamp())
    else:
        anchor = predicted.posix
    runs = list_dated_near(view.store, trip.id, datetime.fromtimestamp(anchor, UTC))
    best = min(runs, key=lambda run: _to_distance(run, anchor, predicted), default=None)
    return best.service_day if best else None


class _Predicted(NamedTuple):
    """An absolute time in an update."""

    posix: int
    place: int
    """Of the call it is for."""
    is_departure: bool


def _find_predicted(stop_times: Sequence[StopTime], update: TripUpdate) -> _Predicted | None:
    """Give the first absolute time in the update."""
    for index, bound in sorted(bind_updates(stop_times, update.updates).items()):
        for is_departure, event in ((False, bound.arrival), (True, bound.departure)):
            if event is not None and event.time is not None:
                return _Predicted(event.time, index, is_departure)
    return None


def _to_distance(run: DatedTrip, anchor: int, predicted: _Predicted | None) -> int:
    if predicted is not None:
        planned = run.departure(predicted.place) if predicted.is_departure else run.arrival(predicted.place)
        return abs(planned - anchor) if planned is not None else 1 << 40
    if run.span is None:
        return 1 << 40
    return max(run.span[0] - anchor, anchor - run.span[1], 0)
