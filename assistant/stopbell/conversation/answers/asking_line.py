"""Asking for a line by timetable: which one, on which day, from which stop."""

from collections.abc import Awaitable, Callable
from datetime import date, timedelta

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.choosing import fold, offer_candidates
from stopbell.conversation.memory import Asking, Option
from stopbell.conversation.names import find_name
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.codes import Code
from stopbell_server.contract.headsigns import drop_label
from stopbell_server.contract.routes import RouteData, RouteDirectionModel
from stopbell_server.phrases.phrase import Line

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday")
_KINDS = {"weekdays": "workday", "saturday": "saturday", "sunday": "sunday", "weekend": "weekend"}
"""Riders' words for kinds of day, and those of the tool."""

UseLine = Callable[[Session, str], Awaitable[Reply]]
"""Goes on with a line's label or id."""


def find_line(session: Session, intent: Intent) -> str | None:
    """Give the line that is named, else the one that was last asked about; None where there is none."""
    question = session.memory.question
    return intent.text("route") or (question.route if question and question.route else None)


def ask_for_line(session: Session, use: UseLine) -> Reply:
    """Ask for a line; what is said next is taken as its label."""
    session.wait_for(Asking(use, slot="route"))
    return session.reply(session.say("talk.which_line"), kind="prompt")


def to_service_day(session: Session, when: str | None) -> str:
    """Give the day of a word of riders' as the tool takes it; nothing for today, which the tool knows better."""
    today = session.find_now().date()
    if when in WEEKDAYS:
        return (today + timedelta(days=(WEEKDAYS.index(when) - today.weekday()) % 7)).isoformat()
    if when == "tomorrow":
        return (today + timedelta(days=1)).isoformat()
    return _KINDS.get(when or "", "")


async def ask_route(session: Session, line: str, stop: str = "", day: str = "") -> Answer:
    """Ask for a line on a day, from a stop where one is given."""
    return await session.ask("get_route", route=line, stop=stop, service_day=day, verbosity=session.verbosity)


def offer_lines_or_stops(
    session: Session, answer: Answer, use_line: UseLine, use_stop: Callable[[Session, str], Awaitable[Reply]]
) -> Reply | None:
    """Let the rider choose where a line or stop is ambiguous; None where neither is."""
    if answer.status.state != "ambiguous" or not answer.status.candidates:
        return None
    use = use_line if answer.status.code == Code.AMBIGUOUS_ROUTE.value else use_stop

    async def take(later: Session, option: Option) -> Reply:
        return await use(later, option.value)

    return offer_candidates(session, answer, take)


def name_direction(session: Session, data: RouteData, direction: RouteDirectionModel) -> Line:
    """Give a line with where it goes: "1 to Zoo"."""
    return session.say(
        "call.line_to",
        line=session.book.label(data.line or ""),
        headsign=session.book.name(_find_sign(data, direction) or direction.stops[-1].name),
    ).lines[0]


def _find_sign(data: RouteData, direction: RouteDirectionModel) -> str | None:
    """Give what the vehicles show, without the line's own label in front: it has just been said."""
    return drop_label(direction.headsign, data.line) if direction.headsign else None


def tell_day(session: Session, data: RouteData) -> Line:
    """Give the day that is told of; nothing where it is not known."""
    return session.book.date(date.fromisoformat(data.service_day)) if data.service_day else Line("", "")


def find_start(direction: RouteDirectionModel) -> int:
    """Give the place, among the stops of a direction, of the one from which it was asked for; 0 where it is none."""
    ids = [stop.stop_id for stop in direction.stops]
    return ids.index(direction.start.stop_id) if direction.start.stop_id in ids else 0


def leads_to(direction: RouteDirectionModel, destination: str) -> bool:
    """Say whether a direction leads where the rider wants to go: by its sign, or by a stop further on."""
    names = [direction.headsign or "", *(stop.name for stop in direction.stops[find_start(direction) + 1 :])]
    return fold(destination) in map(fold, names) or find_name(destination, names) is not None
