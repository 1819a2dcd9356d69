"""What is on record of a journey: whether it is monitored, and which stops it was observed at."""

from collections.abc import Mapping

from stopbell_server.desk.question import Question
from stopbell_server.domain.journeys import Journey
from stopbell_server.domain.monitoring import Monitoring
from stopbell_server.domain.passings import Passing
from stopbell_server.timetable.monitoring import find_monitoring
from stopbell_server.timetable.passings import Run, list_passings, to_run_of_calls


def watch(question: Question, journey: Journey) -> Monitoring:
    """Say whether live sources speak of a journey."""
    return find_monitoring(question.get_view(journey.feed.authority), _to_run(journey), question.world.now)


def recall(question: Question, journey: Journey) -> Mapping[int, Passing]:
    """Give what was observed of a journey, by the place of the stop."""
    return list_passings(question.get_view(journey.feed.authority), _to_run(journey), question.world.now)


def _to_run(journey: Journey) -> Run:
    calls = (one.call for one in journey.calls)
    return to_run_of_calls(journey.trip, journey.service_day, journey.start_s, calls)
