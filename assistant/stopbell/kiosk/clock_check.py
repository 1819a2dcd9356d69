"""Whether the machine's clock can be believed: all minutes are counted by it.

Small computers have no clock that runs without power. Three things betray a wrong one: it is before a moment that is
known to be past; every live feed is ahead of it; or live data that goes on from reading to reading is hours old.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

Doubt = Literal["behind", "feed-ahead", "feed-behind"]

TOLERANCE = timedelta(minutes=2)
_FAR = timedelta(minutes=30)
"""A feed that is merely late is not this late and still going on."""
_GOES_ON = timedelta(seconds=20)
"""So much newer the feed's own time must have become for it to count as going on."""


@dataclass(frozen=True, slots=True)
class FeedTime:
    """What one reading of the board said of the feed's clock."""

    live_state: str
    source_time: datetime | None
    """When the feed says that it was made."""


class ClockCheck:
    """Judges the clock from reading to reading."""

    def __init__(self, known_past: datetime | None) -> None:
        """Take the latest moment that is known to be past: when this kiosk last ran, or its file was written."""
        self._known_past = known_past
        self._first: datetime | None = None

    def judge(self, now: datetime, feed: FeedTime | None) -> Doubt | None:
        """Tell why the clock cannot be believed; None: nothing speaks against it."""
        if self._known_past is not None and now < self._known_past - TOLERANCE:
            return "behind"
        if feed is None:
            return None
        if feed.live_state == "future":
            return "feed-ahead"
        return self._judge_age(now, feed.source_time)

    def _judge_age(self, now: datetime, source: datetime | None) -> Doubt | None:
        if source is None or now - source < _FAR:
            self._first = None
            return None
        if self._first is None or source < self._first:
            self._first = source
        return "feed-behind" if source - self._first >= _GOES_ON else None
