"""Which alerts a stop, a line or a trip gets, and which stops an alert closes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.live import FORGET_S, Live
from tests.oracle.plan import Line, Plan, PlannedTrip
from tests.oracle.wire import find_date, find_instant

REASONS = ("stop", "station", "trip", "route", "mode", "agency")
"""The narrowest first; of several selectors that match, the narrowest is the reason."""
_Selector = rt.EntitySelector
KINDS = {"0": "tram", "1": "metro", "2": "rail", "3": "bus", "4": "ferry"}
"""Only the basic types, and the extended ones that mean the same: 700 to 799 are buses, 900 to 999 trams."""
HUNDREDS = {1: "2", 4: "1", 7: "3", 9: "0", 10: "4"}


@dataclass(frozen=True, slots=True)
class Told:
    """An alert that is told, and why."""

    header: str
    reason: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question is about."""

    stops: frozenset[str]
    stations: frozenset[str]
    trips: tuple[PlannedTrip, ...]
    """The trips of which any may be the one that an alert means."""
    is_line: bool = False
    trip: str | None = None


def list_stop_alerts(plan: Plan, live: Live, stop: str) -> list[Told]:
    """List what is told at a stop: of itself, its station and its platforms, and of the lines that call there."""
    stops = frozenset({stop, *plan.platforms.get(stop, ())})
    trips = {trip for each in stops for trip in plan.visits.get(each, ())}
    return _list_told(plan, live, Asked(stops, _find_stations(plan, stops), tuple(plan.trips[trip] for trip in trips)))


def list_line_alerts(plan: Plan, live: Live, line: str) -> list[Told]:
    """List what is told of a line: of itself, its trips, and of stops only what names the line too."""
    trips = [trip for trip in plan.trips.values() if trip.route == line]
    any_trip = PlannedTrip("", line, "", "")  # a line without trips is still a line
    return _list_told(plan, live, Asked(frozenset(), frozenset(), (any_trip, *trips), is_line=True))


def list_trip_alerts(plan: Plan, live: Live, trip: str) -> list[Told]:
    """List what is told of a trip: of itself, its line, the stops it calls at and their stations."""
    planned = plan.trips[trip]
    stops = frozenset(call.stop for call in planned.calls)
    return _list_told(plan, live, Asked(stops, _find_stations(plan, stops), (planned,), trip=trip))


def _find_stations(plan: Plan, stops: Iterable[str]) -> frozenset[str]:
    stops = frozenset(stops)
    return frozenset(plan.places[stop].parent for stop in stops if stop in plan.places) - stops - {""}


def _list_told(plan: Plan, live: Live, asked: Asked) -> list[Told]:
    told: list[Told] = []
    for alert in live.alerts:
        state = find_state(alert, live.now)
        reasons = [reason for each in alert.informed_entity if (reason := _find_reason(plan, live, each, asked))]
        if state is not None and reasons:
            header = alert.header_text.translation[0].text
            told.append(Told(header, min(reasons, key=REASONS.index), state))
    return told


def find_state(alert: rt.Alert, instant: int) -> bool | None:
    """Say whether an alert holds (True), is still to come (False) or is over (None); [start, end), open ends."""
    periods = [(find_instant(period.start), find_instant(period.end)) for period in alert.active_period]
    if not periods:
        return True
    if any((first or 0) <= instant and (last is None or instant < last) for first, last in periods):
        return True
    return False if any(first is not None and first > instant for first, _ in periods) else None


def _find_reason(plan: Plan, live: Live, selector: _Selector, asked: Asked) -> str | None:
    """Say why a selector matches: one thing that is asked about must have all that it names."""
    reason = _find_narrowest(selector)
    if reason is None:
        return None
    if selector.stop_id and not asked.is_line:
        if selector.stop_id in asked.stations or _find_station_of_part(plan, selector.stop_id) in (
            asked.stops | asked.stations
        ):
            reason = "station"
        elif selector.stop_id not in asked.stops:
            return None
    if selector.stop_id and asked.is_line and not selector.route_id:
        return None
    tests = list(_list_trip_tests(selector, is_line=asked.is_line))
    if not tests:
        return reason
    fitting = [trip for trip in asked.trips if all(fits(plan, trip) for fits in tests)]
    if not fitting:
        return None
    return reason if _has_direction_today(plan, live, selector, asked) else None


def _find_narrowest(selector: _Selector) -> str | None:
    if selector.stop_id:
        return "stop"
    if selector.HasField("trip"):
        return "trip"
    if selector.route_id:
        return "route"
    if selector.HasField("route_type"):
        return "mode"
    return "agency" if selector.agency_id else None


def _find_station_of_part(plan: Plan, stop: str) -> str | None:
    """Give the station of a door or node; no vehicle stops at either."""
    place = plan.places.get(stop)
    return place.parent or None if place is not None and place.kind in ("2", "3") else None


def _list_trip_tests(selector: _Selector, *, is_line: bool) -> Iterator[Callable[[Plan, PlannedTrip], bool]]:
    """List what a trip must have, of what a selector names."""
    if selector.route_id:
        yield lambda plan, trip: trip.route == selector.route_id
        if selector.HasField("direction_id"):
            yield lambda plan, trip: trip.direction in ("", str(selector.direction_id))
    if selector.agency_id:
        yield lambda plan, trip: _get_line(plan, trip).agency == selector.agency_id
    if selector.HasField("route_type"):
        yield lambda plan, trip: is_kind(selector.route_type, _get_line(plan, trip))
    if selector.HasField("trip"):
        yield lambda plan, trip: _is_meant(plan, selector.trip, trip, is_line=is_line)


def _get_line(plan: Plan, trip: PlannedTrip) -> Line:
    return plan.lines[trip.route]


def is_kind(route_type: int, line: Line) -> bool:
    """Say whether a line is of the kind that an alert names, by the basic or an extended number."""
    basic = HUNDREDS.get(route_type // 100) if route_type >= 100 else str(route_type)
    own = HUNDREDS.get(int(line.kind) // 100) if int(line.kind) >= 100 else line.kind
    return basic is not None and basic == own


def _is_meant(plan: Plan, named: rt.TripDescriptor, trip: PlannedTrip, *, is_line: bool) -> bool:
    """Say whether a trip is the one that is named; one that is in no timetable concerns the line it names."""
    if named.trip_id and (named.trip_id in plan.trip_ids or not is_line):
        return named.trip_id == trip.id
    return bool(named.route_id) and named.route_id == trip.route


def _has_direction_today(plan: Plan, live: Live, selector: _Selector, asked: Asked) -> bool:
    """Say whether a line goes in the named direction here today; on a day without it, both are told."""
    if not selector.HasField("direction_id") or not selector.route_id or asked.is_line or asked.trip:
        return True
    today = datetime.fromtimestamp(live.now, plan.zone).date()
    found = {
        trip.direction for trip in asked.trips if trip.route == selector.route_id and plan.runs_on(trip.service, today)
    }
    return not found or bool(found & {"", str(selector.direction_id)})


def is_closed(plan: Plan, live: Live, trip: PlannedTrip | None, day: date, stop: str, instant: int) -> bool:
    """Say whether an alert tells that a trip does not stop there then.

    It must name the stop or its station, and whatever else it names must hold for the trip. Of a trip that the
    timetable does not have, only an alert that closes the stop to all is known to hold.
    """
    if live.now - live.header > FORGET_S:
        return False
    places = {stop, plan.places[stop].parent if stop in plan.places else ""} - {""}
    return any(
        alert.effect == rt.Alert.NO_SERVICE and find_state(alert, instant) is True
        for alert in live.alerts
        for selector in alert.informed_entity
        if selector.stop_id in places and _closes_to(plan, selector, trip, day)
    )


def _closes_to(plan: Plan, selector: _Selector, trip: PlannedTrip | None, day: date) -> bool:
    if trip is None:
        only = rt.EntitySelector(stop_id=selector.stop_id)
        return selector == only
    line, named = plan.lines[trip.route], selector.trip
    return (
        selector.route_id in ("", trip.route)
        and (not selector.HasField("direction_id") or str(selector.direction_id) == trip.direction)
        and selector.agency_id in ("", line.agency)
        and (not selector.HasField("route_type") or is_kind(selector.route_type, line))
        and named.trip_id in ("", trip.id)
        and named.route_id in ("", trip.route)
        and find_date(named.start_date) in (None, day)
    )
