"""What a vehicle runs, and which stops are still before it, where live data predicts them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from stopbell_server.domain.certainty import Certainty, FeedState
from stopbell_server.domain.ids import RouteId, StopId
from stopbell_server.domain.network import Trip
from stopbell_server.domain.realtime import VehiclePosition
from stopbell_server.timetable.dated_trip import DatedTrip, list_dated_near, to_dated_trip
from stopbell_server.timetable.freshness import to_certainty, to_live_state
from stopbell_server.timetable.prediction import predict
from stopbell_server.timetable.vehicles import is_forgotten, to_report_time
from stopbell_server.timetable.view import FeedView

_PASSED = timedelta(seconds=30)
"""A call stays ahead so long after its predicted time: predictions are not that exact."""
_UNDER_WAY_S = 1800


@dataclass(frozen=True, slots=True)
class StopAhead:
    """A predicted call of a vehicle; at least one of its times is known."""

    stop: StopId
    arrival: datetime | None
    departure: datetime | None


def is_fresh(view: FeedView, position: VehiclePosition, now: datetime) -> bool:
    """Whether a report says where the vehicle is now, or nearly: it has a place, and is recent enough."""
    reported = to_report_time(view, position)
    if position.lat is None or position.lon is None or reported is None or is_forgotten(view, position, now):
        return False
    return to_certainty(reported, now, view.limits) in (Certainty.LIVE, Certainty.AGEING)


def find_trip(view: FeedView, position: VehiclePosition) -> Trip | None:
    """Give the planned trip that a vehicle says it runs."""
    descriptor = position.descriptor
    return view.store.find_trip(descriptor.trip) if descriptor and descriptor.trip else None


def find_route_id(view: FeedView, position: VehiclePosition) -> RouteId | None:
    """Give the route that a vehicle runs: its trip's, else the one it names, which the timetable may not have."""
    trip = find_trip(view, position)
    return trip.route if trip else position.descriptor.route if position.descriptor else None


def list_stops_ahead(view: FeedView, position: VehiclePosition, now: datetime) -> list[StopAhead]:
    """List the calls that are predicted and not past, in order; none where nothing fresh is predicted."""
    if to_live_state(view, now).state not in (FeedState.LIVE, FeedState.AGEING):
        return []
    dated = _find_run(view, position, now)
    prediction = predict(view, dated, now) if dated else None
    if dated is None or prediction is None or prediction.is_cancelled or prediction.is_hidden:
        return []
    found: list[StopAhead] = []
    for planned, told in zip(dated.stop_times, prediction.calls, strict=True):
        last = told.departure if told.departure is not None else told.arrival
        if told.is_skipped or last is None or last < (now - _PASSED).timestamp():
            continue
        found.append(StopAhead(told.assigned_stop or planned.stop, _at(told.arrival), _at(told.departure)))
    return found


def _at(posix: int | None) -> datetime | None:
    return None if posix is None else datetime.fromtimestamp(posix, UTC)


def _find_run(view: FeedView, position: VehiclePosition, now: datetime) -> DatedTrip | None:
    """Give the dated trip; None where the feed leaves open which day or run is meant.

    A position that names no day is of the day that the only update of its trip names.
    """
    trip, descriptor = find_trip(view, position), position.descriptor
    if trip is None or descriptor is None:
        return None
    told = {update.descriptor.start_date for update in view.live.list_updates(trip.id)}
    day = descriptor.start_date or (told.pop() if len(told) == 1 else None)
    if day is not None:
        if trip.is_frequency and descriptor.start_s is None:
            return None
        return to_dated_trip(view.store, trip, day, start_s=descriptor.start_s if trip.is_frequency else None)
    posix = (to_report_time(view, position) or now).timestamp()
    near = [
        dated
        for dated in list_dated_near(view.store, trip.id, now)
        if dated.span and dated.span[0] - _UNDER_WAY_S <= posix <= dated.span[1] + _UNDER_WAY_S
    ]
    return near[0] if len(near) == 1 else None
