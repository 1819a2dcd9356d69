"""Where a line goes: its stops from the rider's on, three at a time; and whether it stops at one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_line import (
    ask_for_line,
    ask_route,
    find_line,
    find_start,
    leads_to,
    name_direction,
    offer_lines_or_stops,
)
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.choosing import offer
from stopbell.conversation.listing import end_sentence, tell_rows
from stopbell.conversation.memory import Option
from stopbell.conversation.names import find_name
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.routes import RouteData, RouteDirectionModel, RouteStop
from stopbell_server.phrases.phrase import Line, Phrase


@dataclass(frozen=True, slots=True)
class LineQuestion:
    """Which line's stops are asked for."""

    line: str
    here: str = ""
    """Stop from which they are told; empty: from the first."""
    destination: str = ""
    there: str = ""
    """The stop of which is asked whether the line stops there."""


async def answer_line_stops(session: Session, intent: Intent) -> Reply:
    """Tell a line's stops in one direction, from the stop in use on where it calls there."""
    line = find_line(session, intent)
    question = LineQuestion(
        line or "",
        here=find_stop_in_use(session) or "",
        destination=intent.text("destination") or "",
        there=intent.text("stop") or "",
    )
    if line is None:
        return ask_for_line(session, lambda later, said: _tell(later, replace(question, line=said)))
    return await _tell(session, question)


async def _tell(session: Session, question: LineQuestion) -> Reply:
    answer = await ask_route(session, question.line, question.here)
    if question.here and not _has_directions(answer):
        # The line may not call here, or not today; where it goes is told all the same.
        answer = await ask_route(session, question.line)

    async def use_line(later: Session, chosen: str) -> Reply:
        return await _tell(later, replace(question, line=chosen))

    async def use_stop(later: Session, chosen: str) -> Reply:
        return await _tell(later, replace(question, here=chosen))

    if asked := offer_lines_or_stops(session, answer, use_line, use_stop):
        return asked
    data = answer.data
    if not isinstance(data, RouteData) or not data.directions:
        return session.reply_with(answer)
    if question.there:
        return _tell_whether(session, question.there, answer, data)
    return _tell_direction(session, question, answer, data)


def _has_directions(answer: Answer) -> bool:
    return isinstance(answer.data, RouteData) and bool(answer.data.directions)


def _tell_direction(session: Session, question: LineQuestion, answer: Answer, data: RouteData) -> Reply:
    """Tell the stops of one direction; of several, ask which."""
    ways = data.directions
    if question.destination:
        ways = [way for way in ways if leads_to(way, question.destination)] or ways
    if len(ways) == 1:
        return _tell_stops(session, answer, data, ways[0])

    async def take(later: Session, option: Option) -> Reply:
        return _tell_stops(later, answer, data, ways[int(option.value)])

    options = [Option(name_direction(session, data, way), str(number)) for number, way in enumerate(ways)]
    return offer(session, [session.say("talk.which_direction")], options, take)


def _tell_stops(session: Session, answer: Answer, data: RouteData, way: RouteDirectionModel) -> Reply:
    """Read the stops after the one from which the line was asked, or all of them."""
    call = name_direction(session, data, way)
    place = find_start(way)
    after = way.stops[place + 1 :] if place else way.stops
    start = _name(session, way.start)
    if not after:
        return session.reply(session.say("talk.ends_at_stop", call=call, stop=start), kind="route")
    heading = (
        session.say("talk.stops_after", call=call, stop=start) if place else session.say("talk.stops_whole", call=call)
    )
    before: list[Phrase] = [heading]
    if way.variants > 1:
        before.append(session.say("route.varies"))
    rows = [end_sentence(session, _name(session, stop)) for stop in after]
    return tell_rows(session, before, rows, kind="route", notice=answer.provenance.notice)


def _tell_whether(session: Session, there: str, answer: Answer, data: RouteData) -> Reply:
    """Say whether a line stops at a place, by the names of its stops; where trips differ, no is not certain."""
    for way in data.directions:
        if (stop := _find_stop(way.stops, there)) is not None:
            told = session.say("talk.stops_there", call=name_direction(session, data, way), stop=_name(session, stop))
            return session.reply(session.book.with_notice(told, answer.provenance.notice), kind="route")
    is_whole = all(way.variants == 1 for way in data.directions)
    told = session.say(
        "talk.stops_there_not" if is_whole else "talk.stops_there_unsure",
        line=session.book.label(data.line or ""),
        stop=session.book.name(there),
    )
    return session.reply(session.book.with_notice(told, answer.provenance.notice), kind="route")


def _find_stop(stops: Sequence[RouteStop], said: str) -> RouteStop | None:
    named = next((stop for stop in stops if said in (stop.stop_id, stop.name)), None)
    name = find_name(said, [stop.name for stop in stops])
    return named or next((stop for stop in stops if stop.name == name), None)


def _name(session: Session, stop: RouteStop) -> Line:
    return Line(stop.name, stop.spoken_name) if stop.spoken_name else session.book.name(stop.name)
