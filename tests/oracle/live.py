"""The trip updates as the oracle reads them: which dated trip each speaks of, which of several holds, how old it is."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.binding import bind
from tests.oracle.dated import DatedKey, DatedTrip, list_dated
from tests.oracle.plan import Plan, PlannedTrip, parse_date, parse_time
from tests.oracle.prediction import find_shifts

LIVE_S = 90
AGEING_S = 180
FORGET_S = 30 * 60
FUTURE_S = 120
GONE = (rt.TripDescriptor.CANCELED, rt.TripDescriptor.DELETED)
REPLACING = (rt.TripDescriptor.NEW, rt.TripDescriptor.REPLACEMENT)
"""Trips that bring stops of their own, instead of the planned ones if they have the id of a planned trip."""
Subject = tuple[str, Any]
"""`planned` with the key of the dated trip, `copy` or `own` with what tells two such trips apart."""


@dataclass(slots=True)
class Live:
    """What the live feed says at one instant; empty when it may not be used."""

    now: int
    header: int
    planned: dict[DatedKey, rt.TripUpdate] = field(default_factory=dict[DatedKey, rt.TripUpdate])
    """The one update that holds for a dated trip of the timetable."""
    added: list[rt.TripUpdate] = field(default_factory=list[rt.TripUpdate])
    """Trips with stops of their own; one that replaces a planned trip stands here and under `planned`."""
    duplicated: list[rt.TripUpdate] = field(default_factory=list[rt.TripUpdate])

    def judge(self, update: rt.TripUpdate) -> str:
        """Say how fresh an update is: `live`, `ageing` or `lost`."""
        made = min(update.timestamp or self.header, self.header)
        age = self.now - made
        return "live" if age <= LIVE_S else "ageing" if age <= AGEING_S else "lost"


def read_live(payload: bytes | None, plan: Plan, now: int) -> Live:
    """Read trip updates at an instant. A header without a time counts as fetched now."""
    feed = rt.FeedMessage()
    feed.ParseFromString(payload or b"")
    live = Live(now, feed.header.timestamp or now)
    if payload is None or live.header > now + FUTURE_S or live.header < now - FORGET_S:
        return live
    heard: dict[Subject, list[rt.TripUpdate]] = {}
    for place, entity in enumerate(feed.entity):
        if entity.HasField("trip_update") and not entity.is_deleted:
            subject = _find_subject(entity.trip_update, plan, live.header, place)
            if subject is not None:
                heard.setdefault(subject, []).append(entity.trip_update)
    for (kind, key), updates in heard.items():
        holds = _choose(updates)
        if kind == "planned":
            live.planned[key] = holds
        if kind == "copy":
            live.duplicated.append(holds)
        elif kind == "own" or holds.trip.schedule_relationship in REPLACING:
            live.added.append(holds)
    return live


def _find_subject(update: rt.TripUpdate, plan: Plan, header: int, place: int) -> Subject | None:
    """Say which trip an update is about: a planned one, a copy of one, or one with stops of its own."""
    relationship, name = update.trip.schedule_relationship, update.trip.trip_id
    if relationship == rt.TripDescriptor.DUPLICATED:
        return "copy", (update.trip_properties.trip_id, update.trip_properties.start_date)
    own = "own", (name or str(place), update.trip.start_date)
    if relationship in (*REPLACING, rt.TripDescriptor.ADDED) and name not in plan.trip_ids:
        return own
    dated = find_dated(update, plan, header)
    if dated is not None:
        return "planned", dated.key
    return own if relationship in REPLACING else None


def _choose(updates: list[rt.TripUpdate]) -> rt.TripUpdate:
    """Of several updates for one trip: a cancellation, else the newest (undated ones are oldest), else the last."""
    gone = [update for update in updates if update.trip.schedule_relationship in GONE]
    return max(enumerate(gone or updates), key=lambda item: (item[1].timestamp, item[0]))[1]


def find_dated(update: rt.TripUpdate, plan: Plan, header: int) -> DatedTrip | None:
    """Find the one dated trip that an update speaks of; none or several is None."""
    descriptor = update.trip
    if descriptor.HasField("trip_id"):
        trip = plan.trips.get(descriptor.trip_id)
        if trip is None:
            return None
        runs = [run for day in _list_days(update, header) for run in list_dated(plan, trip, day)]
        if trip.starts:
            start = parse_time(descriptor.start_time) if descriptor.HasField("start_date") else None
            runs = [run for run in runs if run.key[2] == start]
        return min(runs, key=partial(_find_distance, update, header=header), default=None)
    needed = ("route_id", "direction_id", "start_date", "start_time")
    if not all(descriptor.HasField(name) for name in needed):
        return None
    runs = [
        run
        for trip in plan.trips.values()
        if trip.route == descriptor.route_id and trip.direction == str(descriptor.direction_id)
        for run in list_dated(plan, trip, parse_date(descriptor.start_date))
        if parse_time(descriptor.start_time) == _find_start(trip, run)
    ]
    return runs[0] if len(runs) == 1 else None


def _find_start(trip: PlannedTrip, run: DatedTrip) -> int:
    start = run.key[2]
    return trip.calls[0].departure if start is None else start


def _list_days(update: rt.TripUpdate, header: int) -> list[date]:
    """List the service days an update may mean: the one it names, else those around the feed's own time."""
    if update.trip.HasField("start_date"):
        return [parse_date(update.trip.start_date)]
    today = datetime.fromtimestamp(header, UTC).date()
    return [today + timedelta(days=n) for n in range(-4, 3)]


def _find_distance(update: rt.TripUpdate, run: DatedTrip, header: int) -> int:
    """Say how far a run is from what is predicted; where no instant is given, from when it was said."""
    for place, said in sorted(bind(update.stop_time_update, run.calls).items()):
        shifts = [shift for shift in find_shifts(said, run.calls[place]) if shift is not None]
        if shifts and (said.arrival.HasField("time") or said.departure.HasField("time")):
            return abs(shifts[0])
    made = update.timestamp or header
    return max(run.calls[0].departure - made, made - run.calls[-1].arrival, 0)
