"""Contract entities for tests, as small as they can be."""

from typing import Any

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.arrivals import BoardData, BoardingAccess, MonitoredCall
from stopbell_server.contract.envelope import AccessWord
from stopbell_server.contract.stops import AccessFactModel, StopSummary
from stopbell_server.contract.vehicles import VehicleSummary

NOW = "2026-03-02T14:02:00+02:00"
"""A Monday."""


def fact(value: AccessWord, source: str = "trip") -> AccessFactModel:
    return AccessFactModel.model_validate({"value": value, "source": "none" if value == "unknown" else source})


def access(
    verdict: AccessWord = "unknown",
    *,
    stop: AccessWord = "unknown",
    vehicle: AccessWord = "unknown",
    low_floor: AccessWord = "unknown",
) -> BoardingAccess:
    return BoardingAccess(verdict=verdict, stop=fact(stop, "stop"), vehicle=fact(vehicle), low_floor=low_floor)


LOW_FLOOR = access("yes", stop="yes", vehicle="yes", low_floor="yes")


def call(clock: str = "14:05", **changes: Any) -> MonitoredCall:
    """Give a live call in three minutes, with changes; `clock` is its time of day, planned and expected."""
    instant = f"2026-03-02T{clock}:00+02:00"
    fields: dict[str, Any] = {
        "line": "10A",
        "headsign": "Central Station",
        "service_day": "2026-03-02",
        "stop_id": "1",
        "scheduled_departure": instant,
        "expected_departure": instant,
        "minutes": 3,
        "certainty": "live",
        "status": "running",
        "access": access(),
    } | changes
    if fields["certainty"] in ("timetable", "frequency", "none") and "expected_departure" not in changes:
        fields["expected_departure"] = None
    if fields["certainty"] in ("frequency", "none"):
        fields |= {"scheduled_departure": None, "minutes": None}
    return MonitoredCall(**fields)


def stop(name: str = "Main St", **changes: Any) -> StopSummary:
    fields: dict[str, Any] = {
        "id": "demo:1",
        "uri": "mobility://public-transport-stop/demo/1",
        "name": name,
        "spoken_name": name,
        "access": fact("unknown"),
    }
    return StopSummary(**(fields | changes))


def board(*calls: MonitoredCall, **changes: Any) -> BoardData:
    fields: dict[str, Any] = {
        "stop": stop(),
        "now": NOW,
        "window_start": NOW,
        "window_end": "2026-03-02T15:02:00+02:00",
        "coverage": "covered",
        "arrivals": list(calls),
    }
    return BoardData(**(fields | changes))


def vehicle(**changes: Any) -> VehicleSummary:
    fields: dict[str, Any] = {
        "line": "10A",
        "headsign": "Central Station",
        "certainty": "live",
        "age_seconds": 20,
        "distance_meters": 210,
        "walk_bearing": "east",
        "access": fact("yes"),
        "low_floor": "yes",
    }
    return VehicleSummary(**(fields | changes))


def alert(header: str = "Stop moved 50 m north", **changes: Any) -> AlertSummary:
    fields: dict[str, Any] = {
        "id": "demo:alert-1",
        "header": header,
        "spoken_header": header,
        "reason": "stop",
        "active": True,
    }
    return AlertSummary(**(fields | changes))
