"""For calls that were due: where their vehicles were last seen, and what alerts say of their trips."""

from collections.abc import Sequence

from stopbell_server.contract.arrivals import PassedCall, SeenVehicle
from stopbell_server.contract.from_alerts import to_alert_identity
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.desk.question import Question
from stopbell_server.desk.vehicle_position import describe_position
from stopbell_server.domain.calls import Call, VehicleSighting
from stopbell_server.timetable import passed as timetable
from stopbell_server.timetable.journey_lookup import resolve_journey

_OF_THE_TRIP = ("trip", "route")
"""Reasons of alerts that speak of the trip or its line, and not of places it passes."""


def with_last_reports(
    question: Question, found: Sequence[timetable.PassedCall], told: Sequence[PassedCall]
) -> list[PassedCall]:
    """Add what is known of each trip now; what is not known stays absent."""
    return [_add(question, one.call, wire) for one, wire in zip(found, told, strict=True)]


def _add(question: Question, call: Call, told: PassedCall) -> PassedCall:
    if call.trip is None:
        return told
    view, now = question.get_view(call.authority), question.world.now
    journey = resolve_journey(view, call.trip, call.service_day, call.start_s, now).found
    seen = _to_seen(question, journey.vehicle) if journey and journey.vehicle else None
    if seen is None and view.snapshot and view.snapshot.vehicles_time:
        seen = SeenVehicle(certainty="none")
    matches = question.world.list_alerts(trip=(call.authority, call.trip))
    alerts = [
        to_scoped_id(match.authority, to_alert_identity(match.alert))
        for match in matches
        if match.is_active and match.reason in _OF_THE_TRIP
    ]
    return told.model_copy(update={"vehicle": seen, "alerts": list(dict.fromkeys(alerts))})


def _to_seen(question: Question, sighting: VehicleSighting) -> SeenVehicle | None:
    """Give the report; None where nothing says what vehicle it is or when it was."""
    position = describe_position(question, sighting, None)
    vehicle = position.vehicle
    if vehicle is None:
        return None
    return SeenVehicle(
        id=vehicle.id,
        label=vehicle.label,
        observed_time=vehicle.observed_time,
        age_seconds=vehicle.age_seconds,
        certainty=vehicle.certainty,
        nearest=position.nearest,
        next_stop=vehicle.next_stop,
    )
