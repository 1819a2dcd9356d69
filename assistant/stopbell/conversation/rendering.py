"""A server's answer taken apart into its facts, one a line, without changing a word of it."""

from stopbell.answer import Answer
from stopbell.conversation.profile import Verbosity
from stopbell_server.contract.alerts import AlertsData
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.contract.journeys import JourneyData, JourneysData
from stopbell_server.contract.routes import RouteData
from stopbell_server.contract.stops import StopData, StopsData
from stopbell_server.contract.trips import TripPlanData
from stopbell_server.contract.vehicle_position import PositionData
from stopbell_server.contract.vehicles import VehiclesData
from stopbell_server.phrases.phrase import Line, Phrase
from stopbell_server.phrases.phrasebook import Phrasebook

MOST_SPOKEN = 3
"""Choices that a listener can keep in mind."""


def to_lines(book: Phrasebook, answer: Answer, *, verbosity: Verbosity = "normal") -> tuple[Line, ...]:
    """Give the answer's own text as lines.

    The facts are worded once more from the data to learn where one ends and the next begins, and so that times are
    told as the rider wants them; what the server words in another way stays in one piece.
    """
    text, spoken = answer.text, answer.spoken
    lines: list[Line] = []
    styled = _list_parts(book, answer, verbosity)
    for phrase, told in zip(_list_parts(book.plain, answer, verbosity), styled, strict=True):
        written_at, spoken_at = text.find(phrase.written), spoken.find(phrase.spoken)
        if not phrase.written or written_at < 0 or spoken_at < 0:
            continue
        lines.append(Line(text[:written_at].strip(), spoken[:spoken_at].strip()))
        lines += told.lines
        text = text[written_at + len(phrase.written) :]
        spoken = spoken[spoken_at + len(phrase.spoken) :]
    lines.append(Line(text.strip(), spoken.strip()))
    return tuple(line for line in lines if line)


def _list_parts(book: Phrasebook, answer: Answer, verbosity: Verbosity) -> tuple[Phrase, ...]:
    parts: list[Phrase] = []
    if facts := tell_facts(book, answer, verbosity=verbosity):
        parts.append(facts)
    if answer.status.candidates:
        parts.append(book.candidates(answer.status.candidates[:MOST_SPOKEN]))
    if notice := answer.provenance.notice:
        parts.append(book.with_notice(Phrase("", "", "notice"), notice))
    return tuple(parts)


def tell_facts(book: Phrasebook, answer: Answer, *, verbosity: Verbosity = "normal") -> Phrase | None:
    """Word the data of an answer; None when it has none that is known."""
    match answer.data:
        case BoardData() as data:
            return book.board(data, verbosity=verbosity)
        case StopsData() as data:
            return book.stops(data)
        case StopData() as data:
            return book.portrait(data)
        case TripPlanData() as data:
            return book.trips(data, verbosity=verbosity) if data.options else None
        case VehiclesData() as data:
            return book.vehicles(data)
        case AlertsData() as data:
            return book.alerts(data)
        case RouteData() as data:
            return book.route(data, verbosity=verbosity) if data.line else None
        case PositionData() as data:
            return book.which_vehicle(data) if data.candidates else None
        case JourneyData() as data:
            return book.journey(data, verbosity=verbosity) if data.calls else None
        case JourneysData() as data:
            return book.journeys(data)
        case _:
            return None
