"""When a journey counts as monitored, and when that has ended.

A mention is a vehicle's report or a trip update of the journey, cancellations included; its time is the source's own,
never later than the source's header. One rule for all, on the limits of `domain.freshness`:

- the last mention is no older than the ageing limit (3 minutes): monitored, whether or not the newest data has it;
- it is older and the newest data still has it: lost, until it is older than the forget limit (30 minutes);
- else it has ended, for as long as the record keeps the last word; after that nothing is known but the plan.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime

from stopbell_server.domain.history import LastUpdate
from stopbell_server.domain.monitoring import MentionedBy, Monitoring, MonitoringState
from stopbell_server.domain.realtime import TripUpdate
from stopbell_server.timetable.freshness import to_source_time
from stopbell_server.timetable.matching import find_service_day
from stopbell_server.timetable.passings import Run, find_place, is_of_run, list_tracks
from stopbell_server.timetable.vehicles import to_report_time
from stopbell_server.timetable.view import FeedView

_Mention = tuple[datetime, MentionedBy]


def find_monitoring(view: FeedView, run: Run, now: datetime) -> Monitoring:
    """Say whether a journey is monitored, and what was last said of it."""
    limits = view.limits
    current = _find_newest((*_list_reports(view, run), *_list_updates(view, run, now)), now + limits.future)
    record = _recall(view, run, now)
    mention = _find_newest((*([current] if current else []), *_list_recorded(record)), now + limits.future)
    if mention is None or (current is None and not _is_kept(view, mention[0], now)):
        return Monitoring(MonitoringState.NOT_MONITORED, recorded_since=record.recorded_since)
    age = now - mention[0]
    span = limits.forget if current is not None else limits.ageing
    state = MonitoringState.LOST if current is not None else MonitoringState.ENDED
    if age <= limits.ageing:
        state = MonitoringState.MONITORED
    elif age > span:
        state = MonitoringState.ENDED
    if state is MonitoringState.ENDED and not _is_kept(view, mention[0], now):
        return Monitoring(MonitoringState.NOT_MONITORED, recorded_since=record.recorded_since)
    return Monitoring(
        state=state,
        mentioned=mention[0],
        mentioned_by=mention[1],
        ends=None if state is MonitoringState.ENDED else mention[0] + span,
        kept_until=view.history.until(mention[0]) if view.history else None,
        recorded_since=record.recorded_since,
        sighting=record.sighting,
        sighting_index=record.sighting_index,
        last_update=record.last_update if current is None else None,
    )


def _find_newest(mentions: Iterable[_Mention], latest: datetime) -> _Mention | None:
    return max((one for one in mentions if one[0] <= latest), key=lambda one: one[0], default=None)


def _is_kept(view: FeedView, mentioned: datetime, now: datetime) -> bool:
    return view.history is not None and now <= view.history.until(mentioned)


def _list_reports(view: FeedView, run: Run) -> Iterator[_Mention]:
    for position in view.snapshot.list_positions(run.trip) if view.snapshot else ():
        time, descriptor = to_report_time(view, position), position.descriptor
        if time is not None and descriptor is not None:
            posix = int(time.timestamp())
            if is_of_run(run, descriptor.start_date, descriptor.start_s, posix, posix):
                yield time, MentionedBy.VEHICLE


def _list_updates(view: FeedView, run: Run, now: datetime) -> Iterator[_Mention]:
    if view.snapshot is None:
        return
    copies = (update for update in view.snapshot.list_duplicated() if update.new_trip == run.trip)
    for update in (*view.live.list_updates(run.trip), *copies):
        time = to_source_time(update.timestamp, view.snapshot.updates_time)
        if time is not None and _find_day(view, run, update, now) == run.service_day:
            yield time, MentionedBy.PREDICTION


def _find_day(view: FeedView, run: Run, update: TripUpdate, now: datetime) -> date | None:
    """Give the day an update speaks of; of a trip without a plan that names none, the day that is asked about."""
    if update.new_trip == run.trip:
        return update.new_start_date or update.descriptor.start_date
    if run.start_s is not None and update.descriptor.start_s != run.start_s:
        return None
    trip = view.store.find_trip(run.trip)
    return find_service_day(view, trip, update, now) if trip else update.descriptor.start_date or run.service_day


def _recall(view: FeedView, run: Run, now: datetime) -> Monitoring:
    """Give what is on record of the journey."""
    history = view.history
    if history is None:
        return Monitoring(MonitoringState.NOT_MONITORED)
    tracks = list_tracks(history, run, now)
    track = max(tracks, key=lambda one: one.last, default=None)
    sighting = track.sightings[-1] if track else None
    kept = [one for one in history.list_last_updates(run.trip, now) if _is_of_day(view, run, one, now)]
    return Monitoring(
        MonitoringState.NOT_MONITORED,
        recorded_since=history.since(now),
        sighting=sighting,
        sighting_index=find_place(run.places, sighting.sequence, sighting.stop) if sighting else None,
        last_update=max(kept, key=lambda one: one.made, default=None),
    )


def _is_of_day(view: FeedView, run: Run, kept: LastUpdate, now: datetime) -> bool:
    return _find_day(view, run, kept.update, now) == run.service_day


def _list_recorded(record: Monitoring) -> Iterator[_Mention]:
    if record.sighting is not None:
        yield datetime.fromtimestamp(record.sighting.last, UTC), MentionedBy.VEHICLE
    if record.last_update is not None:
        yield datetime.fromtimestamp(record.last_update.made, UTC), MentionedBy.PREDICTION
