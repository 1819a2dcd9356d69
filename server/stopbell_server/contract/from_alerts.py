"""Alerts of the domain as the wire has them: one language, clean text, no open end dressed up as a date."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from stopbell_server.contract.alerts import AlertReason, AlertSummary
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.plain_text import BREATH, LONG_BREATH, to_breath, to_plain_text
from stopbell_server.contract.times import to_wire_time
from stopbell_server.contract.words import CAUSES, EFFECTS
from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.realtime import Alert, Translation
from stopbell_server.domain.store import FeedInfo

OPEN_END = timedelta(days=366)
"""An end further off than this means "until further notice"; publishers write 2038 or 2099 for it."""
MOST_NAMES = 12
_HTML_SUFFIX = "-html"
"""Some publishers put marked-up twins of their texts under a tag such as "en-html"."""


def choose_translation(texts: Sequence[Translation], language: str, feed_language: str | None) -> Translation | None:
    """Choose one text: the rider's language, its prefix, the feed's language, the text without a language.

    Where none of these is there, any text beats silence. Marked-up twins are never chosen. None without texts.
    """
    plain = [text for text in texts if not (text.language or "").lower().endswith(_HTML_SUFFIX) and text.text.strip()]
    for wanted in (language, feed_language):
        if wanted is None:
            continue
        for tag in (wanted.lower(), wanted.lower().partition("-")[0]):
            for exact in (True, False):
                for text in plain:
                    own = (text.language or "").lower()
                    if own == tag or (not exact and own.partition("-")[0] == tag):
                        return text
    unnamed = [text for text in plain if not text.language]
    return next(iter([*unnamed, *plain]), None)


def to_alert_summary(
    match: AlertMatch, naming: Naming, feed: FeedInfo, now: datetime, *, in_short: bool = False
) -> AlertSummary | None:
    """Give an alert as a rider hears it; None when it carries no text at all in plain form.

    The header is one breath; what is longer stands whole in the description. In short, for the end of a board,
    there is no description.
    """
    alert = match.alert
    header = choose_translation(alert.header, naming.language, feed.language)
    description = choose_translation(alert.description, naming.language, feed.language)
    shown = header or description
    if shown is None:
        return None
    starts, ends = _to_period(alert, now)
    told = description if description and description is not shown else None
    first = _Text(to_plain_text(shown.text), _to_spoken(alert.spoken_header, shown, naming, feed))
    more = _Text(to_plain_text(told.text), _to_spoken(alert.spoken_description, told, naming, feed)) if told else None
    longest = BREATH if in_short else LONG_BREATH
    whole = None if in_short else _to_whole(first, more)
    return AlertSummary(
        id=to_scoped_id(match.authority, to_alert_identity(alert)),
        header=to_breath(first.written, at_most=longest),
        spoken_header=to_breath(first.spoken, at_most=longest),
        description=whole.written if whole else None,
        spoken_description=whole.spoken if whole else None,
        language=shown.language,
        cause=CAUSES.get(alert.cause),
        effect=EFFECTS.get(alert.effect),
        reason=cast(AlertReason, match.reason),
        active=match.is_active,
        starts=to_wire_time(starts, feed.zone),
        ends=to_wire_time(ends, feed.zone),
        lines=[naming.name_label(line) for line in match.routes[:MOST_NAMES]],
        stops=list(dict.fromkeys(naming.name_stop(stop).written for stop in match.stops[:MOST_NAMES])),
        url=alert.url if alert.url and alert.url.startswith(("https://", "http://")) else None,
    )


@dataclass(frozen=True, slots=True)
class _Text:
    """A clean text as it is shown and as it is spoken."""

    written: str
    spoken: str


def _to_whole(first: _Text, more: _Text | None) -> _Text | None:
    """Give the description; a header that is longer than a breath stands in front of it, so that nothing is lost."""
    if to_breath(first.written, at_most=LONG_BREATH) == first.written:
        return more
    if more is None:
        return first
    return _Text(to_plain_text(f"{first.written} {more.written}"), to_plain_text(f"{first.spoken} {more.spoken}"))


def to_alert_identity(alert: Alert) -> str:
    """Give an identity made of what the alert says: a feed's entity id may change with every message."""
    first = min((start for start, _ in alert.periods if start), default=None)
    said = [text.text for text in alert.header[:1]]
    parts = (alert.cause, alert.effect, first, *said, *sorted(repr(selector) for selector in alert.selectors))
    return "alert-" + hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:12]


def _to_spoken(texts: Sequence[Translation], shown: Translation, naming: Naming, feed: FeedInfo) -> str:
    spoken = choose_translation(texts, naming.language, feed.language)
    same = spoken is not None and spoken.language == shown.language
    return to_plain_text(spoken.text if spoken and same else shown.text)


def _to_period(alert: Alert, now: datetime) -> tuple[datetime | None, datetime | None]:
    """Give the period that holds now, else the next; a start that is past is not said, nor a far-off end."""
    open_periods = [(start, end) for start, end in alert.periods if end is None or end > now]
    if not open_periods:
        return None, None
    start, end = min(open_periods, key=lambda period: period[0].timestamp() if period[0] else 0.0)
    return (
        start if start and start > now else None,
        end if end and end - now <= OPEN_END else None,
    )
