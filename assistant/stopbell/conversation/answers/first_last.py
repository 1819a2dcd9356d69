"""The first and the last departures of a day: of a line, or of everything that leaves a stop."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_board import WIRE_MODES
from stopbell.conversation.answers.asking_line import (
    ask_for_line,
    ask_route,
    find_line,
    leads_to,
    name_direction,
    offer_lines_or_stops,
    tell_day,
    to_service_day,
)
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.answers.boards import answer_next
from stopbell.conversation.listing import end_sentence, tell_rows
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.routes import RouteData, RouteDirectionModel
from stopbell_server.contract.stops import StopData
from stopbell_server.phrases.phrase import Line

MOST_LINES = 20
"""Lines of a stop that are looked at; a place with more has its lines named one by one."""


@dataclass(frozen=True, slots=True)
class DayQuestion:
    """Which ends of which day are asked for."""

    is_first: bool
    stop: str = ""
    day: str = ""
    mode: str = ""
    destination: str = ""


@dataclass(frozen=True, slots=True)
class _End:
    """The first or last departure of one direction."""

    instant: datetime
    row: Line


async def answer_first_last(session: Session, intent: Intent) -> Reply:
    """Tell first or last departures; a line by itself tells both, and how often it runs."""
    if intent.text("time"):
        return await answer_next(session, intent)
    # Who asks about a kind of vehicle means all of them, not the line spoken of before.
    which, line = intent.text("which"), intent.text("route") if intent.text("mode") else find_line(session, intent)
    stop = intent.text("stop") or find_stop_in_use(session) or ""
    question = DayQuestion(
        is_first=which == "first",
        stop=stop,
        day=to_service_day(session, intent.text("when")),
        mode=intent.text("mode") or "",
        destination=intent.text("destination") or "",
    )
    if line is not None:
        return await _tell_line(session, question, line, is_whole=which is None)
    if not stop:
        return ask_for_line(session, lambda later, said: _tell_line(later, question, said, is_whole=which is None))
    return await _tell_stop(session, question)


async def _tell_line(session: Session, question: DayQuestion, line: str, *, is_whole: bool) -> Reply:
    answer = await ask_route(session, line, question.stop, question.day)

    async def use_line(later: Session, chosen: str) -> Reply:
        return await _tell_line(later, question, chosen, is_whole=is_whole)

    async def use_stop(later: Session, chosen: str) -> Reply:
        return await _tell_line(later, replace(question, stop=chosen), line, is_whole=is_whole)

    if asked := offer_lines_or_stops(session, answer, use_line, use_stop):
        return asked
    data = answer.data
    if is_whole or not isinstance(data, RouteData) or not data.directions:
        return session.reply_with(answer)
    start = data.directions[0].start.name if question.stop else None
    place = session.book.name(start) if start else session.book.label(data.line or line)
    # A line that is named may be of another kind of vehicle than its riders call it.
    return _tell_ends(session, replace(question, mode=""), [answer], place)


async def _tell_stop(session: Session, question: DayQuestion) -> Reply:
    described = await session.ask("describe_stop", stop=question.stop)

    async def use_stop(later: Session, chosen: str) -> Reply:
        return await _tell_stop(later, replace(question, stop=chosen))

    if asked := offer_lines_or_stops(session, described, use_stop, use_stop):
        return asked
    stop = described.data.stop if isinstance(described.data, StopData) else None
    if stop is None:
        return session.reply_with(described)
    session.memory.move_to(stop)
    answers = [await ask_route(session, line, stop.id, question.day) for line in stop.lines[:MOST_LINES]]
    return _tell_ends(session, question, answers, session.book.place(stop))


def _tell_ends(session: Session, question: DayQuestion, answers: Sequence[Answer], place: Line) -> Reply:
    told = [answer.data for answer in answers if isinstance(answer.data, RouteData) and answer.data.directions]
    mode = WIRE_MODES.get(question.mode, question.mode)
    found = [
        end
        for data in told
        if not mode or data.mode == mode
        for direction in data.directions
        if (not question.destination or leads_to(direction, question.destination))
        and (end := _find_end(session, data, direction, question))
    ]
    found.sort(key=lambda end: end.instant, reverse=not question.is_first)
    known = next((answer.data for answer in answers if isinstance(answer.data, RouteData)), None)
    date = tell_day(session, known) if known else Line("", "")
    if not found:
        return session.reply(session.say("talk.no_departures", stop=place, date=date), kind="note")
    heading = session.say(
        "talk.first_departures" if question.is_first else "talk.last_departures", stop=place, date=date
    )
    notice = next((answer.provenance.notice for answer in answers if answer.provenance.notice), None)
    return tell_rows(session, [heading], [end.row for end in found], kind="route", notice=notice)


def _find_end(session: Session, data: RouteData, direction: RouteDirectionModel, question: DayQuestion) -> _End | None:
    """Give the end of a direction as a row; of what only runs every so many minutes, how often and until when."""
    named = name_direction(session, data, direction)
    text = direction.first if question.is_first else direction.last
    if text is not None:
        instant = datetime.fromisoformat(text)
        return _End(instant, _to_row(session, named, _tell_clock(session, instant, data)))
    if not direction.periods:
        return None
    period = direction.periods[0 if question.is_first else -1]
    instant = datetime.fromisoformat(period.start if question.is_first else period.end)
    often = session.say("time.frequency", count=period.headway_minutes).lines[0]
    clock = _tell_clock(session, instant, data)
    end = session.say("talk.from_clock" if question.is_first else "talk.until_clock", clock=clock)
    return _End(instant, _to_row(session, named, often, end.lines[0]))


def _tell_clock(session: Session, instant: datetime, data: RouteData) -> Line:
    """Give the time of day; after midnight it is no longer that of the day which the heading names."""
    clock = session.book.clock(instant)
    is_after = data.service_day is not None and instant.date().isoformat() > data.service_day
    return session.say("talk.day_after", clock=clock).lines[0] if is_after else clock


def _to_row(session: Session, *parts: Line) -> Line:
    return end_sentence(session, session.book.chain(parts))
