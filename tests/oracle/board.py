"""The board: every call at a stop within the hour, found by looking at every dated trip."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.added import list_added
from tests.oracle.alerts import is_closed
from tests.oracle.dated import DatedTrip, list_dated, make_dated
from tests.oracle.headways import list_headways
from tests.oracle.live import GONE, REPLACING, Live
from tests.oracle.plan import Plan
from tests.oracle.prediction import Prediction, predict
from tests.oracle.row import DEPARTURES, Row
from tests.oracle.vehicles import count_stops_away, find_position, find_stop_access, find_vehicle_access
from tests.oracle.wire import find_date, find_time

BEFORE_S = 60
WITHIN_S = 60 * 60
CANCELED = rt.TripDescriptor.CANCELED


def list_departures(plan: Plan, live: Live, stop: str) -> list[Row]:
    """List the departures of a stop or station from a minute ago to in an hour, by effective time."""
    return list_calls(plan, live, stop, DEPARTURES)


def list_calls(plan: Plan, live: Live, stop: str, kind: str) -> list[Row]:
    """List the arrivals or departures of a stop or station from a minute ago to in an hour, by effective time."""
    asked = set(plan.platforms.get(stop, ()))
    window = live.now - BEFORE_S, live.now + WITHIN_S
    rows = [row for row in _list_all(plan, live, asked, kind) if window[0] <= row.effective <= window[1]]
    rows = [_mark_replaced(row, rows) for row in rows]
    rows += list_headways(plan, live, asked, kind, window)
    return sorted(rows, key=lambda row: (row.effective, row.trip, row.day, row.sequence or 0))


def _list_all(plan: Plan, live: Live, asked: set[str], kind: str) -> Iterator[Row]:
    trips = {key[0] for key, update in live.planned.items() if _moves_to(update, asked)}
    trips |= {trip for stop in asked for trip in plan.visits.get(stop, ())}
    for trip in trips:
        for day in plan.list_days(live.now):
            named = [key[2] for key in live.planned if key[:2] == (trip, day) and key[2] is not None]
            for dated in list_dated(plan, plan.trips[trip], day, named):
                yield from _list_planned(dated, plan, live, asked, kind)
    for update in live.duplicated:
        yield from _list_duplicated(update, plan, live, asked, kind)
    for update in live.added:
        yield from list_added(update, plan, live, asked, kind)


def _moves_to(update: rt.TripUpdate, asked: set[str]) -> bool:
    return any(said.stop_time_properties.assigned_stop_id in asked for said in update.stop_time_update)


def _list_planned(dated: DatedTrip, plan: Plan, live: Live, asked: set[str], kind: str) -> Iterator[Row]:
    """List the calls of a dated trip at these stops, with what the live feed says of it."""
    update = live.planned.get(dated.key)
    relationship = None if update is None else update.trip.schedule_relationship
    if relationship in (rt.TripDescriptor.DELETED, *REPLACING):
        return
    if update is None or relationship in GONE:
        predictions = [Prediction() for _ in dated.calls]
    else:
        predictions = predict(update, dated.calls, plan.platforms)
    by_headway = bool(dated.planned.headways) and dated.key[2] not in dated.planned.starts
    for row in list_rows(dated, update, predictions, plan, live, asked, kind):
        # A headway's template has no clock times: only what live data says may be told.
        if not by_headway or row.expected is not None or row.status in ("cancelled", "skipped"):
            yield row


def _is_over(predictions: Sequence[Prediction], now: int) -> bool:
    """Say whether the trip has reached its end: then nothing of it is still to come, whatever the plan says."""
    end = predictions[-1].arrival
    return end is not None and end < now


def list_rows(
    dated: DatedTrip,
    update: rt.TripUpdate | None,
    predictions: Sequence[Prediction],
    plan: Plan,
    live: Live,
    asked: set[str],
    kind: str,
) -> Iterator[Row]:
    """List the calls at these stops; the last one is no departure, the first no arrival."""
    is_cancelled = update is not None and update.trip.schedule_relationship == CANCELED
    position = find_position(live, dated)
    served = [n for n, said in enumerate(predictions) if not said.is_skipped]
    last = served[-1] if served and not is_cancelled else len(dated.calls) - 1
    for place, (call, said) in enumerate(zip(dated.calls, predictions, strict=True)):
        platform = call.stop if is_cancelled else said.platform or call.stop
        edge = len(dated.calls) - 1 if kind == DEPARTURES else 0
        is_served = call.can_board if kind == DEPARTURES else call.can_alight
        if place == edge or not is_served or not {call.stop, platform} & asked:
            continue
        is_skipped = said.is_skipped
        expected = None if is_skipped else said.departure if kind == DEPARTURES else said.arrival
        planned = call.departure if kind == DEPARTURES else call.arrival
        if expected is None and not is_cancelled and _is_over(predictions, live.now):
            continue
        effective = planned if expected is None else expected
        if effective is None:
            continue
        if is_closed(plan, live, dated.planned, dated.key[1], platform, effective):
            is_skipped, expected, effective = True, None, planned or 0
        is_said = update is not None and (is_cancelled or is_skipped or said.departure is not None)
        row = Row(
            *dated.key,
            platform,
            call.sequence,
            planned,
            expected,
            "cancelled"
            if is_cancelled
            else "skipped"
            if is_skipped
            else "ends-here"
            if place == last or (kind == DEPARTURES and place > last)
            else "running",
            live.judge(update) if update is not None and is_said else "timetable",
            effective,
            dated.planned.route,
            headsign=said.headsign
            or (update.trip_properties.trip_headsign if update else "")
            or call.headsign
            or dated.planned.headsign,
            destination=plan.places[dated.calls[last].stop].name,
            is_about=call.is_about or said.is_held,
            uncertainty=None if expected is None else said.uncertainties[kind == DEPARTURES],
            stops_away=count_stops_away(live, position, dated, predictions, place),
            access=(
                find_stop_access(plan, platform),
                find_vehicle_access(dated.planned, update, position),
            ),
        )
        other = (call.arrival, said.arrival) if kind == DEPARTURES else (call.departure, said.departure)
        yield replace(row, other_end=(other[0], None if is_skipped or is_cancelled else other[1]))


def _list_duplicated(update: rt.TripUpdate, plan: Plan, live: Live, asked: set[str], kind: str) -> Iterator[Row]:
    """List the calls of a planned trip's copy at another start."""
    new, trip = update.trip_properties, plan.trips.get(update.trip.trip_id)
    start, day = find_time(new.start_time), find_date(new.start_date)
    if trip is None or start is None or not new.trip_id or day is None:
        return
    copy = make_dated(plan, trip, day, start)
    copy = replace(copy, key=(new.trip_id, day, None))
    predictions = predict(update, copy.calls, plan.platforms)
    for row in list_rows(copy, update, predictions, plan, live, asked, kind):
        yield replace(row, status="added") if row.status == "running" else row


def _mark_replaced(row: Row, rows: list[Row]) -> Row:
    """A cancelled call is replaced when an added trip of its line, going its way, is there for its time."""
    if row.status != "cancelled" or row.scheduled is None:
        return row
    for other in rows:
        if (
            other.status == "added"
            and other.made_for is not None
            and (other.route, other.stop) == (row.route, row.stop)
            and other.headsign in (None, row.headsign)
        ):
            first, last = other.made_for
            if first <= row.scheduled <= last:
                return replace(row, status="replaced")
    return row


def find_today(live: Live, plan: Plan) -> date:
    """Give the local date."""
    return plan.list_days(live.now)[-2]
