"""A journey described, and what is missing from what is known of it."""

from stopbell_server.contract.codes import Code
from stopbell_server.contract.from_journeys import to_journey_data
from stopbell_server.contract.journeys import JourneyData
from stopbell_server.desk.live_verdict import to_live_verdict
from stopbell_server.desk.question import Question
from stopbell_server.desk.verdict import Verdict
from stopbell_server.domain.certainty import Certainty
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.journeys import Journey, Phase


def describe_journey(question: Question, journey: Journey, limit: int | None) -> JourneyData:
    """Give a journey as the wire has it; without a limit from its first stop to its last."""
    naming = question.get_naming(journey.feed.authority)
    return to_journey_data(journey, naming, limit=limit, clock_ok=question.world.is_clock_credible)


def to_journey_verdict(question: Question, journey: Journey) -> Verdict:
    """Say what is missing: first the live part as a whole, then the vehicle, which alone could say how far it is."""
    verdict = to_live_verdict(question.world.live_state(journey.feed.authority), journey.feed)
    if verdict.code is not None or journey.phase is Phase.CANCELLED:
        return verdict
    if journey.vehicle is None:
        return Verdict(Code.JOURNEY_WITHOUT_VEHICLE)
    if journey.vehicle.certainty is Certainty.LOST:
        return Verdict(Code.VEHICLE_LOST, {"minutes": (journey.vehicle.age_s or 0) // 60})
    if journey.repeated_stop is not None:
        name = question.get_naming(journey.feed.authority).name_stop(journey.repeated_stop)
        return Verdict(Code.REPEATED_STOP, {"stop": name.written})
    return verdict


def parse_journey_id(text: str) -> tuple[TripId, int | None]:
    """Take the start of a frequency run off a journey's id: `trip@HH:MM:SS`; None for other trips."""
    trip, separator, clock = text.rpartition("@")
    parts = clock.split(":")
    if (
        not separator
        or len(parts) != 3
        or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts)
    ):
        return TripId(text), None
    hours, minutes, seconds = (int(part) for part in parts)
    return TripId(trip), hours * 3600 + minutes * 60 + seconds
