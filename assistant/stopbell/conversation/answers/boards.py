"""What comes next at a stop: the question, its follow-ups, and going on from what was told."""

from collections.abc import Sequence
from dataclasses import replace

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_board import (
    MOST_ASKED,
    MOST_TOLD,
    NAMED_IN_DATA,
    ask_board,
    count_more,
    is_coming,
    list_calls,
    to_question,
)
from stopbell.conversation.answers.asking_stop import ask_for_stop
from stopbell.conversation.answers.knowing import find_now
from stopbell.conversation.answers.numbers import settle_number
from stopbell.conversation.choosing import settle_candidates
from stopbell.conversation.factoring import drop_heard
from stopbell.conversation.memory import BoardQuestion, Option, to_key
from stopbell.conversation.profile import Verbosity
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.contract.codes import Code
from stopbell_server.contract.vehicles import VehiclesData
from stopbell_server.phrases.phrase import Line, Phrase


async def answer_next(session: Session, intent: Intent) -> Reply:
    """Answer "what comes next", whole or as a follow-up that keeps what it does not change."""
    if intent.text("which") == "after":
        return await answer_one_after(session)
    return await settle_number(session, intent, _answer_settled)


async def answer_missed(session: Session, intent: Intent) -> Reply:
    """Tell what was due a moment ago, how surely it is gone, and what comes next."""
    question = to_question(session, intent)
    if question is None:
        return ask_for_stop(session, lambda later, name: answer_missed(later, _with_stop(intent, name)))
    reply = await answer_board(session, replace(question, is_about_passed=True))
    if session.memory.question:
        session.memory.question = replace(session.memory.question, is_about_passed=False)
    return reply


async def _answer_settled(session: Session, intent: Intent) -> Reply:
    if intent.text("time") and session.memory.zone is None:
        # Whether a time of day is over is a matter of the stop's zone, not of this machine's.
        await find_now(session, intent.text("stop"))
    question = to_question(session, intent)
    if question is None:
        return ask_for_stop(session, lambda later, name: _answer_settled(later, _with_stop(intent, name)))
    return await answer_board(session, question)


async def answer_board(session: Session, question: BoardQuestion) -> Reply:
    """Ask for a board and tell it; an ambiguous stop becomes choices, and the choice is answered at once."""
    answer = await ask_board(session, question)
    calls = list_calls(answer)
    if question.limit == 1 and calls and not is_coming(calls[0]):
        # One that does not come is no answer to "the next one"; what does come is told after it.
        question = replace(question, limit=MOST_TOLD)
        answer = await ask_board(session, question)
    if answer.status.candidates and answer.status.state == "ambiguous":
        is_line = answer.status.code == Code.AMBIGUOUS_ROUTE.value

        async def take(later: Session, option: Option) -> Reply:
            chosen = {"route": option.value, "mode": ""} if is_line else {"stop": option.value}
            return await answer_board(later, replace(question, **chosen))

        return await settle_candidates(session, answer, take)
    before: list[Phrase] = []
    if question.feature and question.feature not in NAMED_IN_DATA:
        before.append(session.say("talk.not_in_data", what=session.say(f"feature.{question.feature}")))
    is_narrow = bool(question.mode or question.destination) and question.feature not in NAMED_IN_DATA
    if is_narrow and answer.status.state in ("ok", "partial") and not list_calls(answer):
        wide = replace(question, mode="", destination="")
        if list_calls(everything := await ask_board(session, wide)):
            before.append(_tell_none_listed(session, question))
            question, answer = wide, everything
    reply = tell_board(session, question, answer).after(*before)
    return reply.then(*session.hint_once("talk.say_more")) if count_more(answer) else reply


def _tell_none_listed(session: Session, question: BoardQuestion) -> Phrase:
    """Say what was looked for in vain; an answer of the server's would sound as if nothing came at all."""
    parts = [session.say(f"mode.{question.mode}")] if question.mode else []
    if question.destination:
        parts.append(session.say("board.asked_direction", destination=session.book.text(question.destination)))
    labels = session.book.chain([Line(part.written, part.spoken) for part in parts])
    return session.say("talk.none_listed", what=labels)


def tell_board(
    session: Session, question: BoardQuestion, answer: Answer, *, verbosity: Verbosity | None = None
) -> Reply:
    """Give a board's answer without what was just heard, and keep its question for what follows."""
    stop, data = session.memory.stop, answer.data
    is_same = stop is not None and isinstance(data, BoardData) and data.stop is not None and data.stop.id == stop.id
    if isinstance(data, BoardData | VehiclesData) and data.stop:
        session.memory.move_to(data.stop)
        session.memory.trip = None
        session.memory.question = replace(question, stop=data.stop.id)
        session.memory.told = tuple(map(to_key, list_calls(answer)))
    return drop_heard(session, session.reply_with(answer, verbosity=verbosity), answer, is_same_stop=is_same)


async def answer_one_after(session: Session) -> Reply:
    """Tell the first call that was not told yet for the last question."""
    return await _go_on(session, 1)


async def answer_more(session: Session, count: int | None = None) -> Reply:
    """Tell further calls of the last question, as many as are wanted."""
    return await _go_on(session, max(1, min(MOST_ASKED, count or MOST_TOLD)))


async def _go_on(session: Session, count: int) -> Reply:
    memory = session.memory
    if memory.question is None:
        return session.reply(session.say("talk.nothing_before"), kind="note")
    limit = min(MOST_ASKED, len(memory.told) + max(count, MOST_TOLD))
    answer = await ask_board(session, replace(memory.question, limit=limit))
    calls = list_calls(answer)
    if not calls:
        return session.reply_with(answer)
    unheard = [call for call in calls if to_key(call) not in memory.told]
    fresh = unheard[: _reach_coming(unheard, count)]
    if not fresh:
        return session.reply(session.say("talk.no_more"), kind="note")
    memory.told = (*memory.told, *(to_key(call) for call in fresh))
    told = [session.book.call(call, verbosity=session.verbosity) for call in fresh]
    if (more := count_more(answer) + len(unheard) - len(fresh)) and count > 1:
        told.append(session.say("board.more", count=more))
    if answer.status.state == "partial" and answer.status.code:
        told.append(session.book.code(Code(answer.status.code)))
    told[-1] = session.book.with_notice(told[-1], answer.provenance.notice)
    return session.reply(*told, kind="board")


def _reach_coming(calls: Sequence[MonitoredCall], count: int) -> int:
    """Give how many calls to tell so that at least one of them comes."""
    first = next((place for place, call in enumerate(calls, 1) if is_coming(call)), len(calls))
    return max(count, first)


def _with_stop(intent: Intent, name: str) -> Intent:
    return replace(intent, slots={**intent.slots, "stop": name})
