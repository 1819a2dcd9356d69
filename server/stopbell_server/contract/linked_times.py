"""For when a document speaks, and by whom: now, for a whole timetable, or for one day of it."""

from datetime import date

from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_feeds import FeedSource, choose_notice
from stopbell_server.contract.linked import Freshness
from stopbell_server.contract.times import to_wire_time
from stopbell_server.domain.store import FeedInfo


def to_plan_provenance(source: FeedSource, language: str) -> Provenance:
    """Give the provenance of what the timetable alone says: live data has no part in it."""
    return Provenance(
        authority=source.info.authority,
        feed_version=source.info.version,
        stale=False,
        attribution=source.info.attribution,
        notice=choose_notice(source.notice, language),
    )


def to_plan_freshness(info: FeedInfo) -> Freshness:
    """Say that something holds for the timetable as a whole, for which days that is, and since when it is known."""
    return Freshness(
        temporal_meaning="static-plan",
        valid_from=_to_day(info.first_day),
        valid_until=_to_day(info.last_day),
        stale=False,
        last_modified=to_wire_time(info.taken_in, info.zone),
    )


def to_day_freshness(info: FeedInfo, day: date | None) -> Freshness:
    """Say that something is the plan of one day; None: of one of which the plan does not speak."""
    text = _to_day(day)
    return to_plan_freshness(info).model_copy(
        update={"temporal_meaning": "day-plan", "valid_from": text, "valid_until": text}
    )


def to_current_freshness(provenance: Provenance, info: FeedInfo, valid_at: str | None) -> Freshness:
    """Say that something holds now; without live data it last changed when the timetable came.

    Live data that has no time of its own leaves open when it changed: when it was fetched does not say that.
    """
    changed = provenance.source_time if "+" in provenance.standard else to_wire_time(info.taken_in, info.zone)
    return Freshness(
        temporal_meaning="current",
        valid_at=valid_at,
        live_state=provenance.live_state,
        age_seconds=provenance.age_seconds,
        stale=provenance.stale,
        last_modified=changed,
    )


def _to_day(day: date | None) -> str | None:
    return day.isoformat() if day else None
