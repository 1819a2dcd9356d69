"""A run, its part and an instant make a trip update."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.realtime import (
    StopRelationship,
    StopTimeEvent,
    StopTimeUpdate,
    TripDescriptor,
    TripRelationship,
    TripUpdate,
)
from stopbell_server.domain.store import Store
from stopbell_server.feeds.simulator.casting import Part
from stopbell_server.feeds.simulator.chance import Chance
from stopbell_server.feeds.simulator.motion import Motion, to_motion, to_report_time
from stopbell_server.feeds.simulator.platforms import find_other_platform
from stopbell_server.feeds.simulator.runs import Run
from stopbell_server.feeds.simulator.scenario import Fate

_DISPATCHER_UNCERTAINTY_S = 300


@dataclass(frozen=True, slots=True)
class Played:
    """One run as it is played at an instant."""

    run: Run
    part: Part
    motion: Motion
    reported: int
    """When its vehicle, or the dispatcher, was last heard of; POSIX seconds."""
    skipped: frozenset[StopId]
    """Stops that a detour leaves out."""

    def is_skipped(self, index: int) -> bool:
        """Whether the run leaves out this call; never its first or last."""
        if not 0 < index < len(self.run.stops) - 1:
            return False
        return self.run.stops[index].stop in self.skipped or (
            self.part.fate is Fate.SKIPPING and index == self.run.middle
        )


def play(chance: Chance, run: Run, part: Part, skipped: frozenset[StopId], now: int) -> Played:
    """Put a run on the stage at an instant (POSIX seconds)."""
    reported = to_report_time(chance, run, part.fate, now)
    return Played(run, part, to_motion(chance, run, part.fate), reported, skipped)


def to_descriptor(run: Run, fate: Fate) -> TripDescriptor:
    """Say which trip it is; only a run of a frequency needs its start time (GTFS-RT TripDescriptor)."""
    relationship = TripRelationship.SCHEDULED
    if fate is Fate.CANCELLED:
        relationship = TripRelationship.CANCELED
    elif run.is_added:
        relationship = TripRelationship.NEW
    elif not run.is_exact:
        relationship = TripRelationship.UNSCHEDULED
    return TripDescriptor(run.trip.id, run.trip.route, run.trip.direction, run.service_day, run.start_s, relationship)


def to_update(chance: Chance, store: Store, played: Played) -> TripUpdate | None:
    """Give the update, or None when nothing is known of the run.

    A silent run on a detour has an update that only names the stops left out.
    """
    run, part = played.run, played.part
    stops: tuple[StopTimeUpdate, ...] = ()
    if part.fate is Fate.SILENT:
        stops = tuple(
            stop for stop in _list_stops(chance, store, played) if stop.relationship is StopRelationship.SKIPPED
        )
        if not stops:
            return None
    elif part.fate is not Fate.CANCELLED:
        stops = tuple(_list_stops(chance, store, played))
    return TripUpdate(
        descriptor=to_descriptor(run, part.fate),
        updates=stops,
        vehicle=part.vehicle,
        timestamp=datetime.fromtimestamp(played.reported, UTC),
        headsign=run.trip.headsign if run.is_added else None,
    )


def _list_stops(chance: Chance, store: Store, played: Played) -> Iterator[StopTimeUpdate]:
    """Tell of every call: those that have happened keep their true times, so that no early vehicle becomes a ghost."""
    run, fate = played.run, played.part.fate
    other = find_other_platform(chance, store, run) if fate is Fate.MOVED else None
    last = len(run.stops) - 1
    for index, stop in enumerate(run.stops):
        if played.is_skipped(index):
            # A NEW trip's updates are its whole journey (GTFS-RT ScheduleRelationship): what it skips is not there.
            if not run.is_added:
                yield StopTimeUpdate(stop.sequence, stop.stop, StopRelationship.SKIPPED)
        elif fate is Fate.NO_DATA and index >= run.middle:
            yield StopTimeUpdate(stop.sequence, stop.stop, StopRelationship.NO_DATA)
        else:
            yield StopTimeUpdate(
                stop.sequence,
                stop.stop,
                arrival=_to_event(chance, played, stop.arrival) if index else None,
                departure=_to_event(chance, played, stop.departure, is_start=not index) if index < last else None,
                assigned_stop=other[1] if other and other[0] == index else None,
            )


def _to_event(chance: Chance, played: Played, planned: int, *, is_start: bool = False) -> StopTimeEvent:
    delay = round(played.motion.delay_at(played.reported))
    expected = planned + (max(0, delay) if is_start else delay)
    has_happened = expected <= played.reported
    if has_happened:
        expected = played.motion.happens_at(planned)
    uncertainty = 0 if has_happened else 20 + (expected - played.reported) // 20
    return _word(chance, played, planned, expected, uncertainty)


def _word(chance: Chance, played: Played, planned: int, expected: int, uncertainty: int) -> StopTimeEvent:
    """Say it as a time, as a delay or as both: systems differ, and all three are valid (GTFS-RT StopTimeEvent)."""
    delay = expected - planned
    if played.part.fate is Fate.UNASSIGNED:
        return StopTimeEvent(delay_s=delay, uncertainty_s=_DISPATCHER_UNCERTAINTY_S)
    style = chance.share("style", played.run.key)
    if played.run.is_added or not played.run.is_exact or style < 0.2:
        return StopTimeEvent(time=expected, uncertainty_s=uncertainty)
    if style < 0.4:
        return StopTimeEvent(delay_s=delay, uncertainty_s=uncertainty)
    return StopTimeEvent(time=expected, delay_s=delay, uncertainty_s=uncertainty)
