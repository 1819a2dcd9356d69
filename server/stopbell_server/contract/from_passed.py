"""Calls whose time is past, as the wire has them."""

from collections.abc import Iterable
from datetime import datetime

from stopbell_server.contract.arrivals import PassedCall as WirePassedCall
from stopbell_server.contract.from_calls import to_monitored_call
from stopbell_server.contract.from_history import to_observed
from stopbell_server.contract.naming import Naming
from stopbell_server.domain.calls import CallKind
from stopbell_server.domain.store import FeedInfo
from stopbell_server.timetable.passed import PassedCall


def to_passed_calls(
    found: Iterable[PassedCall], kind: CallKind, naming: Naming, feed: FeedInfo, now: datetime
) -> list[WirePassedCall]:
    """Give what was due a moment ago, without minutes until it."""
    return [
        WirePassedCall(
            call=to_monitored_call(one.call, kind, naming, feed.zone, now, clock_ok=False),
            minutes_ago=int(one.ago.total_seconds() // 60),
            known_by=one.known_by.value,
            gone=one.is_gone,
            passing=to_observed(one.passing, feed.zone) if one.passing else None,
        )
        for one in found
    ]
