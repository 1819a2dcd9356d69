"""Provenance: which feed speaks, how old its live part is, and what must be said with every answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.times import to_wire_time
from stopbell_server.domain.calls import LiveState
from stopbell_server.domain.certainty import FeedState
from stopbell_server.domain.store import FeedInfo

_TOOK_PART = frozenset({FeedState.LIVE, FeedState.AGEING, FeedState.LOST, FeedState.FROZEN, FeedState.UNMATCHED})
"""States in which predictions of the live feed may stand in the answer, be it as the last known ones."""
_STALE = frozenset({FeedState.LOST, FeedState.FROZEN})
_WORST_FIRST = (
    FeedState.FUTURE,
    FeedState.FROZEN,
    FeedState.UNMATCHED,
    FeedState.LOST,
    FeedState.NOT_YET,
    FeedState.AGEING,
    FeedState.LIVE,
    FeedState.ABSENT,
)


@dataclass(frozen=True, slots=True)
class FeedSource:
    """One feed that took part in an answer."""

    info: FeedInfo
    live: LiveState
    notice: Mapping[str, str]
    """Language to sentence: what its operator wants said with every answer; may be empty."""


def choose_notice(notice: Mapping[str, str], language: str) -> str | None:
    """Choose the notice in the answer's language, its prefix, English, or whatever there is."""
    for tag in (language, language.partition("-")[0], "en"):
        if tag in notice:
            return notice[tag]
    return next(iter(notice.values()), None)


def to_provenance(source: FeedSource, language: str, *, observed: datetime | None = None) -> Provenance:
    """Give the provenance of an answer from one feed. `observed` is when a vehicle last reported, if one did."""
    info, live = source.info, source.live
    return Provenance(
        authority=info.authority,
        feed_version=info.version,
        standard="GTFS+GTFS-Realtime" if live.state in _TOOK_PART else "GTFS",
        source_time=to_wire_time(live.source_time, info.zone),
        observed_time=to_wire_time(observed, info.zone),
        retrieved_time=to_wire_time(live.retrieved_time, info.zone),
        age_seconds=live.age_s if live.clock_ok and live.source_time else None,
        stale=live.state in _STALE,
        live_state=live.state.value,
        attribution=info.attribution,
        notice=choose_notice(source.notice, language),
    )


def merge_provenance(sources: Sequence[FeedSource], language: str) -> Provenance:
    """Give the provenance of an answer from several feeds: no single authority, the worst live state, all notices.

    Of one feed it is that feed's own; of none it says that nothing is known.
    """
    if not sources:
        return Provenance(stale=False)
    if len(sources) == 1:
        return to_provenance(sources[0], language)
    every = [to_provenance(source, language) for source in sources]
    worst = min((source.live.state for source in sources), key=_WORST_FIRST.index)
    notices = dict.fromkeys(one.notice for one in every if one.notice)
    credits_due = dict.fromkeys(one.attribution for one in every if one.attribution)
    ages = [one.age_seconds for one in every if one.age_seconds is not None]
    return Provenance(
        standard="GTFS+GTFS-Realtime" if any("+" in one.standard for one in every) else "GTFS",
        age_seconds=max(ages, default=None),
        stale=any(one.stale for one in every),
        live_state=worst.value,
        attribution="; ".join(credits_due) or None,
        notice=" ".join(notices) or None,
    )
