"""Trips that bring their own stops: only times count, in order."""

from collections.abc import Iterator

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.alerts import is_closed
from tests.oracle.live import Live, find_day
from tests.oracle.plan import Plan
from tests.oracle.prediction import Prediction, find_uncertainty, hold_in_order
from tests.oracle.row import DEPARTURES, Row
from tests.oracle.vehicles import find_stop_access, find_vehicle_access, list_positions
from tests.oracle.wire import find_date, find_event_time, find_instant, list_in_order

REPLACED_WITHIN_S = 5 * 60
"""How far an added call's own plan, or else its expected time, may be from the cancelled one it replaces."""
_Said = rt.TripUpdate.StopTimeUpdate


def list_added(update: rt.TripUpdate, plan: Plan, live: Live, asked: set[str], kind: str) -> Iterator[Row]:
    """List the calls of an added trip; the last one is no departure, the first no arrival."""
    stopping = [said for said in list_in_order(update) if said.schedule_relationship != said.SKIPPED]
    stopping = [said for said in stopping if said.stop_id or said.stop_time_properties.assigned_stop_id]
    predictions = [_read(said) for said in stopping]
    hold_in_order(predictions)
    day, name = find_day(update, plan), update.trip.trip_id
    if day is None:
        return
    planned = plan.trips.get(name)
    route = update.trip.route_id or (planned.route if planned else "")
    position = _find_position(update, live)
    for place, (said, prediction) in enumerate(zip(stopping, predictions, strict=True)):
        expected = prediction.departure if kind == DEPARTURES else prediction.arrival
        stop = _find_stop(said, plan)
        is_last = place == len(stopping) - 1
        if expected is None or not {stop, said.stop_id} & asked or place == (0, len(stopping) - 1)[kind == DEPARTURES]:
            continue
        if is_closed(plan, live, planned, day, stop, expected):
            continue  # no plan promised it, so nobody need be told that it does not stop
        yield Row(
            name,
            day,
            None,
            stop,
            said.stop_sequence if said.HasField("stop_sequence") else None,
            None,
            expected,
            "ends-here" if is_last else "running" if name in plan.trip_ids else "added",
            live.judge(update),
            expected,
            route if route in plan.lines else None,
            made_for=_find_made_for(said, expected, kind),
            other_end=(None, prediction.arrival if kind == DEPARTURES else prediction.departure),
            headsign=said.stop_time_properties.stop_headsign or update.trip_properties.trip_headsign or None,
            destination=plan.places[_find_stop(stopping[-1], plan)].name if stopping else None,
            is_about=prediction.is_held,
            uncertainty=_find_uncertainty(said, kind),
            access=(find_stop_access(plan, stop), find_vehicle_access(None, update, position)),
        )


def _read(said: _Said) -> Prediction:
    """Read the times of a stop; one end stands in for the other."""
    if said.schedule_relationship == said.NO_DATA:
        return Prediction()
    arrival, departure = find_event_time(said.arrival), find_event_time(said.departure)
    return Prediction(
        departure if arrival is None else arrival,
        arrival if departure is None else departure,
    )


def _find_stop(said: _Said, plan: Plan) -> str:
    assigned = said.stop_time_properties.assigned_stop_id
    return assigned if assigned in plan.places else said.stop_id


def _find_position(update: rt.TripUpdate, live: Live) -> rt.VehiclePosition | None:
    """Find the newest report of a vehicle that says it runs this trip, not on another day."""
    day = find_date(update.trip.start_date)
    found = [
        position
        for position in list_positions(live, update.trip.trip_id)
        if day is None or find_date(position.trip.start_date) in (None, day)
    ]
    return max(found, key=lambda position: find_instant(position.timestamp) or 0, default=None)


def _find_uncertainty(said: _Said, kind: str) -> int | None:
    """Give how sure the time is that is told: of the end that gave it."""
    ends = (said.departure, said.arrival) if kind == DEPARTURES else (said.arrival, said.departure)
    told = next((event for event in ends if find_event_time(event) is not None), None)
    return None if told is None else find_uncertainty(told)


def _find_made_for(said: _Said, expected: int, kind: str) -> tuple[int, int]:
    """Give between which instants an added call's plan had it: around its time minus its delay, else its time."""
    ends = (said.departure, said.arrival) if kind == DEPARTURES else (said.arrival, said.departure)
    told = next((event for event in ends if find_event_time(event) is not None), ends[0])
    time = find_event_time(told)
    meant = expected if time is None or not told.HasField("delay") else time - told.delay
    return meant - REPLACED_WITHIN_S, meant + REPLACED_WITHIN_S
