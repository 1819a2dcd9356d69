"""Trips that run "about every so many minutes": one row for each headway that holds at a stop within the hour."""

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.alerts import is_closed
from tests.oracle.live import Live
from tests.oracle.plan import Plan
from tests.oracle.row import DEPARTURES, Row
from tests.oracle.vehicles import find_stop_access, find_vehicle_access

Key = tuple[str, str | None, int, str]
"""Line, headsign, headway and stop: what a rider cannot tell apart is said once."""
NO_UPDATE: rt.TripUpdate | None = None


def list_headways(plan: Plan, live: Live, asked: set[str], kind: str, window: tuple[int, int]) -> list[Row]:
    """List the headways that hold at these stops at some instant of the window."""
    found: dict[Key, tuple[int, Row]] = {}
    for trip in (trip for trip in plan.trips.values() if trip.headways):
        edge = len(trip.calls) - 1 if kind == DEPARTURES else 0
        for place, call in enumerate(trip.calls):
            time = call.departure if kind == DEPARTURES else call.arrival
            is_served = call.can_board if kind == DEPARTURES else call.can_alight
            if call.stop not in asked or time is None or place == edge or not is_served:
                continue
            offset = time - trip.first_departure
            for day in plan.list_days(live.now):
                if not plan.runs_on(trip.service, day):
                    continue
                for start, end, headway in trip.headways:
                    first, until = plan.to_instant(day, start + offset), plan.to_instant(day, end + offset)
                    if first > window[1] or until <= window[0]:
                        continue
                    next_one = max(first, window[0]) + headway // 2
                    is_last = place == len(trip.calls) - 1
                    is_out = is_closed(plan, live, trip, day, call.stop, next_one)
                    row = Row(
                        trip.id,
                        day,
                        None,
                        call.stop,
                        call.sequence,
                        None,
                        None,
                        "skipped" if is_out else "ends-here" if is_last else "running",
                        "frequency",
                        0,
                        trip.route,
                        headsign=call.headsign or trip.headsign,
                        destination=plan.places[trip.calls[-1].stop].name,
                        access=(find_stop_access(plan, call.stop), find_vehicle_access(trip, NO_UPDATE, None)),
                        headway=headway,
                    )
                    key = (plan.lines[trip.route].label, row.headsign, headway, call.stop)
                    if key not in found or next_one < found[key][0]:
                        found[key] = next_one, row
    return [row for _, row in found.values()]
