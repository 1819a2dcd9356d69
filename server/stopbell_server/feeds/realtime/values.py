"""Single values of GTFS-Realtime: text, instants, service days and times, with what feeds get wrong about them."""

from collections import Counter
from datetime import UTC, date, datetime

from stopbell_server.domain.service_day import parse_service_day
from stopbell_server.domain.text import LONGEST_ID, LONGEST_NAME, is_plain_id, to_feed_text

MILLISECONDS_ABOVE = 100_000_000_000
"""As seconds this would be the year 5138 (gtfs-realtime-validator rule E001)."""
MILLISECONDS_UP_TO = 100_000_000_000_000
"""The same year in milliseconds; beyond it stands no instant at all."""
EARLIEST_POSIX = 946_684_800
"""2000-01-01: GTFS-Realtime is younger; an earlier time is an empty field written as a number."""

MILLISECOND_TIMES = "millisecond-times"
IMPOSSIBLE_TIMES = "impossible-times"


def to_text(value: object) -> str | None:
    """Give a protobuf string as text, empty as None; the library hands out bytes where UTF-8 is broken."""
    if isinstance(value, bytes):
        return value.decode(errors="replace") or None
    return str(value) or None


def to_clean(value: object) -> str | None:
    """Give text for people: clean, without markup, never too long; empty as None."""
    text = to_text(value)
    return to_feed_text(text, LONGEST_NAME) or None if text else None


def find_own_id(value: object) -> str | None:
    """Give an id that no timetable knows, such as a vehicle's; None where it is empty or cannot be shown again."""
    text = to_text(value)
    return text if text and len(text) <= LONGEST_ID and is_plain_id(text) else None


def to_posix(value: int, problems: Counter[str] | None = None) -> int | None:
    """Give POSIX seconds, or None when it cannot be an instant; milliseconds are recognised and counted."""
    if MILLISECONDS_ABOVE < value <= MILLISECONDS_UP_TO:
        value //= 1000
        if problems is not None:
            problems[MILLISECOND_TIMES] += 1
    if EARLIEST_POSIX <= value <= MILLISECONDS_ABOVE:
        return value
    if value and problems is not None:
        problems[IMPOSSIBLE_TIMES] += 1
    return None


def to_datetime(value: int, problems: Counter[str] | None = None) -> datetime | None:
    """Give an aware UTC instant of POSIX seconds or milliseconds; None for zero and the impossible."""
    posix = to_posix(value, problems)
    return None if posix is None else datetime.fromtimestamp(posix, UTC)


def find_service_day(value: object) -> date | None:
    """Give TripDescriptor.start_date, also when written with hyphens; None when absent or not a date."""
    text = to_text(value)
    if text is None:
        return None
    try:
        return parse_service_day(text.strip().replace("-", ""))
    except ValueError:
        return None


def find_day_seconds(value: object) -> int | None:
    """Give TripDescriptor.start_time as seconds of the service day, beyond 24 h as well; None when not a time."""
    text = to_text(value)
    parts = text.strip().split(":") if text else []
    if len(parts) not in (2, 3) or not all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts):
        return None
    hours, minutes, seconds = (int(part) for part in (*parts, "0")[:3])
    return hours * 3600 + minutes * 60 + seconds if minutes < 60 and seconds < 60 else None
