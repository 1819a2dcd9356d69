"""The question behind "what comes next", and asking the server's tools for it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.answers.halves import settle_time
from stopbell.conversation.memory import BoardQuestion
from stopbell.conversation.names import find_name
from stopbell.conversation.profile import Verbosity
from stopbell.conversation.session import Session
from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.contract.vehicles import VehiclesData

MOST_TOLD = 3
"""Calls in one answer; more only when asked for."""
MOST_ASKED = 20
MOST_MINUTES = 1440
WIRE_MODES = {"train": "rail", "cable-car": "aerial-lift"}
"""Where riders' words for a mode are not those of the contract."""
ACCESS_FEATURES = frozenset({"low_floor", "wheelchair", "ramp"})
"""Features that the data can answer, as accessible or not."""
LATELY = timedelta(hours=1)
"""A time that is over for no longer is still that of today."""
NAMED_IN_DATA = frozenset({"low_floor", "wheelchair"})


def to_question(session: Session, intent: Intent) -> BoardQuestion | None:
    """Give the whole question behind an intent; None when no stop is known."""
    before = session.memory.question
    stop = intent.text("stop") or find_stop_in_use(session)
    if stop is None:
        return None
    is_follow_up = intent.text("ref") == "previous" and before is not None
    base = replace(before, stop=stop) if is_follow_up and before else BoardQuestion(stop)
    if is_follow_up and (intent.text("route") or intent.text("mode")):
        base = replace(base, route="", mode="")
    return replace(
        base,
        route=intent.text("route") or base.route,
        destination=intent.text("destination") or base.destination,
        mode=intent.text("mode") or base.mode,
        feature=intent.text("feature") or base.feature,
        within_min=intent.number("within_min") or base.within_min,
        limit=intent.number("count"),
        time=to_time(session, intent) or base.time,
    )


async def ask_board(session: Session, question: BoardQuestion, *, verbosity: Verbosity | None = None) -> Answer:
    """Ask the tool that answers it: accessible vehicles have their own, which counts the unknown before them."""
    is_about_access = question.feature in NAMED_IN_DATA
    least = MOST_TOLD if question.feature and not is_about_access else 1
    asked = {
        "stop": question.stop,
        "route": question.route,
        "headsign": to_headsign(session, question),
        "mode": WIRE_MODES.get(question.mode, question.mode),
        "time": question.time,
        "within_minutes": min(MOST_MINUTES, question.within_min) if question.within_min else None,
        "limit": min(MOST_ASKED, max(question.limit or MOST_TOLD, least)),
    }
    if is_about_access and not question.time:
        return await session.ask("find_low_floor_vehicles", **asked)
    access = True if question.feature in ACCESS_FEATURES or session.profile.needs_low_floor else None
    passed = True if question.is_about_passed else None
    return await session.ask(
        "get_arrivals", **asked, access=access, passed=passed, verbosity=verbosity or session.verbosity
    )


def to_time(session: Session, intent: Intent) -> str:
    """Give a time of day as tools take it: of tomorrow where it is said to be or is over today; nothing for now."""
    now = session.find_now()
    clock = settle_time(intent, now, lately=LATELY)
    if clock is None:
        return ""
    if intent.text("when") != "tomorrow" and clock >= f"{now - LATELY:%H:%M}":
        return clock
    return f"{(now + timedelta(days=1)).date().isoformat()}T{clock}"


def to_headsign(session: Session, question: BoardQuestion) -> str:
    """Give the destination in the words of the stop's own board where it is one of those, else as it was said."""
    stop = session.memory.stop
    towards = stop.towards if stop and stop.id == question.stop else []
    return (find_name(question.destination, towards) or question.destination) if question.destination else ""


def list_calls(answer: Answer) -> Sequence[MonitoredCall]:
    """Give the calls that an answer tells, whichever tool gave it."""
    match answer.data:
        case BoardData(arrivals=calls) | VehiclesData(calls=calls):
            return calls
        case _:
            return ()


def is_coming(call: MonitoredCall) -> bool:
    """Say whether one can still count on a call: neither cancelled nor skipped."""
    return call.status not in ("cancelled", "skipped")


def count_more(answer: Answer) -> int:
    """Give how many calls there are beyond those that an answer tells."""
    return answer.data.more if isinstance(answer.data, BoardData | VehiclesData) else 0
