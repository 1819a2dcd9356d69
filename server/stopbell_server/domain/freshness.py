"""When live data is live, ageing or lost: one table for the whole product."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class FreshnessLimits:
    """Ages measured from the feed's own timestamps (GTFS Realtime best practices: 90 s for trips and vehicles)."""

    live: timedelta = timedelta(seconds=90)
    ageing: timedelta = timedelta(seconds=180)
    future: timedelta = timedelta(seconds=120)
    """How far ahead of our clock a header may be before it is refused."""
    forget: timedelta = timedelta(minutes=30)
    """Predictions older than this are not shown at all, not even as the last known time."""
    alerts: timedelta = timedelta(minutes=10)


DEFAULT_FRESHNESS = FreshnessLimits()
