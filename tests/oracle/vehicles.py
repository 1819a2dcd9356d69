"""Who can board, and where the vehicle is: what the oracle reads from positions and vehicle descriptors."""

from collections.abc import Sequence
from datetime import date

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.dated import DatedTrip
from tests.oracle.live import AGEING_S, FORGET_S, FUTURE_S, Live
from tests.oracle.plan import Plan, PlannedTrip
from tests.oracle.prediction import Prediction
from tests.oracle.wire import find_date, find_instant, find_time

NEAR_S = 1800
"""A position that names no day speaks of a run that is under way, or nearly, when the vehicle reported."""
SAYS = {"1": "yes", "2": "no"}
_Vehicle = rt.VehicleDescriptor
SAYS_LIVE = {_Vehicle.UNKNOWN: "unknown", _Vehicle.WHEELCHAIR_ACCESSIBLE: "yes", _Vehicle.WHEELCHAIR_INACCESSIBLE: "no"}


def find_stop_access(plan: Plan, stop: str) -> str:
    """Say who can board at a stop, and by whose word: its own, else its station's."""
    source, place = "stop", plan.places.get(stop)
    while place is not None:
        if place.wheelchair in SAYS:
            return f"{SAYS[place.wheelchair]} {source}"
        source, place = "station", plan.places.get(place.parent) if place.parent else None
    return "unknown none"


def find_vehicle_access(
    trip: PlannedTrip | None, update: rt.TripUpdate | None, position: rt.VehiclePosition | None
) -> str:
    """Say who can board the vehicle: the live feed's word, even "unknown", before the plan's."""
    for said in (update, position):
        if said is not None and said.vehicle.wheelchair_accessible in SAYS_LIVE:
            return f"{SAYS_LIVE[said.vehicle.wheelchair_accessible]} realtime"
    if trip is not None and trip.wheelchair in SAYS:
        return f"{SAYS[trip.wheelchair]} trip"
    return "unknown none"


def find_position(live: Live, dated: DatedTrip) -> rt.VehiclePosition | None:
    """Find the newest report of a vehicle that says it runs this dated trip."""
    trip, day, start = dated.key
    found = [
        position
        for position in list_positions(live, trip)
        if (start is None or find_time(position.trip.start_time) == start) and _is_on_day(position, dated, day)
    ]
    return max(found, key=lambda position: find_instant(position.timestamp) or 0, default=None)


def _is_on_day(position: rt.VehiclePosition, dated: DatedTrip, day: date) -> bool:
    said = find_date(position.trip.start_date)
    if said is not None:
        return said == day
    reported, span = find_instant(position.timestamp), dated.span
    return reported is not None and span is not None and span[0] - NEAR_S <= reported <= span[1] + NEAR_S


def list_positions(live: Live, trip: str) -> Sequence[rt.VehiclePosition]:
    """List the reports about a trip_id that are not forgotten, nor from the future."""
    return [
        position
        for position in live.positions
        if position.trip.trip_id == trip and -FUTURE_S <= find_age(live, position) <= FORGET_S
    ]


def find_age(live: Live, position: rt.VehiclePosition) -> int:
    """Give the seconds since a vehicle reported, by the older of its own and the feed's time."""
    return live.now - min(find_instant(position.timestamp) or live.header, live.header)


def count_stops_away(
    live: Live,
    position: rt.VehiclePosition | None,
    dated: DatedTrip,
    predictions: Sequence[Prediction],
    place: int,
) -> int | None:
    """Count the stops from the vehicle's current or next one to a call; a vehicle not heard of lately is nowhere."""
    if position is None or find_age(live, position) > AGEING_S:
        return None
    here = _find_here(position, dated, predictions)
    return None if here is None or here > place else place - here


def _find_here(position: rt.VehiclePosition, dated: DatedTrip, predictions: Sequence[Prediction]) -> int | None:
    """Find the call a vehicle is at or comes to next, as updates are bound to calls (decisions 0002, 0005)."""
    stop = position.stop_id
    visits = [n for n, call in enumerate(dated.calls) if call.stop == stop]
    if position.HasField("current_stop_sequence"):
        for n, call in enumerate(dated.calls):
            if call.sequence == position.current_stop_sequence and (
                not visits or n in visits or predictions[n].platform == stop
            ):
                return n
    return visits[0] if len(visits) == 1 else None
