"""What comes next at a stop: the question, its follow-ups, and going on from what was told."""

from collections.abc import Sequence
from dataclasses import replace

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import ask_for_stop, find_stop_in_use
from stopbell.conversation.choosing import offer_candidates
from stopbell.conversation.factoring import drop_heard
from stopbell.conversation.memory import BoardQuestion, Option, to_key
from stopbell.conversation.names import find_name
from stopbell.conversation.profile import Verbosity
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.contract.codes import Code
from stopbell_server.contract.vehicles import VehiclesData
from stopbell_server.phrases.phrase import Line, Phrase

MOST_TOLD = 3
"""Calls in one answer; more only when asked for."""
MOST_ASKED = 20
MOST_MINUTES = 1440
WIRE_MODES = {"train": "rail", "cable-car": "aerial-lift"}
"""Where riders' words for a mode are not those of the contract."""
ACCESS_FEATURES = frozenset({"low_floor", "wheelchair", "ramp"})
"""Features that the data can answer, as accessible or not."""
NAMED_IN_DATA = frozenset({"low_floor", "wheelchair"})


async def answer_next(session: Session, intent: Intent) -> Reply:
    """Answer "what comes next", whole or as a follow-up that keeps what it does not change."""
    if intent.text("which") == "after":
        return await answer_one_after(session)
    question = to_question(session, intent)
    if question is None:
        return ask_for_stop(session, lambda later, name: answer_next(later, _with_stop(intent, name)))
    return await answer_board(session, question)


async def answer_board(session: Session, question: BoardQuestion) -> Reply:
    """Ask for a board and tell it; an ambiguous stop becomes choices, and the choice is answered at once."""
    answer = await ask_board(session, question)
    if answer.status.candidates and answer.status.state == "ambiguous":

        async def take(later: Session, option: Option) -> Reply:
            return await answer_board(later, replace(question, stop=option.value))

        return offer_candidates(session, answer, take)
    before: list[Phrase] = []
    if question.feature and question.feature not in NAMED_IN_DATA:
        before.append(session.say("talk.not_in_data", what=session.say(f"feature.{question.feature}")))
    is_narrow = bool(question.mode or question.destination)
    if is_narrow and answer.status.state in ("ok", "partial") and not list_calls(answer):
        before.append(_tell_none_listed(session, question))
        question = replace(question, mode="", destination="")
        answer = await ask_board(session, question)
    reply = tell_board(session, question, answer).after(*before)
    return reply.then(*session.hint_once("talk.say_more")) if _count_more(answer) else reply


def _tell_none_listed(session: Session, question: BoardQuestion) -> Phrase:
    """Say what was looked for in vain; an answer of the server's would sound as if nothing came at all."""
    parts = [session.say(f"mode.{question.mode}")] if question.mode else []
    if question.destination:
        parts.append(session.say("talk.direction", destination=session.book.text(question.destination)))
    labels = session.book.listing([Line(part.written, part.spoken) for part in parts])
    return session.say("talk.none_listed", what=labels)


def tell_board(
    session: Session, question: BoardQuestion, answer: Answer, *, verbosity: Verbosity | None = None
) -> Reply:
    """Give a board's answer without what was just heard, and keep its question for what follows."""
    stop, data = session.memory.stop, answer.data
    is_same = stop is not None and isinstance(data, BoardData) and data.stop is not None and data.stop.id == stop.id
    if isinstance(data, BoardData | VehiclesData) and data.stop:
        session.memory.move_to(data.stop)
        session.memory.question = replace(question, stop=data.stop.id)
        session.memory.told = tuple(map(to_key, list_calls(answer)))
    return drop_heard(session, session.reply_with(answer, verbosity=verbosity), answer, is_same_stop=is_same)


async def answer_one_after(session: Session) -> Reply:
    """Tell the first call that was not told yet for the last question."""
    return await _go_on(session, 1)


async def answer_more(session: Session) -> Reply:
    """Tell further calls of the last question."""
    return await _go_on(session, MOST_TOLD)


async def _go_on(session: Session, count: int) -> Reply:
    memory = session.memory
    if memory.question is None:
        return session.reply(session.say("talk.nothing_before"), kind="note")
    limit = min(MOST_ASKED, len(memory.told) + count)
    answer = await ask_board(session, replace(memory.question, limit=limit))
    calls = list_calls(answer)
    if not calls:
        return session.reply_with(answer)
    fresh = [call for call in calls if to_key(call) not in memory.told][:count]
    if not fresh:
        return session.reply(session.say("talk.no_more"), kind="note")
    memory.told = (*memory.told, *(to_key(call) for call in fresh))
    told = [session.book.call(call, verbosity=session.verbosity) for call in fresh]
    if (more := _count_more(answer)) and count > 1:
        told.append(session.say("board.more", count=more))
    if answer.status.state == "partial" and answer.status.code:
        told.append(session.book.code(Code(answer.status.code)))
    told[-1] = session.book.with_notice(told[-1], answer.provenance.notice)
    return session.reply(*told, kind="board")


def list_calls(answer: Answer) -> Sequence[MonitoredCall]:
    """Give the calls that an answer tells, whichever tool gave it."""
    match answer.data:
        case BoardData(arrivals=calls) | VehiclesData(calls=calls):
            return calls
        case _:
            return ()


def _count_more(answer: Answer) -> int:
    return answer.data.more if isinstance(answer.data, BoardData | VehiclesData) else 0


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
    limit = min(MOST_ASKED, question.limit or MOST_TOLD)
    within = min(MOST_MINUTES, question.within_min) if question.within_min else None
    if question.feature in NAMED_IN_DATA and not question.mode and not question.destination:
        return await session.ask(
            "find_low_floor_vehicles",
            stop=question.stop,
            route=question.route,
            within_minutes=within,
            limit=limit,
        )
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


def _with_stop(intent: Intent, name: str) -> Intent:
    return replace(intent, slots={**intent.slots, "stop": name})
