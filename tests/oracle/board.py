"""The board: every departure of a stop within the hour, found by looking at every dated trip."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.dated import DatedTrip, list_dated, make_dated
from tests.oracle.live import GONE, REPLACING, Live
from tests.oracle.plan import Plan, parse_date, parse_time
from tests.oracle.prediction import Prediction, predict

BEFORE_S = 60
WITHIN_S = 60 * 60
REPLACED_WITHIN_S = 5 * 60
"""How far an added departure that says no delay may be from the cancelled one it replaces."""


@dataclass(frozen=True, slots=True)
class Row:
    """One departure. Instants are POSIX seconds; None is "nothing is said"."""

    trip: str
    day: date
    start: int | None
    """Seconds of the service day, for a run of frequencies.txt."""
    stop: str
    """Where it is boarded today."""
    sequence: int | None
    scheduled: int | None
    expected: int | None
    status: str
    certainty: str
    effective: int
    """What it is ordered by: expected, else scheduled."""
    route: str | None = None
    made_for: tuple[int, int] | None = None
    """Of an added trip: between which instants its plan had it here."""

    def __str__(self) -> str:
        """Give the row in the words of a timetable, in UTC."""
        times = " ".join(
            "--:--:--" if time is None else f"{datetime.fromtimestamp(time, UTC):%H:%M:%S}"
            for time in (self.scheduled, self.expected)
        )
        start = "" if self.start is None else f"@{self.start}"
        return f"{times} {self.trip}{start} {self.day} {self.stop}#{self.sequence} {self.status} {self.certainty}"


def list_departures(plan: Plan, live: Live, stop: str) -> list[Row]:
    """List the departures of a stop or station from a minute ago to in an hour, by effective time."""
    asked = set(plan.platforms.get(stop, ()))
    rows = [row for row in _list_all(plan, live, asked) if live.now - BEFORE_S <= row.effective <= live.now + WITHIN_S]
    rows = [_mark_replaced(row, rows) for row in rows]
    return sorted(rows, key=lambda row: (row.effective, row.trip, row.day, row.sequence or 0))


def _list_all(plan: Plan, live: Live, asked: set[str]) -> Iterator[Row]:
    trips = {key[0] for key, update in live.planned.items() if _moves_to(update, asked)}
    trips |= {trip for stop in asked for trip in plan.visits.get(stop, ())}
    for trip in trips:
        for day in plan.list_days(live.now):
            for dated in list_dated(plan, plan.trips[trip], day):
                yield from _list_planned(dated, plan, live, asked)
    for update in live.duplicated:
        yield from _list_duplicated(update, plan, live, asked)
    for update in live.added:
        yield from _list_added(update, plan, live, asked)


def _moves_to(update: rt.TripUpdate, asked: set[str]) -> bool:
    return any(said.stop_time_properties.assigned_stop_id in asked for said in update.stop_time_update)


def _list_planned(dated: DatedTrip, plan: Plan, live: Live, asked: set[str]) -> Iterator[Row]:
    """List the departures of a dated trip at these stops, with what the live feed says of it."""
    update = live.planned.get(dated.key)
    relationship = None if update is None else update.trip.schedule_relationship
    if relationship in (rt.TripDescriptor.DELETED, *REPLACING):
        return
    if update is None or relationship in GONE:
        predictions = [Prediction() for _ in dated.calls]
    else:
        predictions = predict(update, dated.calls, plan.platforms)
    certainty = "timetable" if update is None else live.judge(update)
    for row in _list_rows(dated, predictions, certainty, asked):
        if relationship == rt.TripDescriptor.CANCELED:
            yield replace(row, status="cancelled", certainty=certainty)
        elif row.status == "skipped" or row.expected is not None or not _is_over(predictions, live.now):
            yield row


def _is_over(predictions: list[Prediction], now: int) -> bool:
    """Say whether the trip has reached its end: then nothing of it is still to come, whatever the plan says."""
    end = predictions[-1].arrival
    return end is not None and end < now


def _list_rows(dated: DatedTrip, predictions: list[Prediction], certainty: str, asked: set[str]) -> Iterator[Row]:
    """List the departures at these stops; the last call is none, nor is one where nobody boards."""
    trip, day, start = dated.key
    for place, (call, said) in enumerate(zip(dated.calls[:-1], predictions, strict=False)):
        platform = said.platform or call.stop
        if not call.can_board or not {call.stop, platform} & asked:
            continue
        expected = None if said.is_skipped else said.departure
        is_said = said.is_skipped or expected is not None
        yield Row(
            trip,
            day,
            start,
            platform,
            call.sequence,
            call.departure,
            expected,
            "skipped" if said.is_skipped else "running" if _goes_on(predictions[place + 1 :]) else "ends-here",
            certainty if is_said else "timetable",
            call.departure if expected is None else expected,
            dated.route,
        )


def _goes_on(later: list[Prediction]) -> bool:
    """Say whether a trip serves any stop after this one; where the rest is skipped, nobody is taken anywhere."""
    return any(not said.is_skipped for said in later)


def _list_duplicated(update: rt.TripUpdate, plan: Plan, live: Live, asked: set[str]) -> Iterator[Row]:
    """List the departures of a planned trip's copy at another start."""
    new, trip = update.trip_properties, plan.trips.get(update.trip.trip_id)
    start = parse_time(new.start_time)
    if trip is None or start is None or not new.trip_id or not new.start_date:
        return
    copy = make_dated(plan, trip, parse_date(new.start_date), start)
    copy = replace(copy, key=(new.trip_id, copy.key[1], None))
    for row in _list_rows(copy, predict(update, copy.calls, plan.platforms), live.judge(update), asked):
        yield replace(row, status="added") if row.status == "running" else row


def _list_added(update: rt.TripUpdate, plan: Plan, live: Live, asked: set[str]) -> Iterator[Row]:
    """List the departures of a trip that brings its own stops: only times count, in order, and the last is none."""
    stopping = [said for said in update.stop_time_update if said.schedule_relationship != said.SKIPPED]
    status = "running" if update.trip.trip_id in plan.trip_ids else "added"
    reached = 0
    for said in stopping[:-1]:
        times = [event.time for event in (said.arrival, said.departure) if event.HasField("time")]
        if said.schedule_relationship == said.NO_DATA or not times:
            continue
        reached = max(reached, *times)
        stop = said.stop_time_properties.assigned_stop_id or said.stop_id
        if not {stop, said.stop_id} & asked:
            continue
        yield Row(
            update.trip.trip_id,
            _find_day(update, plan),
            None,
            stop,
            said.stop_sequence if said.HasField("stop_sequence") else None,
            None,
            reached,
            status,
            live.judge(update),
            reached,
            update.trip.route_id or None,
            made_for=_find_made_for(said),
        )


def _find_made_for(said: rt.TripUpdate.StopTimeUpdate) -> tuple[int, int] | None:
    """Give between which instants an added departure's plan had it: exactly, if it says its delay, else roughly."""
    event = said.departure
    if not event.HasField("time"):
        return None
    if event.HasField("delay"):
        return event.time - event.delay, event.time - event.delay
    return event.time - REPLACED_WITHIN_S, event.time + REPLACED_WITHIN_S


def _find_day(update: rt.TripUpdate, plan: Plan) -> date:
    """Give the service day of an added trip: as said, else the local date of its first time."""
    if update.trip.HasField("start_date"):
        return parse_date(update.trip.start_date)
    events = (event for said in update.stop_time_update for event in (said.arrival, said.departure))
    first = next((event.time for event in events if event.HasField("time")), 0)
    return datetime.fromtimestamp(first, plan.zone).date()


def _mark_replaced(row: Row, rows: list[Row]) -> Row:
    """A cancelled departure is replaced when an added trip of its line leaves in its place, made for its time."""
    if row.status != "cancelled" or row.scheduled is None:
        return row
    for other in rows:
        if (
            other.status == "added"
            and other.made_for is not None
            and (other.route, other.stop) == (row.route, row.stop)
        ):
            first, last = other.made_for
            if first <= row.scheduled <= last:
                return replace(row, status="replaced")
    return row
