"""From the parts of an address to a journey of one day."""

from datetime import date
from typing import NamedTuple

from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from stopbell_server.contract.linked_plans import to_journey_id
from stopbell_server.desk.journeys import parse_journey_id
from stopbell_server.desk.question import Question
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.journeys import Journey
from stopbell_server.domain.network import Trip
from stopbell_server.timetable.journey_lookup import follow_named
from stopbell_server.world import FeedView


class NamedJourney(NamedTuple):
    """What a journey's id says."""

    trip: Trip | None
    """None when the timetable does not have it."""
    trip_id: TripId
    start_s: int | None
    """Of one run of several."""


def parse_named(view: FeedView, journey_id: str) -> NamedJourney:
    """Read a journey's id; one that itself looks like a run of another is first taken whole."""
    whole = view.store.find_trip(TripId(journey_id))
    if whole is not None:
        return NamedJourney(whole, whole.id, None)
    trip_id, start_s = parse_journey_id(journey_id)
    if start_s is not None and to_journey_id(trip_id, start_s) != journey_id:
        return NamedJourney(None, TripId(journey_id), None)  # 8:00:00 would be a second address of 08:00:00
    return NamedJourney(view.store.find_trip(trip_id), trip_id, start_s)


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
    try:
        service_day = date.fromisoformat(day)
    except ValueError:
        return None
    if view is None or service_day.isoformat() != day:
        return None
    named = parse_named(view, journey_id)
    return follow_named(view, named.trip_id, service_day, named.start_s, question.world.now)
