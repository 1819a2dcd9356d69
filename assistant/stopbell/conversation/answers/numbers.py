"""A number said after "at" or "from": a stop's code, a line's label, or both, which is asked about."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.choosing import fold, offer
from stopbell.conversation.memory import Option
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.stops import StopData, StopSummary
from stopbell_server.phrases.phrase import Line, Phrase

_BEFORE_NUMBER = re.compile("^[a-z]{0,2}0*(?=[0-9])")
Settled = Callable[[Session, Intent], Awaitable[Reply]]


async def settle_number(session: Session, intent: Intent, go_on: Settled) -> Reply:
    """Put a number where it belongs, a stop unless only a line fits, and go on; ask where both do."""
    number = intent.text("number")
    if number is None:
        return await go_on(session, intent)
    as_stop, as_line = _fill(intent, "stop", number), _fill(intent, "route", number)
    is_alone = intent.text("alone") == "yes"
    if intent.text("route") or not (is_alone or await _is_line_here(session, number)):
        return await go_on(session, as_stop)
    label = _to_stop_label(session, number, await session.ask("describe_stop", stop=number))
    if label is None:
        session.calls.clear()
        return await go_on(session, as_line)
    if is_alone and not await _is_line_here(session, number):
        return await go_on(session, as_stop)

    async def take(later: Session, option: Option) -> Reply:
        return await go_on(later, as_stop if option.value == "stop" else as_line)

    options = [
        Option(_to_line(session.say("talk.number_stop", stop=label)), "stop"),
        Option(_to_line(session.say("talk.number_line", line=session.book.label(number))), "line"),
    ]
    return offer(session, [session.say("talk.number_both", number=session.book.label(number))], options, take)


def _fill(intent: Intent, slot: str, number: str) -> Intent:
    kept = {name: value for name, value in intent.slots.items() if name not in ("number", "alone")}
    return replace(intent, slots={**kept, slot: number})


async def _is_line_here(session: Session, number: str) -> bool:
    """Whether a line of that label calls at the stop in use; False where no stop is in use."""
    asked = find_stop_in_use(session)
    stop: StopSummary | None = session.memory.stop
    if stop is None and asked is not None:
        data = (await session.ask("describe_stop", stop=asked)).data
        stop = data.stop if isinstance(data, StopData) else None
    return stop is not None and any(_is_label(number, line) for line in stop.lines)


def _is_label(number: str, line: str) -> bool:
    """Whether a number is a line's label, or all of it but the kind of vehicle and zeros before: "9" of "T09"."""
    label = fold(line)
    return fold(number) in (label, _BEFORE_NUMBER.sub("", label))


def _to_stop_label(session: Session, number: str, answer: Answer) -> Line | None:
    """Give the label of the stop with that code, the number itself for several; None where it is no stop's code."""
    stop = answer.data.stop if isinstance(answer.data, StopData) else None
    if stop:
        # A number may also be found within a name, as in "At Civic 123"; that is not what it says.
        is_meant = number in (stop.code, stop.id.partition(":")[2])
        return _to_line(session.book.label_stop(stop)) if is_meant else None
    return session.book.label(number) if answer.status.candidates and answer.status.state == "ambiguous" else None


def _to_line(phrase: Phrase) -> Line:
    return Line(phrase.written, phrase.spoken)
