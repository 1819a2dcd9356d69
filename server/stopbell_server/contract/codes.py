"""The one table of status codes: what each means, and whether asking again may help.

The sentence and the remedy stand in the catalogs under `code.<code>` and `remedy.<code>`.
"""

from dataclasses import dataclass
from enum import Enum

from stopbell_server.contract.envelope import State


class Code(Enum):
    """Why a result is not a plain ok."""

    NO_FEED = "no-feed"
    FEED_LOADING = "feed-loading"
    UNKNOWN_FEED = "unknown-feed"
    UNKNOWN_STOP = "unknown-stop"
    AMBIGUOUS_STOP = "ambiguous-stop"
    UNKNOWN_ROUTE = "unknown-route"
    AMBIGUOUS_ROUTE = "ambiguous-route"
    UNKNOWN_TRIP = "unknown-trip"
    AMBIGUOUS_TRIP = "ambiguous-trip"
    TRIP_NOT_ON_DAY = "trip-not-on-day"
    AMBIGUOUS_CALL = "ambiguous-call"
    STOP_NOT_ON_JOURNEY = "stop-not-on-journey"
    UNKNOWN_VEHICLE = "unknown-vehicle"
    AMBIGUOUS_VEHICLE = "ambiguous-vehicle"
    VEHICLE_NOT_REPORTED = "vehicle-not-reported"
    VEHICLE_WITHOUT_JOURNEY = "vehicle-without-journey"
    VEHICLE_LOST = "vehicle-lost"
    JOURNEY_WITHOUT_VEHICLE = "journey-without-vehicle"
    REPEATED_STOP = "repeated-stop"
    VEHICLES_ALIKE = "vehicles-alike"
    VEHICLE_NOT_SURE = "vehicle-not-sure"
    VEHICLE_REPORTS_OLD = "vehicle-reports-old"
    NO_VEHICLE_HERE = "no-vehicle-here"
    MONITORING_ENDED = "monitoring-ended"
    INSUFFICIENT_EVIDENCE = "insufficient-evidence"
    SAME_STOP = "same-stop"
    DIFFERENT_FEEDS = "different-feeds"
    NO_TRIP_FOUND = "no-trip-found"
    NO_SERVICE = "no-service"
    NO_PLACE = "no-place"
    BAD_ARGUMENT = "bad-argument"
    CURSOR_NOT_VALID = "cursor-not-valid"
    CURSOR_OLD = "cursor-old"
    LIVE_LOST = "live-lost"
    LIVE_UNMATCHED = "live-unmatched"
    LIVE_PARTLY_UNMATCHED = "live-partly-unmatched"
    LIVE_FROZEN = "live-frozen"
    LIVE_FUTURE = "live-future"
    LIVE_NOT_YET = "live-not-yet"
    NO_VEHICLE_DATA = "no-vehicle-data"
    NO_ALERT_DATA = "no-alert-data"
    TIMETABLE_ENDED = "timetable-ended"
    TIMETABLE_NOT_STARTED = "timetable-not-started"
    NO_CALENDAR = "no-calendar"
    CLOCK_NOT_CREDIBLE = "clock-not-credible"
    NO_ANSWER = "no-answer"
    """Said by a client: the server did not answer in time, or is gone."""
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class CodeRow:
    """What a code means for the caller."""

    state: State
    retryable: bool


TABLE: dict[Code, CodeRow] = {
    Code.NO_FEED: CodeRow("unresolved", retryable=False),
    Code.FEED_LOADING: CodeRow("unresolved", retryable=True),
    Code.UNKNOWN_FEED: CodeRow("unresolved", retryable=False),
    Code.UNKNOWN_STOP: CodeRow("unresolved", retryable=False),
    Code.AMBIGUOUS_STOP: CodeRow("ambiguous", retryable=False),
    Code.UNKNOWN_ROUTE: CodeRow("unresolved", retryable=False),
    Code.AMBIGUOUS_ROUTE: CodeRow("ambiguous", retryable=False),
    Code.UNKNOWN_TRIP: CodeRow("unresolved", retryable=False),
    Code.AMBIGUOUS_TRIP: CodeRow("ambiguous", retryable=False),
    Code.TRIP_NOT_ON_DAY: CodeRow("unresolved", retryable=False),
    Code.AMBIGUOUS_CALL: CodeRow("ambiguous", retryable=False),
    Code.STOP_NOT_ON_JOURNEY: CodeRow("unresolved", retryable=False),
    Code.UNKNOWN_VEHICLE: CodeRow("unresolved", retryable=True),
    Code.AMBIGUOUS_VEHICLE: CodeRow("ambiguous", retryable=False),
    Code.VEHICLE_NOT_REPORTED: CodeRow("unresolved", retryable=True),
    Code.VEHICLE_WITHOUT_JOURNEY: CodeRow("partial", retryable=True),
    Code.VEHICLE_LOST: CodeRow("partial", retryable=True),
    Code.JOURNEY_WITHOUT_VEHICLE: CodeRow("partial", retryable=True),
    Code.REPEATED_STOP: CodeRow("partial", retryable=True),
    Code.VEHICLES_ALIKE: CodeRow("ambiguous", retryable=True),
    Code.VEHICLE_NOT_SURE: CodeRow("unresolved", retryable=True),
    Code.VEHICLE_REPORTS_OLD: CodeRow("unresolved", retryable=True),
    Code.NO_VEHICLE_HERE: CodeRow("unresolved", retryable=True),
    Code.MONITORING_ENDED: CodeRow("partial", retryable=False),
    Code.INSUFFICIENT_EVIDENCE: CodeRow("partial", retryable=True),
    Code.SAME_STOP: CodeRow("unresolved", retryable=False),
    Code.DIFFERENT_FEEDS: CodeRow("unresolved", retryable=False),
    Code.NO_TRIP_FOUND: CodeRow("unresolved", retryable=False),
    Code.NO_SERVICE: CodeRow("unresolved", retryable=False),
    Code.NO_PLACE: CodeRow("unresolved", retryable=False),
    Code.BAD_ARGUMENT: CodeRow("error", retryable=False),
    Code.CURSOR_NOT_VALID: CodeRow("error", retryable=False),
    Code.CURSOR_OLD: CodeRow("unresolved", retryable=False),
    Code.LIVE_LOST: CodeRow("partial", retryable=True),
    Code.LIVE_UNMATCHED: CodeRow("partial", retryable=True),
    Code.LIVE_PARTLY_UNMATCHED: CodeRow("partial", retryable=True),
    Code.LIVE_FROZEN: CodeRow("partial", retryable=True),
    Code.LIVE_FUTURE: CodeRow("partial", retryable=True),
    Code.LIVE_NOT_YET: CodeRow("partial", retryable=True),
    Code.NO_VEHICLE_DATA: CodeRow("unresolved", retryable=True),
    Code.NO_ALERT_DATA: CodeRow("unresolved", retryable=True),
    Code.TIMETABLE_ENDED: CodeRow("unresolved", retryable=False),
    Code.TIMETABLE_NOT_STARTED: CodeRow("unresolved", retryable=False),
    Code.NO_CALENDAR: CodeRow("unresolved", retryable=False),
    Code.CLOCK_NOT_CREDIBLE: CodeRow("partial", retryable=False),
    Code.NO_ANSWER: CodeRow("error", retryable=True),
    Code.INTERNAL: CodeRow("error", retryable=True),
}
