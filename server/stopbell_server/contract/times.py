"""Instants and spans as the wire has them."""

from datetime import datetime, timedelta, tzinfo

_NOW_S = 30
"""Up to this many seconds it is arriving now, and no whole minute is left."""
_PAST_S = 60
"""So long after its time a vehicle may still stand there; later than that no minutes are given."""


def to_wire_time(instant: datetime | None, zone: tzinfo) -> str | None:
    """Give ISO 8601 to the second with the zone's offset; None stays None."""
    return None if instant is None else instant.astimezone(zone).isoformat(timespec="seconds")


def to_minutes(instant: datetime | None, now: datetime) -> int | None:
    """Give whole minutes from now until an instant; None when it is past by over a minute.

    Rounded down, since a rider who is told too much misses the vehicle; 0 only up to 30 seconds, 1 up to 119.
    """
    if instant is None:
        return None
    seconds = (instant - now) / timedelta(seconds=1)
    if seconds < -_PAST_S:
        return None
    return 0 if seconds <= _NOW_S else max(1, int(seconds // 60))


def to_clock_text(seconds: int) -> str:
    """Give seconds of a service day as HH:MM:SS; hours may exceed 23."""
    return f"{seconds // 3600:02d}:{seconds % 3600 // 60:02d}:{seconds % 60:02d}"
