"""The one place that turns a service day and a GTFS time into an instant.

GTFS times are measured from "noon minus 12 hours" of the service day in the agency's zone (GTFS
reference, field type "Time"), which differs from midnight on days when the clock changes.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

DAY_S = 86_400


def to_day_start(service_day: date, zone: tzinfo) -> datetime:
    """Give the instant from which the times of this service day count, in UTC."""
    noon = datetime.combine(service_day, time(12), tzinfo=zone)
    return noon.astimezone(UTC) - timedelta(hours=12)


def to_instant(service_day: date, seconds: int, zone: tzinfo) -> datetime:
    """Give the instant of a GTFS time, in the zone. `seconds` may exceed 24 hours."""
    return (to_day_start(service_day, zone) + timedelta(seconds=seconds)).astimezone(zone)


def to_service_seconds(instant: datetime, service_day: date, zone: tzinfo) -> int:
    """Give the GTFS time of an instant on this service day, in whole seconds; may be negative or over 24 h."""
    return int((instant - to_day_start(service_day, zone)).total_seconds())


def list_service_days(start: datetime, end: datetime, longest_s: int, zone: tzinfo) -> tuple[date, ...]:
    """List the service days that can have a time between two instants, earliest first.

    `longest_s` is the largest time in the feed, in seconds: one service day reaches that far, so a feed
    with 52:00:00 needs more than yesterday (GTFS reference, "Time": values over 24:00:00 are allowed).
    """
    first = start.astimezone(zone).date() - timedelta(days=longest_s // DAY_S + 1)
    last = end.astimezone(zone).date() + timedelta(days=1)
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return tuple(
        day
        for day in days
        if to_service_seconds(start, day, zone) <= longest_s and to_service_seconds(end, day, zone) >= 0
    )


def parse_service_day(text: str) -> date:
    """Parse YYYYMMDD, or raise ValueError."""
    if len(text) != 8 or not text.isascii() or not text.isdigit():
        raise ValueError(f"not a date as YYYYMMDD: {text!r}")
    return date(int(text[:4]), int(text[4:6]), int(text[6:]))
