"""Stops: which one is meant, on which side it is, what is known of it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_board import MOST_ASKED, ask_board, list_calls
from stopbell.conversation.answers.asking_stop import ask_for_stop, find_stop_in_use
from stopbell.conversation.answers.boards import answer_board
from stopbell.conversation.choosing import offer, settle_candidates
from stopbell.conversation.memory import BoardQuestion, Option, Place
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.stops import StopData, StopSummary

STOP_ACCURACY_M = 50
"""How far from a stop's point one may stand who says to be at it."""

UseStop = Callable[[Session, StopSummary], Awaitable[Reply]]


async def resolve_stop(session: Session, asked: str, use: UseStop) -> Reply:
    """Find the stop that is meant and go on with it; several become choices, none is said."""
    answer = await session.ask("describe_stop", stop=asked)
    if isinstance(answer.data, StopData) and answer.data.stop:
        return await use(session, answer.data.stop)
    if answer.status.candidates:

        async def take(later: Session, option: Option) -> Reply:
            return await resolve_stop(later, option.value, use)

        return await settle_candidates(session, answer, take)
    return session.reply_with(answer)


async def set_stop(session: Session, intent: Intent) -> Reply:
    """Take a stop as the one in use, and answer at once with what comes there."""
    asked = intent.text("stop")
    is_here = intent.text("here") == "yes"

    async def use(later: Session, stop: StopSummary) -> Reply:
        return await use_stop(later, stop, is_here=is_here)

    if asked is None:
        return ask_for_stop(session, lambda later, name: resolve_stop(later, name, use))
    return await resolve_stop(session, asked, use)


async def use_stop(session: Session, stop: StopSummary, *, is_here: bool) -> Reply:
    """Make a stop the one in use; where the rider is there, it is the rider's place too."""
    session.memory.move_to(stop)
    name = session.book.label_stop(stop)
    if is_here and stop.lat is not None and stop.lng is not None:
        session.memory.place = Place(stop.lat, stop.lng, STOP_ACCURACY_M, "stop")
    said = session.say("talk.here_set" if is_here else "talk.stop_set", stop=name)
    return (await answer_board(session, BoardQuestion(stop.id))).after(said)


async def answer_side(session: Session, intent: Intent) -> Reply:
    """Tell which way vehicles leave from the stop in use, and where the stop for the other way is."""

    async def use(later: Session, stop: StopSummary) -> Reply:
        later.memory.move_to(stop)
        label = later.say("talk.stop_set", stop=later.book.label_stop(stop))
        side = later.book.side(stop)
        return later.reply(label, side if side.lines else later.say("talk.side_of_station"), kind="stop")

    return await _with_stop_in_use(session, intent, use)


async def answer_info(session: Session, intent: Intent) -> Reply:
    """Describe a stop; what the data cannot hold, such as a shelter, is said to be missing."""
    is_about_landmarks = intent.text("topic") == "landmarks"

    async def describe(later: Session, stop: StopSummary) -> Reply:
        later.memory.move_to(stop)
        answer = later.calls[-1].answer
        reply = later.reply_with(answer)
        return reply.after(later.say("talk.no_landmarks")) if is_about_landmarks else reply

    return await _with_stop_in_use(session, intent, describe)


async def _with_stop_in_use(session: Session, intent: Intent, use: UseStop) -> Reply:
    asked = intent.text("stop") or find_stop_in_use(session)
    if asked is None:
        return ask_for_stop(session, lambda later, name: resolve_stop(later, name, use))
    return await resolve_stop(session, asked, use)


async def answer_other_direction(session: Session) -> Reply:
    """Turn the last question to the stop for the other way."""
    memory = session.memory
    if memory.stop is None:
        return session.reply(session.say("talk.nothing_before"), kind="note")
    question = memory.question or BoardQuestion(memory.stop.id)
    if memory.stop.opposite is None:
        return await _offer_directions(session, memory.stop, question)

    async def use(later: Session, stop: StopSummary) -> Reply:
        later.memory.move_to(stop)
        asked = BoardQuestion(stop.id, question.route, "", question.mode, question.feature, question.within_min)
        said = later.say("talk.other_direction", stop=later.book.label_stop(stop))
        return (await answer_board(later, asked)).after(said)

    return await resolve_stop(session, memory.stop.opposite, use)


async def _offer_directions(session: Session, stop: StopSummary, question: BoardQuestion) -> Reply:
    """Ask where to, at a place from which vehicles leave in all directions; the one just asked about is left out."""
    known = await _list_signs(session, question) if question.route else stop.towards
    towards = [name for name in known if name != question.destination]
    if len(towards) < 2 and not (towards and question.destination):
        return session.reply(session.say("talk.no_opposite"), kind="note")

    async def take(later: Session, option: Option) -> Reply:
        return await answer_board(later, replace(question, destination=option.value))

    options = [Option(session.book.name(name), name) for name in towards]
    return offer(session, [session.say("talk.which_direction")], options, take)


async def _list_signs(session: Session, question: BoardQuestion) -> Sequence[str]:
    """Give where the line that was asked about goes from its stop, each once."""
    answer = await ask_board(session, replace(question, destination="", feature="", limit=MOST_ASKED))
    return tuple(dict.fromkeys(sign for call in list_calls(answer) if (sign := call.headsign or call.destination)))
