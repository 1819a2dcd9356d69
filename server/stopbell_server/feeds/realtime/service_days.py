"""When the service days of trip updates begin."""

from datetime import UTC, datetime, timedelta

import numpy as np

from stopbell_server.domain.service_day import DAY_S, to_day_start
from stopbell_server.domain.store import FeedInfo
from stopbell_server.feeds.realtime.values import find_service_day
from stopbell_server.feeds.realtime.wire import Ints, Words

NO_DAY = -1


def to_day_starts(dates: Words, info: FeedInfo) -> Ints:
    """Give the POSIX seconds from which the times of each start_date count; NO_DAY where it is no date."""
    different, places = np.unique(dates, return_inverse=True)
    starts = [_to_start(int(code), info) for code in different]
    return np.array(starts, np.int64)[places]


def list_near_day_starts(around: datetime, info: FeedInfo) -> Ints:
    """Give the same for all service days whose trips may be under way at an instant."""
    today = around.astimezone(info.zone).date()
    days = (today + timedelta(days=n) for n in range(-(info.longest_s // DAY_S) - 1, 2))
    return np.array([int(to_day_start(day, info.zone).timestamp()) for day in days], np.int64)


def find_nearest(instants: Ints, near: Ints) -> Ints:
    """Give for each instant, minus what was planned, the day start that it is nearest to."""
    return near[np.abs(instants[:, None] - near[None, :]).argmin(axis=1)]


def to_header_time(header_time: datetime | None, posix: int) -> datetime:
    """Give the feed's clock; a predicted time stands in."""
    return header_time or datetime.fromtimestamp(posix, UTC)


def _to_start(code: int, info: FeedInfo) -> int:
    day = find_service_day(code.to_bytes(8, "little").decode(errors="replace")) if code else None
    return int(to_day_start(day, info.zone).timestamp()) if day else NO_DAY
