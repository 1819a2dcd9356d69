"""One vehicle described: what it reported, which journey it runs, and the stop nearest to it."""

from stopbell_server.contract.codes import Code
from stopbell_server.contract.from_vehicle_position import to_position_data
from stopbell_server.contract.vehicle_position import PositionData
from stopbell_server.desk.question import Question
from stopbell_server.desk.verdict import Verdict
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.certainty import Certainty
from stopbell_server.domain.journeys import Journey
from stopbell_server.timetable.journey_lookup import resolve_journey
from stopbell_server.timetable.nearest_stop import find_nearest_stop


def find_journey_of(question: Question, sighting: VehicleSighting) -> Journey | None:
    """Give the journey that a vehicle says it runs; None when it says none, or one that nobody knows."""
    descriptor = sighting.position.descriptor
    if descriptor is None or descriptor.trip is None:
        return None
    view, now = question.get_view(sighting.feed.authority), question.world.now
    return resolve_journey(view, descriptor.trip, descriptor.start_date, descriptor.start_s, now).found


def describe_position(question: Question, sighting: VehicleSighting, journey: Journey | None) -> PositionData:
    """Give a vehicle as the wire has it."""
    authority, position = sighting.feed.authority, sighting.position
    nearest = None
    if position.lat is not None and position.lon is not None:
        nearest = find_nearest_stop(question.get_view(authority).store, position.lat, position.lon)
    naming = question.get_naming(authority)
    return to_position_data(sighting, journey, nearest, naming, clock_ok=question.world.is_clock_credible)


def to_position_verdict(question: Question, sighting: VehicleSighting, journey: Journey | None) -> Verdict:
    """Say what is missing: the age where the clock cannot be believed, contact, the journey."""
    if not question.world.is_clock_credible:
        return Verdict(Code.CLOCK_NOT_CREDIBLE, {"feed": sighting.feed.title})
    if sighting.certainty is Certainty.LOST:
        return Verdict(Code.VEHICLE_LOST, {"minutes": (sighting.age_s or 0) // 60})
    return Verdict() if journey else Verdict(Code.VEHICLE_WITHOUT_JOURNEY)
