"""A live feed as the oracle reads it: which dated trip each update speaks of, which of several holds, how old it is."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.binding import bind
from tests.oracle.dated import DatedKey, DatedTrip, list_dated
from tests.oracle.plan import Plan
from tests.oracle.wire import find_date, find_event_time, find_instant, find_time, list_in_order

LIVE_S = 90
AGEING_S = 180
FORGET_S = 30 * 60
FUTURE_S = 120
GONE = (rt.TripDescriptor.CANCELED, rt.TripDescriptor.DELETED)
REPLACING = (rt.TripDescriptor.NEW, rt.TripDescriptor.REPLACEMENT)
"""Trips that bring stops of their own, instead of the planned ones if they have the id of a planned trip."""
OWN = (*REPLACING, rt.TripDescriptor.ADDED, rt.TripDescriptor.UNSCHEDULED)
"""Of a trip that is not in the timetable: it brings stops of its own (decision 0005)."""
Subject = tuple[str, Any]
"""`planned` with the key of the dated trip, `copy` or `own` with what tells two such trips apart."""


@dataclass(slots=True)
class Live:
    """What the live feed says at one instant."""

    now: int
    header: int
    is_usable: bool = True
    """False: too old or from the future; nothing it says of trips and vehicles is believed."""
    planned: dict[DatedKey, rt.TripUpdate] = field(default_factory=dict[DatedKey, rt.TripUpdate])
    """The one update that holds for a dated trip of the timetable."""
    added: list[rt.TripUpdate] = field(default_factory=list[rt.TripUpdate])
    """Trips with stops of their own; one that replaces a planned trip stands here and under `planned`."""
    duplicated: list[rt.TripUpdate] = field(default_factory=list[rt.TripUpdate])
    positions: list[rt.VehiclePosition] = field(default_factory=list[rt.VehiclePosition])
    alerts: list[rt.Alert] = field(default_factory=list[rt.Alert])

    def judge(self, update: rt.TripUpdate) -> str:
        """Say how fresh an update is: `live`, `ageing` or `lost`."""
        age = self.now - min(find_instant(update.timestamp) or self.header, self.header)
        return "live" if age <= LIVE_S else "ageing" if age <= AGEING_S else "lost"


def read_live(payload: bytes | None, plan: Plan, now: int) -> Live:
    """Read a live feed at an instant. A header without a time counts as fetched now."""
    feed = rt.FeedMessage()
    feed.ParseFromString(payload or b"")
    live = Live(now, find_instant(feed.header.timestamp) or now)
    if payload is None:
        return live
    kept = [entity for entity in feed.entity if not entity.is_deleted]
    live.alerts = [entity.alert for entity in kept if entity.HasField("alert")]
    live.is_usable = now - FORGET_S <= live.header <= now + FUTURE_S
    if live.is_usable:
        live.positions = [entity.vehicle for entity in kept if entity.HasField("vehicle")]
        updates = [entity.trip_update for entity in kept if entity.HasField("trip_update")]
        if 10 * sum(_is_matched(update, plan) for update in updates) >= len(updates):
            _read_updates(updates, plan, live)
    return live


def _is_matched(update: rt.TripUpdate, plan: Plan) -> bool:
    """Say whether the timetable has the trip, or it brings its own; with fewer than one in ten none is believed."""
    if update.trip.trip_id:
        is_own = update.trip.schedule_relationship in (*OWN, rt.TripDescriptor.DUPLICATED)
        return update.trip.trip_id in plan.trip_ids or (is_own and len(update.stop_time_update) > 0)
    return update.trip.schedule_relationship in OWN or find_dated(update, plan, 0) is not None


def _read_updates(updates: list[rt.TripUpdate], plan: Plan, live: Live) -> None:
    heard: dict[Subject, list[rt.TripUpdate]] = {}
    for place, update in enumerate(updates):
        subject = _find_subject(update, plan, live.header, place)
        if subject is not None:
            heard.setdefault(subject, []).append(update)
    for (kind, key), said in heard.items():
        holds = _choose(said)
        if kind == "planned":
            live.planned[key] = holds
        if kind == "copy":
            live.duplicated.append(holds)
        elif holds.trip.schedule_relationship in (OWN if kind == "own" else REPLACING):
            live.added.append(holds)


def _find_subject(update: rt.TripUpdate, plan: Plan, header: int, place: int) -> Subject | None:
    """Say which trip an update is about: a planned one, a copy of one, or one with stops of its own."""
    relationship, name = update.trip.schedule_relationship, update.trip.trip_id
    if relationship == rt.TripDescriptor.DUPLICATED:
        new = update.trip_properties
        return "copy", (new.trip_id, new.start_date)
    own = "own", (name or str(place), find_day(update, plan))
    if name and name not in plan.trip_ids:
        return own if relationship in (*OWN, *GONE) else None
    if relationship in OWN and not name:
        return own
    dated = find_dated(update, plan, header)
    if dated is not None:
        return "planned", dated.key
    return own if relationship in (*REPLACING, *GONE) else None


def _choose(updates: list[rt.TripUpdate]) -> rt.TripUpdate:
    """Of several updates for one trip: a cancellation, else the newest (undated ones are oldest), else the last."""
    gone = [update for update in updates if update.trip.schedule_relationship in GONE]
    return max(enumerate(gone or updates), key=lambda item: (find_instant(item[1].timestamp) or 0, item[0]))[1]


def find_day(update: rt.TripUpdate, plan: Plan) -> date | None:
    """Give the service day of a trip with stops of its own: as said, else the local date of its first time."""
    said_day = find_date(update.trip.start_date)
    if said_day is not None:
        return said_day
    for said in list_in_order(update):
        if said.schedule_relationship in (said.SKIPPED, said.NO_DATA):
            continue
        times = (find_event_time(said.arrival), find_event_time(said.departure))
        first = next((time for time in times if time is not None), None)
        if first is not None:
            return datetime.fromtimestamp(first, plan.zone).date()
    return None


def find_dated(update: rt.TripUpdate, plan: Plan, header: int) -> DatedTrip | None:
    """Find the one dated trip that an update speaks of; none or several is None."""
    descriptor = update.trip
    day, start = find_date(descriptor.start_date), find_time(descriptor.start_time)
    if not descriptor.trip_id:
        return _find_nameless(descriptor, day, start, plan)
    trip = plan.trips.get(descriptor.trip_id)
    if trip is None:
        return None
    named = () if start is None else (start,)
    days = [day] if day is not None else _list_days(header)
    runs = [run for each in days for run in list_dated(plan, trip, each, named)]
    if trip.is_by_frequency:
        runs = [run for run in runs if day is not None and run.key[2] == start]
    return min(runs, key=partial(_find_distance, update, header=header), default=None)


def _find_nameless(descriptor: rt.TripDescriptor, day: date | None, start: int | None, plan: Plan) -> DatedTrip | None:
    """Match by line, direction, day and start, of frequencies.txt only what has exact times (decision 0005).

    Without a direction the one trip of the line that starts then is meant, if there is but one.
    """
    if day is None or start is None or not descriptor.route_id:
        return None
    runs = [
        run
        for trip in plan.trips.values()
        if trip.route == descriptor.route_id
        if not descriptor.HasField("direction_id") or trip.direction == str(descriptor.direction_id)
        for run in list_dated(plan, trip, day)
        if start == (trip.calls[0].departure if run.key[2] is None else run.key[2])
    ]
    return runs[0] if len(runs) == 1 else None


def _list_days(header: int) -> list[date]:
    """List the service days that an update without one may mean: those around the feed's own time."""
    today = datetime.fromtimestamp(header, UTC).date()
    return [today + timedelta(days=n) for n in range(-4, 3)]


def _find_distance(update: rt.TripUpdate, run: DatedTrip, header: int) -> int:
    """Say how far a run is from what is predicted; where no instant is given, from when it was said."""
    for place, said in sorted(bind(list_in_order(update), run.calls).items()):
        if said.schedule_relationship == said.NO_DATA:
            continue
        call = run.calls[place]
        for event, planned in ((said.arrival, call.arrival), (said.departure, call.departure)):
            time = find_event_time(event)
            if time is not None and planned is not None:
                return abs(time - planned)
    made, span = find_instant(update.timestamp) or header, run.span
    return 1 << 40 if span is None else max(span[0] - made, made - span[1], 0)
