"""From a journey or vehicle argument to the one that is meant, or an honest list of what may have been."""

from datetime import date
from typing import NamedTuple

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.times import to_clock_text
from stopbell_server.contract.uris import parse_uri, to_journey_uri
from stopbell_server.desk.journeys import parse_journey_id
from stopbell_server.desk.question import Question
from stopbell_server.domain.addresses import list_meant_ids
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.journeys import Journey, JourneyChoice, JourneyResolution, JourneyState
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Line
from stopbell_server.timetable.journey_lookup import resolve_journey
from stopbell_server.tools.refusal import Refusal, refuse_argument
from stopbell_server.world import FeedView

JOURNEY_TYPES = ("monitored-vehicle-journey", "dated-vehicle-journey")


class JourneyKey(NamedTuple):
    """What names a journey: a trip of one feed, or of any, and perhaps its day and start."""

    authority: str
    """Empty: any feed."""
    trip: TripId
    day: date | None
    start_s: int | None


def find_journey(question: Question, asked: str, service_day: str) -> Journey:
    """Give the journey that an argument means.

    Raises:
        Refusal: the day is none; no such trip is known; it does not run then; or it runs several times, with each.
    """
    key = _parse_key(question, asked, service_day)
    found = [
        (view, resolution)
        for view in question.world.feeds
        if key.authority in ("", view.store.info.authority)
        for resolution in (resolve_at(question, view, key),)
        if resolution.state is not JourneyState.UNKNOWN
    ]
    authorities = [view.store.info.authority for view, _ in found]
    journeys = [resolution.found for _, resolution in found if resolution.found]
    choices = [choice for _, resolution in found for choice in resolution.choices]
    if len(journeys) == 1 and not choices:
        return journeys[0]
    if not found:
        raise Refusal(Code.UNKNOWN_TRIP, asked=to_clean_text(asked))
    if not journeys and not choices:
        day = key.day.isoformat() if key.day else ""
        raise Refusal(Code.TRIP_NOT_ON_DAY, authorities=authorities, date=day)
    choices += [_to_choice(journey) for journey in journeys]
    raise Refusal(Code.AMBIGUOUS_TRIP, candidates=_to_candidates(question, choices), authorities=authorities)


def resolve_at(question: Question, view: FeedView, key: JourneyKey) -> JourneyResolution:
    """Say what a key means in one feed."""
    meant = [
        resolve_journey(view, TripId(trip), key.day, key.start_s, question.world.now)
        for trip in list_meant_ids(key.trip)
    ]
    return next((one for one in meant if one.state is not JourneyState.UNKNOWN), meant[0])


def _parse_key(question: Question, asked: str, service_day: str) -> JourneyKey:
    day = parse_day(service_day)
    if asked.startswith("mobility://"):
        try:
            kind, authority, identity = parse_uri(asked)
        except ValueError:
            raise refuse_argument("journey") from None
        if kind not in JOURNEY_TYPES or len(identity) != 2:
            raise refuse_argument("journey")
        return _to_key(authority, identity[1], parse_day(identity[0]))
    prefix, separator, rest = asked.partition(":")
    if separator and question.world.find_feed(prefix) is not None:
        return _to_key(prefix, rest, day)
    return _to_key("", asked, day)


def _to_key(authority: str, identity: str, day: date | None) -> JourneyKey:
    trip, start_s = parse_journey_id(identity)
    return JourneyKey(authority, trip, day, start_s)


def parse_day(text: str) -> date | None:
    """Parse the day of a journey; None for an empty text.

    Raises:
        Refusal: it is no date.
    """
    try:
        return date.fromisoformat(text.strip()) if text.strip() else None
    except ValueError:
        raise refuse_argument("service_day", "YYYY-MM-DD") from None


def _to_choice(journey: Journey) -> JourneyChoice:
    first = journey.calls[0].call
    return JourneyChoice(
        feed=journey.feed,
        trip=journey.trip,
        service_day=journey.service_day,
        start_s=journey.start_s,
        line=first.route_label,
        headsign=first.headsign,
        departs=first.departure.scheduled,
    )


def _to_candidates(question: Question, choices: list[JourneyChoice]) -> list[Candidate]:
    are_several = len({choice.feed.authority for choice in choices}) > 1
    return [_to_candidate(question, number, one, with_feed=are_several) for number, one in enumerate(choices, 1)]


def _to_candidate(question: Question, number: int, choice: JourneyChoice, *, with_feed: bool) -> Candidate:
    """Name a run by its line, where it goes, its day and when it leaves; and by its feed where these are several."""
    book, naming = question.book, question.get_naming(choice.feed.authority)
    headsign = naming.name_headsign(choice.headsign)
    label = book.chain(
        [
            book.label(naming.name_label(choice.line)) if choice.line else Line("", ""),
            book.name(headsign) if headsign else Line("", ""),
            book.date(choice.service_day),
            book.clock(choice.departs) if choice.departs else Line("", ""),
            book.name(question.name_feed(choice.feed.authority)) if with_feed else Line("", ""),
        ]
    )
    run = "" if choice.start_s is None else f"@{to_clock_text(choice.start_s)}"
    uri = to_journey_uri(choice.feed.authority, choice.service_day.isoformat(), choice.trip + run)
    return Candidate(
        number=number, id=uri, name=choice.line or choice.trip, label=label.written, spoken=label.spoken, uri=uri
    )
