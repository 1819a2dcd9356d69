"""What an update says of each call of its trip: binding, propagation, order in time."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.binding import Bound, bind
from tests.oracle.dated import DatedCall
from tests.oracle.wire import find_event_time, list_in_order

WRONG_DAY_S = 12 * 3600
"""A shift beyond this is nearer to another service day than to its own."""


@dataclass(slots=True)
class Prediction:
    """What is said of one call; None where nothing is."""

    arrival: int | None = None
    departure: int | None = None
    is_skipped: bool = False
    is_held: bool = False
    """The times said run backwards along the trip; this one is held at the time before."""
    platform: str | None = None
    """assigned_stop_id: where it calls today."""
    headsign: str | None = None
    uncertainties: tuple[int | None, int | None] = (None, None)
    """Of arrival and departure, in seconds."""


def predict(update: rt.TripUpdate, calls: Sequence[DatedCall], stops: Container[str]) -> list[Prediction]:
    """Give a prediction for every call, in the order of the trip. `stops` are those that the timetable knows."""
    bound = bind(list_in_order(update), calls)
    trip_delay = update.delay if update.HasField("delay") else None
    predictions = _propagate(bound, trip_delay, calls)
    if _is_wrong_day(predictions, calls):
        predictions = [Prediction() for _ in calls]
    hold_in_order(predictions)
    for place, said in bound.items():
        prediction = predictions[place]
        prediction.is_skipped = said.schedule_relationship == said.SKIPPED
        platform = said.stop_time_properties.assigned_stop_id
        prediction.platform = platform if platform in stops else None
        prediction.headsign = said.stop_time_properties.stop_headsign or None
        if said.schedule_relationship not in (said.SKIPPED, said.NO_DATA):
            prediction.uncertainties = find_uncertainty(said.arrival), find_uncertainty(said.departure)
    return predictions


def find_uncertainty(event: rt.TripUpdate.StopTimeEvent) -> int | None:
    """Give an event's uncertainty, 0 being certain; one that says no time at all has none."""
    if find_event_time(event) is None and not event.HasField("delay"):
        return None
    return event.uncertainty if event.HasField("uncertainty") and event.uncertainty >= 0 else None


def find_shift(event: rt.TripUpdate.StopTimeEvent, planned: int | None) -> int | None:
    """Give how far an event is from the plan; its time wins over its delay, and a delay of 0 is a delay."""
    time = find_event_time(event)
    if time is not None and planned is not None:
        return time - planned
    return event.delay if event.HasField("delay") else None


def find_shifts(said: rt.TripUpdate.StopTimeUpdate, call: DatedCall) -> tuple[int | None, int | None]:
    """Give the shifts of arrival and departure; skipped stops and stops without data have none, whatever they say."""
    if said.schedule_relationship in (said.SKIPPED, said.NO_DATA):
        return None, None
    return find_shift(said.arrival, call.arrival), find_shift(said.departure, call.departure)


def _is_wrong_day(predictions: Sequence[Prediction], calls: Sequence[DatedCall]) -> bool:
    shifts = [
        time - planned
        for said, call in zip(predictions, calls, strict=True)
        for time, planned in ((said.arrival, call.arrival), (said.departure, call.departure))
        if time is not None and planned is not None
    ]
    return any(abs(shift) > WRONG_DAY_S for shift in shifts)


def _propagate(bound: Bound, trip_delay: int | None, calls: Sequence[DatedCall]) -> list[Prediction]:
    """Let each delay run on to the next update with a time, or with NO_DATA; SKIPPED does not stop it."""
    predictions: list[Prediction] = []
    incoming = trip_delay
    for place, call in enumerate(calls):
        said = bound.get(place)
        prediction = Prediction()
        predictions.append(prediction)
        if call.arrival is None or call.departure is None:
            continue  # what has no plan is left alone
        if said is not None and said.schedule_relationship == said.SKIPPED:
            continue
        if said is not None and said.schedule_relationship == said.NO_DATA:
            incoming = None
            continue
        arrival, departure = (None, None) if said is None else find_shifts(said, call)
        if arrival is not None and departure is not None:
            prediction.arrival, prediction.departure = call.arrival + arrival, call.departure + departure
            incoming = departure
        elif arrival is not None:
            prediction.arrival = call.arrival + arrival
            prediction.departure = max(call.departure + arrival, prediction.arrival)
            incoming = arrival
        elif departure is not None:
            prediction.departure = call.departure + departure
            before = departure if incoming is None else incoming
            prediction.arrival = min(call.arrival + before, prediction.departure)
            incoming = departure
        elif incoming is not None:
            prediction.arrival, prediction.departure = call.arrival + incoming, call.departure + incoming
    return predictions


def hold_in_order(predictions: Sequence[Prediction]) -> None:
    """Hold a predicted time that lies before the one ahead of it along the trip at that one."""
    reached: int | None = None
    for prediction in predictions:
        for end in ("arrival", "departure"):
            time: int | None = getattr(prediction, end)
            if time is None:
                continue
            reached = time if reached is None else max(reached, time)
            prediction.is_held = prediction.is_held or reached > time
            setattr(prediction, end, reached)
