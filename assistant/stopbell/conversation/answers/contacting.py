"""Whom the rider can call: only what the timetable data says; nobody is called, and no number is made up."""

from urllib.parse import urlsplit

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_line import ask_route, find_line, offer_lines_or_stops
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.routes import RouteData
from stopbell_server.contract.stops import StopData
from stopbell_server.phrases.phrase import Line, Phrase

MOST_LINES = 6
"""Lines of a stop whose operators are looked for; more of them seldom have others."""


async def answer_contact(session: Session, intent: Intent) -> Reply:
    """Tell telephone and web page of who runs the line that is spoken of, else of those who run the stop's lines."""
    line, stop = find_line(session, intent), find_stop_in_use(session)
    if line is not None:
        return await _tell_line(session, line)
    if stop is None:
        return session.reply(session.say("talk.contact_whom"), session.say("talk.contact_self"), kind="note")
    return await _tell_stop(session, stop)


async def _tell_line(session: Session, line: str) -> Reply:
    answer = await ask_route(session, line)
    if asked := offer_lines_or_stops(session, answer, _tell_line, _tell_line):
        return asked
    if not isinstance(answer.data, RouteData) or answer.data.id is None:
        return session.reply_with(answer)
    return session.reply(*_tell_operators(session, [answer.data]), session.say("talk.contact_self"), kind="note")


async def _tell_stop(session: Session, stop: str) -> Reply:
    described = await session.ask("describe_stop", stop=stop)
    if asked := offer_lines_or_stops(session, described, _tell_stop, _tell_stop):
        return asked
    data = described.data if isinstance(described.data, StopData) else None
    if data is None or data.stop is None:
        return session.reply_with(described)
    routes = [(await ask_route(session, line)).data for line in data.stop.lines[:MOST_LINES]]
    booking = [
        session.say("talk.contact_booking", line=session.book.label(note.line), phone=_spell(session, note.phone))
        for note in data.boarding
        if note.phone
    ]
    known = [route for route in routes if isinstance(route, RouteData)]
    return session.reply(*_tell_operators(session, known), *booking, session.say("talk.contact_self"), kind="note")


def _tell_operators(session: Session, routes: list[RouteData]) -> list[Phrase]:
    """Give each operator once, with what is known of it."""
    told: list[Phrase] = []
    for operator, phone, page in dict.fromkeys((one.operator, one.operator_phone, one.operator_url) for one in routes):
        if operator is None:
            continue
        name = session.book.text(operator)
        if phone:
            told.append(session.say("talk.contact_phone", operator=name, phone=_spell(session, phone)))
        else:
            told.append(session.say("talk.contact_no_phone", operator=name))
        if page:
            told.append(session.say("talk.contact_page", page=_to_page(session, page)))
    return told or [session.say("talk.contact_unknown")]


def _spell(session: Session, phone: str) -> Line:
    """Give a number as it is written, spoken digit by digit."""
    return Line(phone, session.book.spell(phone).spoken)


def _to_page(session: Session, url: str) -> Line:
    """Give an address; only the site's name is spoken."""
    return Line(url, session.book.text(urlsplit(url).hostname or url).spoken)
