"""A journey described, and what is missing from what is known of it."""

from typing import Any

from stopbell_server.contract.codes import Code
from stopbell_server.contract.from_history import to_monitoring, to_observed
from stopbell_server.contract.from_journeys import to_journey_data, to_journey_stop
from stopbell_server.contract.journeys import JourneyData
from stopbell_server.desk.live_verdict import to_live_verdict
from stopbell_server.desk.monitoring import recall, watch
from stopbell_server.desk.question import Question
from stopbell_server.desk.verdict import Verdict
from stopbell_server.domain.certainty import Certainty
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.journeys import Journey, JourneyCall, Phase, Progress
from stopbell_server.domain.monitoring import MonitoringState
from stopbell_server.domain.passings import Passing


def describe_journey(question: Question, journey: Journey, limit: int | None) -> JourneyData:
    """Give a journey as the wire has it; without a limit from its first stop to its last."""
    naming, clock_ok = question.get_naming(journey.feed.authority), question.world.is_clock_credible
    data = to_journey_data(journey, naming, limit=limit, clock_ok=clock_ok)
    behind = _find_behind(question, journey)
    told: dict[str, Any] = {"monitoring": to_monitoring(watch(question, journey), journey)}
    if behind is not None:
        one, passing = behind
        stop = to_journey_stop(one, naming, journey.feed.zone, journey.now, clock_ok=clock_ok)
        told["behind"] = stop.model_copy(update={"passing": to_observed(passing, journey.feed.zone)})
    return data.model_copy(update=told)


def _find_behind(question: Question, journey: Journey) -> tuple[JourneyCall, Passing] | None:
    """Find the last stop that the vehicle was observed to leave, or, of its last one, to come to."""
    past = (Progress.BEHIND, Progress.DUE)
    observed = sorted(recall(question, journey).items(), reverse=True)
    return next(
        (
            (one, passing)
            for place, passing in observed
            if (passing.is_left or place == len(journey.calls) - 1) and (one := journey.calls[place]).progress in past
        ),
        None,
    )


def to_journey_verdict(question: Question, journey: Journey) -> Verdict:
    """Say what is missing: first the live part as a whole, then the vehicle, which alone could say how far it is."""
    verdict = to_live_verdict(question.world.live_state(journey.feed.authority), journey.feed)
    if verdict.code is not None or journey.phase is Phase.CANCELLED:
        return verdict
    if journey.vehicle is None:
        monitoring = watch(question, journey)
        if monitoring.state is MonitoringState.ENDED and monitoring.mentioned is not None:
            minutes = int((question.world.now - monitoring.mentioned).total_seconds() // 60)
            return Verdict(Code.MONITORING_ENDED, {"minutes": minutes})
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
