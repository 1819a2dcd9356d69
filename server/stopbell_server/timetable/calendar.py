"""Whether the timetable speaks with authority about a day."""

from datetime import date

from stopbell_server.domain.calls import Coverage
from stopbell_server.domain.store import Store


def to_coverage(store: Store, day: date) -> Coverage:
    """Tell a day without service from a day the timetable does not cover (GTFS feed_info feed_end_date)."""
    info = store.info
    if info.first_day is None or info.last_day is None:
        return Coverage.UNKNOWN
    if day > info.last_day:
        return Coverage.ENDED
    if day < info.first_day:
        return Coverage.NOT_STARTED
    return Coverage.COVERED if store.services_on(day) else Coverage.NO_SERVICE
