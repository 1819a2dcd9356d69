"""A call as a watch sees it: which one it is, when it comes, and how surely."""

from datetime import datetime

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.times import to_minutes

CallId = tuple[str | None, str, str | None, int | None]

_COMING = frozenset({"running", "added"})
_LIVE = frozenset({"live", "ageing"})


def identify(call: MonitoredCall) -> CallId:
    """Give what stays the same of a call while its time and platform change."""
    return call.trip_id, call.service_day, call.start_time, call.stop_sequence


def find_time(call: MonitoredCall) -> datetime | None:
    """Give when it comes, as boards count it: observed, else expected, else planned; None where nothing says."""
    if call.certainty in ("frequency", "none"):
        return None
    times = (
        call.observed_departure,
        call.expected_departure,
        call.scheduled_departure,
        call.observed_arrival,
        call.expected_arrival,
        call.scheduled_arrival,
    )
    first = next((time for time in times if time), None)
    return datetime.fromisoformat(first) if first else None


def is_coming(call: MonitoredCall) -> bool:
    """Say whether one can wait for it: it stops here, goes on from here, and one can board."""
    return call.status in _COMING and call.boarding != "none"


def is_live(call: MonitoredCall) -> bool:
    """Say whether its time is a prediction that holds."""
    return call.certainty in _LIVE


def is_accessible(call: MonitoredCall, feature: str) -> bool:
    """Say whether a call surely has what the rider needs; what nobody says is not enough.

    A low floor is a matter of the vehicle alone, as the tool for low-floor vehicles takes it; to board with a
    wheelchair or by a ramp the stop must do as well.
    """
    if feature == "low_floor":
        return "yes" in (call.access.low_floor, call.access.vehicle.value)
    return call.access.verdict == "yes"


def retime(call: MonitoredCall, now: datetime) -> MonitoredCall:
    """Give the call with its minutes counted from another instant; one that had none keeps none."""
    if call.minutes is None:
        return call
    return call.model_copy(update={"minutes": to_minutes(find_time(call), now)})
