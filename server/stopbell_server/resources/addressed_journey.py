"""From the parts of an address to a journey of one day."""

from datetime import date

from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from stopbell_server.desk.journeys import parse_journey_id
from stopbell_server.desk.question import Question
from stopbell_server.domain.journeys import Journey
from stopbell_server.timetable.journey_lookup import resolve_journey


def get_journey(question: Question, authority: str, day: str, journey_id: str) -> Journey:
    """Give the journey of an address: it is named in full, and never ambiguous.

    Raises:
        ResourceNotFoundError: no such feed, day or journey, or it does not run then.
    """
    journey = _find_journey(question, authority, day, journey_id)
    if journey is None:
        raise ResourceNotFoundError(
            f"No journey {journey_id!r} of feed {authority!r} on {day!r}. Calls of get_arrivals carry addresses."
        )
    return journey


def _find_journey(question: Question, authority: str, day: str, journey_id: str) -> Journey | None:
    view = question.world.find_feed(authority)
    trip, start_s = parse_journey_id(journey_id)
    try:
        service_day = date.fromisoformat(day)
    except ValueError:
        return None
    return resolve_journey(view, trip, service_day, start_s, question.world.now).found if view else None
