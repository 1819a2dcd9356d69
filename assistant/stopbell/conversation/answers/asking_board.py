"""The question behind "what comes next", and asking the server's tools for it."""

from collections.abc import Sequence
from dataclasses import replace

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.memory import BoardQuestion
from stopbell.conversation.names import find_name
from stopbell.conversation.profile import Verbosity
from stopbell.conversation.session import Session
from stopbell_server.contract.arrivals import AccessCounts, BoardData, MonitoredCall
from stopbell_server.contract.codes import Code
from stopbell_server.contract.vehicles import VehiclesData

MOST_TOLD = 3
"""Calls in one answer; more only when asked for."""
MOST_ASKED = 20
MOST_MINUTES = 1440
WIRE_MODES = {"train": "rail", "cable-car": "aerial-lift"}
"""Where riders' words for a mode are not those of the contract."""
ACCESS_FEATURES = frozenset({"low_floor", "wheelchair", "ramp"})
"""Features that the data can answer, as accessible or not."""
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
    )


async def ask_board(session: Session, question: BoardQuestion, *, verbosity: Verbosity | None = None) -> Answer:
    """Ask the tool that answers it: accessible vehicles alone have their own, which counts the unknown before them."""
    limit = min(MOST_ASKED, max(question.limit or MOST_TOLD, MOST_TOLD if question.feature else 1))
    within = min(MOST_MINUTES, question.within_min) if question.within_min else None
    if question.feature in NAMED_IN_DATA and not question.mode and not question.destination:
        return await session.ask(
            "find_low_floor_vehicles",
            stop=question.stop,
            route=question.route,
            within_minutes=within,
            limit=min(MOST_ASKED, question.limit or MOST_TOLD),
        )
    session.memory.looked_at = None
    answer = await _ask_arrivals(session, question, limit, within, verbosity)
    if not question.destination or list_calls(answer) or answer.status.state not in ("ok", "partial"):
        return answer
    # The server compares with the feed's own words; the rider may have said the name in another language or case.
    wide = await _ask_arrivals(session, replace(question, destination=""), MOST_ASKED, within, verbosity)
    return _narrow(session, wide, question.destination, limit, verbosity) or answer


async def _ask_arrivals(
    session: Session, question: BoardQuestion, limit: int, within: int | None, verbosity: Verbosity | None
) -> Answer:
    stop = session.memory.stop
    towards = stop.towards if stop and stop.id == question.stop else []
    destination = (find_name(question.destination, towards) or question.destination) if question.destination else ""
    return await session.ask(
        "get_arrivals",
        stop=question.stop,
        route=question.route,
        headsign=destination,
        mode=WIRE_MODES.get(question.mode, question.mode),
        access=True if question.feature in ACCESS_FEATURES or session.profile.needs_low_floor else None,
        within_minutes=within,
        limit=limit,
        verbosity=verbosity or session.verbosity,
    )


def _narrow(
    session: Session, answer: Answer, destination: str, limit: int, verbosity: Verbosity | None
) -> Answer | None:
    """Keep the calls of an answer that go where the rider means, and word them as the server would; None: none do."""
    data = answer.data
    if not isinstance(data, BoardData):
        return None
    session.memory.looked_at = len(data.arrivals) if data.more else None
    going = [
        call
        for call in data.arrivals
        if find_name(destination, [name for name in (call.headsign, call.destination) if name])
    ]
    if not going:
        return None
    kept = data.model_copy(
        update={
            "arrivals": going[:limit],
            "more": len(going[limit:]),
            "access_counts": _count_access(data, going[:limit]),
        }
    )
    phrase = session.book.board(kept, verbosity=verbosity or session.verbosity)
    if answer.status.state == "partial" and answer.status.code:
        phrase = phrase.then(session.book.code(Code(answer.status.code)))
    phrase = session.book.with_notice(phrase, answer.provenance.notice)
    told = {"text": phrase.written, "spoken": phrase.spoken, "data": kept.to_wire()}
    narrowed = replace(answer, text=phrase.written, spoken=phrase.spoken, data=kept, raw={**answer.raw, **told})
    session.calls[-1] = replace(session.calls[-1], answer=narrowed)
    return narrowed


def _count_access(data: BoardData, calls: Sequence[MonitoredCall]) -> AccessCounts | None:
    if data.access_counts is None:
        return None
    verdicts = [call.access.verdict for call in calls]
    return AccessCounts(yes=verdicts.count("yes"), no=verdicts.count("no"), unknown=verdicts.count("unknown"))


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
