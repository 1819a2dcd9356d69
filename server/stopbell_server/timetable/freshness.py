"""How old live data is, and what it may be called (architecture decision 8)."""

from collections.abc import Iterable
from datetime import datetime

from stopbell_server.domain.calls import LiveState
from stopbell_server.domain.certainty import Certainty, FeedState
from stopbell_server.domain.freshness import FreshnessLimits
from stopbell_server.domain.snapshot import Snapshot
from stopbell_server.timetable.live import LiveFacts
from stopbell_server.timetable.view import FeedView


def to_certainty(source_time: datetime | None, now: datetime, limits: FreshnessLimits) -> Certainty:
    """Say what a prediction made at that time may be called now; without a time it is lost."""
    if source_time is None:
        return Certainty.LOST
    age = now - source_time
    if age <= limits.live:
        return Certainty.LIVE
    return Certainty.AGEING if age <= limits.ageing else Certainty.LOST


def to_source_time(made: datetime | None, feed_time: datetime | None) -> datetime | None:
    """Give when a prediction was made: its own timestamp, but never later than the feed's header says.

    A feed that is a day old may carry updates stamped with the time of sending; the older one counts.
    """
    if made is None or feed_time is None:
        return made or feed_time
    return min(made, feed_time)


def to_live_state(view: FeedView, now: datetime, *, clock_ok: bool = True) -> LiveState:
    """Judge the trip updates of one feed: live, ageing, lost, or why there are none."""
    if view.snapshot is None:
        return LiveState(FeedState.ABSENT, clock_ok=clock_ok)
    facts = _list_facts(view)
    source_time = facts.source_time
    if source_time is None:
        is_awaited = facts.retrieved_time is None or awaits(view.snapshot, "updates")
        state = FeedState.NOT_YET if is_awaited else FeedState.ABSENT
        return LiveState(state, retrieved_time=facts.retrieved_time, clock_ok=clock_ok)
    age_s = int((now - source_time).total_seconds())
    return LiveState(
        _judge(facts, source_time, now, view.limits),
        source_time=source_time if facts.is_dated else None,
        retrieved_time=facts.retrieved_time,
        age_s=max(0, age_s),
        matched=facts.matched,
        updates=facts.updates,
        clock_ok=clock_ok,
    )


def _list_facts(view: FeedView) -> LiveFacts:
    """Give what holds of a snapshot at whatever time it is asked; found once."""
    if view.live.facts is None:
        view.live.facts = _find_facts(view.snapshot)
    return view.live.facts


def _find_facts(snapshot: Snapshot | None) -> LiveFacts:
    if snapshot is None:
        return LiveFacts()
    health, fault = snapshot.health, None
    carrying = [source for source in health.sources if "updates" in source.kind and source.retrieved_time]
    if health.updates and health.matched * 10 < health.updates:
        # Fewer than one in ten known: the live part belongs to another timetable (iRail pull request 593).
        fault = FeedState.UNMATCHED
    elif carrying and all(source.is_frozen for source in carrying):
        fault = FeedState.FROZEN
    return LiveFacts(
        source_time=snapshot.updates_time,
        is_dated=any(source.header_time is not None for source in carrying),
        retrieved_time=max((s.retrieved_time for s in health.sources if s.retrieved_time), default=None),
        fault=fault,
        matched=health.matched,
        updates=health.updates,
    )


def _judge(facts: LiveFacts, source_time: datetime, now: datetime, limits: FreshnessLimits) -> FeedState:
    if source_time - now > limits.future:
        return FeedState.FUTURE
    return facts.fault or FeedState(to_certainty(source_time, now, limits).value)


def awaits(snapshot: Snapshot | None, kind: str) -> bool:
    """Whether a source that may carry `updates`, `vehicles` or `alerts` has failed and never brought anything."""
    return snapshot is not None and any(
        source.failure and source.retrieved_time is None and (source.kind == "unknown" or kind in source.kind)
        for source in snapshot.health.sources
    )


def is_usable(view: FeedView, now: datetime) -> bool:
    """Whether predictions of this feed may be shown at all, be it as the last known ones.

    A feed of another timetable, or whose clock stands still or is ahead of ours, is not used, not even where it
    happens to fit: that is what riders are told of it.
    """
    facts = _list_facts(view)
    source_time = facts.source_time
    if source_time is None or facts.fault is not None:
        return False
    return -view.limits.future <= now - source_time <= view.limits.forget


def is_clock_credible(views: Iterable[FeedView], now: datetime) -> bool:
    """Whether this machine's clock can be right: not when every live feed is ahead of it.

    One feed ahead of others is that feed's fault; all ahead is ours. A clock behind all timetables'
    making is the sign of a machine that lost its clock.
    """
    ahead: list[bool] = []
    for view in views:
        if view.snapshot is None:
            continue
        times = (view.snapshot.updates_time, view.snapshot.vehicles_time)
        ahead += [time - now > view.limits.future for time in times if time is not None]
    return not ahead or not all(ahead)
