"""Call out what comes, by itself, or no longer."""

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import ask_for_stop, find_stop_in_use
from stopbell.conversation.answers.stops import resolve_stop
from stopbell.conversation.answers.watching_arrivals import tell_if_impossible
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.conversation.watching.board_calls import LEAD_MIN, BoardCalls
from stopbell_server.contract.stops import StopSummary


async def answer_announcing(session: Session, intent: Intent) -> Reply:
    """Begin to call out what comes to the stop in use, or end it."""
    if intent.text("state") == "off":
        session.watches.end(*(watch for watch in session.watches.active if isinstance(watch, BoardCalls)))
        return session.reply(session.say("watch.board_off"), kind="note")
    if impossible := tell_if_impossible(session):
        return impossible
    stop = find_stop_in_use(session)
    if stop is None:
        return ask_for_stop(session, lambda later, name: resolve_stop(later, name, _begin))
    return await resolve_stop(session, stop, _begin)


async def _begin(session: Session, stop: StopSummary) -> Reply:
    session.memory.move_to(stop)
    session.watches.add(BoardCalls(stop))
    told = session.say("watch.board_on", stop=session.book.name(stop.name), minutes=session.book.minutes(LEAD_MIN))
    return session.reply(told, *session.hint_once("watch.only_open"), kind="watch")
