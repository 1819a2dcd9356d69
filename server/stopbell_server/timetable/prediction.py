"""What a trip update predicts for every call of a trip: binding, then propagation.

GTFS-RT reference, StopTimeUpdate and "Trip Updates": a delay holds for all later stops until the next
update with times or NO_DATA; a skipped stop does not end it; stops before the first update are unknown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.realtime import (
    Occupancy,
    StopRelationship,
    StopTimeEvent,
    StopTimeUpdate,
    TripRelationship,
    TripUpdate,
)
from stopbell_server.timetable.binding import bind_updates
from stopbell_server.timetable.dated_trip import DatedTrip
from stopbell_server.timetable.matching import find_update
from stopbell_server.timetable.view import FeedView

CREDIBLE_DELAY_S = 12 * 3600
"""A larger shift is nearer to another service day than to its own: a wrong day, not a delay."""


@dataclass(frozen=True, slots=True)
class CallPrediction:
    """What live data says of one call. All instants are POSIX seconds; None is "not predicted"."""

    arrival: int | None = None
    departure: int | None = None
    arrival_uncertainty_s: int | None = None
    departure_uncertainty_s: int | None = None
    is_skipped: bool = False
    is_clamped: bool = False
    """The feed's own times ran backwards along the trip; this one was held at the time before."""
    assigned_stop: StopId | None = None
    headsign: str | None = None
    occupancy: Occupancy | None = None


NOTHING = CallPrediction()


@dataclass(frozen=True, slots=True)
class TripPrediction:
    """What live data says of a dated trip."""

    update: TripUpdate
    calls: tuple[CallPrediction, ...]
    """One for each of the plan's calls."""

    @property
    def last_arrival(self) -> int | None:
        """When it reaches its last stop, as POSIX seconds; None when that is not predicted."""
        last = self.calls[-1] if self.calls else NOTHING
        return last.arrival if last.arrival is not None else last.departure

    @property
    def is_cancelled(self) -> bool:
        """Whether the whole trip does not run; this beats any stop's prediction."""
        return self.update.descriptor.relationship is TripRelationship.CANCELED

    @property
    def is_hidden(self) -> bool:
        """DELETED trips are not shown at all; replaced ones are shown as the feed's own journey."""
        return self.update.descriptor.relationship in (
            TripRelationship.DELETED,
            TripRelationship.REPLACEMENT,
            TripRelationship.NEW,
        )


def predict(view: FeedView, dated: DatedTrip, now: datetime) -> TripPrediction | None:
    """Give what live data says of a dated trip; None when it says nothing."""
    key = (dated.trip.id, dated.service_day, dated.start_s)
    cache = view.live.predictions
    if key not in cache:
        update = find_update(view, dated, now)
        cache[key] = TripPrediction(update, _predict_calls(view, dated, update)) if update else None
    found = cache[key]
    return found if isinstance(found, TripPrediction) else None


def _predict_calls(view: FeedView, dated: DatedTrip, update: TripUpdate) -> tuple[CallPrediction, ...]:
    """Nothing that is said of a cancelled trip's stops holds (GTFS-RT TripDescriptor.ScheduleRelationship).

    A platform that stops.txt does not have is no platform: the call stays where it was planned.
    """
    if update.descriptor.relationship is TripRelationship.CANCELED:
        return (NOTHING,) * len(dated.stop_times)
    calls = propagate(dated, update)
    lost = {call.assigned_stop for call in calls if call.assigned_stop and not view.store.find_stop(call.assigned_stop)}
    if not lost:
        return calls
    return tuple(replace(call, assigned_stop=None) if call.assigned_stop in lost else call for call in calls)


def propagate(dated: DatedTrip, update: TripUpdate) -> tuple[CallPrediction, ...]:
    """Spread an update's times over the calls of a dated trip, in order.

    The result is empty of times when they are off by more than half a day at any bound call.
    """
    bound = bind_updates(dated.stop_times, update.updates)
    delay_s = update.delay_s
    calls: list[CallPrediction] = []
    for index in range(len(dated.stop_times)):
        stop_update = bound.get(index)
        call, delay_s = _predict_call(dated, index, stop_update, delay_s)
        calls.append(call)
    if not all(_is_credible(dated, index, call) for index, call in enumerate(calls)):
        calls = [replace(call, arrival=None, departure=None) for call in calls]
    return hold_order(calls)


def _predict_call(
    dated: DatedTrip, index: int, update: StopTimeUpdate | None, delay_s: int | None
) -> tuple[CallPrediction, int | None]:
    """Give the prediction for one call and the delay that goes on from it."""
    planned_arrival, planned_departure = dated.arrival(index), dated.departure(index)
    if update is None:
        return CallPrediction(_add(planned_arrival, delay_s), _add(planned_departure, delay_s)), delay_s
    told = CallPrediction(assigned_stop=update.assigned_stop, headsign=update.headsign, occupancy=update.occupancy)
    if update.relationship is StopRelationship.NO_DATA:
        return told, None
    if update.relationship is StopRelationship.SKIPPED:
        return replace(told, is_skipped=True), delay_s
    arrival = _to_time(update.arrival, planned_arrival)
    departure = _to_time(update.departure, planned_departure)
    arrival_delay = _to_delay(update.arrival, arrival, planned_arrival)
    departure_delay = _to_delay(update.departure, departure, planned_departure)
    if arrival is None and departure is None:
        return replace(
            told, arrival=_add(planned_arrival, delay_s), departure=_add(planned_departure, delay_s)
        ), delay_s
    if departure is None:
        departure = _at_least(_add(planned_departure, arrival_delay), arrival)
    elif arrival is None:
        arrival = _at_most(_add(planned_arrival, delay_s if delay_s is not None else departure_delay), departure)
    return (
        replace(
            told,
            arrival=arrival,
            departure=departure,
            arrival_uncertainty_s=update.arrival.uncertainty_s if update.arrival else None,
            departure_uncertainty_s=update.departure.uncertainty_s if update.departure else None,
        ),
        departure_delay if departure_delay is not None else arrival_delay,
    )


def _add(planned: int | None, delay_s: int | None) -> int | None:
    return None if planned is None or delay_s is None else planned + delay_s


def _to_time(event: StopTimeEvent | None, planned: int | None) -> int | None:
    """`time` wins over `delay` (GTFS-RT StopTimeEvent); a delay needs a plan."""
    if event is None:
        return None
    return event.time if event.time is not None else _add(planned, event.delay_s)


def _to_delay(event: StopTimeEvent | None, time: int | None, planned: int | None) -> int | None:
    """Give the delay that goes on: time minus plan; the event's own delay where the call has no planned time."""
    if event is None or time is None:
        return event.delay_s if event else None
    return time - planned if planned is not None else event.delay_s


def _at_least(value: int | None, floor: int | None) -> int | None:
    return max(value, floor) if value is not None and floor is not None else value if value is not None else floor


def _at_most(value: int | None, ceiling: int) -> int | None:
    return min(value, ceiling) if value is not None else None


def _is_credible(dated: DatedTrip, index: int, call: CallPrediction) -> bool:
    pairs = ((call.arrival, dated.arrival(index)), (call.departure, dated.departure(index)))
    return all(
        abs(expected - planned) <= CREDIBLE_DELAY_S
        for expected, planned in pairs
        if expected is not None and planned is not None
    )


def hold_order(calls: Sequence[CallPrediction]) -> tuple[CallPrediction, ...]:
    """Never let times go backwards along a trip; hold them and flag it (OpenTripPlanner issues 2295, 7097)."""
    latest: int | None = None
    held: list[CallPrediction] = []
    for call in calls:
        arrival, departure = _hold(call.arrival, latest), call.departure
        latest = arrival if arrival is not None else latest
        departure = _hold(departure, latest)
        latest = departure if departure is not None else latest
        if (arrival, departure) != (call.arrival, call.departure):
            held.append(replace(call, arrival=arrival, departure=departure, is_clamped=True))
        else:
            held.append(call)
    return tuple(held)


def _hold(value: int | None, floor: int | None) -> int | None:
    return max(value, floor) if value is not None and floor is not None else value
