"""The first run's last question, the home stop, and the first answer right after it."""

from stopbell.conversation.answers.stops import resolve_stop, use_stop
from stopbell.conversation.memory import Asking
from stopbell.conversation.profile import SavedStop
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Phrase


async def ask_home(session: Session, *before: Phrase) -> Reply:
    """Ask for the stop that is used most."""
    session.wait_for(Asking(_take_home, _finish_without))
    return session.reply(*before, session.say("setup.stop"), kind="prompt")


async def _take_home(session: Session, said: str) -> Reply:
    reply = await resolve_stop(session, said, keep_home_stop)
    if session.memory.pending is None and not session.profile.is_set_up:
        session.wait_for(Asking(_take_home, _finish_without))
        return reply.then(session.say("setup.home_again"))
    return reply


async def keep_home_stop(session: Session, stop: StopSummary) -> Reply:
    """Keep a stop as the home stop, and answer at once with what comes there."""
    session.change_profile(home_stop=SavedStop(id=stop.id, name=stop.name), is_set_up=True)
    board = await use_stop(session, stop, is_here=False)
    done = session.say("setup.not_kept" if session.is_forgetful else "setup.done")
    return board.then(done, session.say("talk.next_time"))


async def finish_without_city(session: Session) -> Reply:
    """End where no timetable was chosen: no stop can be found in none, so only the way to add one is told."""
    session.change_profile(is_set_up=True)
    return session.reply_with(await session.ask("get_alerts"))


async def _finish_without(session: Session) -> Reply:
    session.change_profile(is_set_up=True)
    return session.reply(session.say("setup.done_without_stop"), kind="answer")
