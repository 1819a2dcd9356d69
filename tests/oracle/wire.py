"""Single values of a live feed, as the oracle reads them: what makes no sense counts as not given."""

from datetime import date, datetime

from google.transit import gtfs_realtime_pb2 as rt

YEAR_2000 = 946_684_800
MILLISECONDS_FROM = 10**11


def find_date(text: str) -> date | None:
    """Read a date of eight digits, hyphens allowed."""
    try:
        return datetime.strptime(text.strip().replace("-", ""), "%Y%m%d").date()  # noqa: DTZ007 - a date has no zone
    except ValueError:
        return None


def find_time(text: str) -> int | None:
    """Read H:MM:SS or H:MM as seconds, beyond a day as well."""
    parts = text.strip().split(":")
    if len(parts) not in (2, 3) or not all(part.isdigit() for part in parts):
        return None
    hours, minutes, seconds = (int(part) for part in (*parts, "0")[:3])
    return hours * 3600 + minutes * 60 + seconds if max(minutes, seconds) < 60 else None


def find_instant(value: int) -> int | None:
    """Read POSIX seconds; thousandths are recognised by their size, and nothing real lies before the year 2000."""
    if value > MILLISECONDS_FROM:
        value //= 1000
    return value if YEAR_2000 <= value <= MILLISECONDS_FROM else None


def find_event_time(event: rt.TripUpdate.StopTimeEvent) -> int | None:
    """Give the absolute time of an arrival or departure."""
    return find_instant(event.time) if event.HasField("time") else None


def list_in_order(update: rt.TripUpdate) -> list[rt.TripUpdate.StopTimeUpdate]:
    """List what is said of the stops along the trip: by sequence where all have one, else as written."""
    said = list(update.stop_time_update)
    if all(each.HasField("stop_sequence") for each in said):
        said.sort(key=lambda each: each.stop_sequence)
    return said
