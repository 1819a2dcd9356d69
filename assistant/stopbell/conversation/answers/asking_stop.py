"""Which stop a question is about, and asking for it."""

from collections.abc import Awaitable, Callable

from stopbell.conversation.memory import Asking
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session


def find_stop_in_use(session: Session) -> str | None:
    """Give the stop in use by its scoped id, else the one given at the start, else the home stop."""
    if session.memory.stop:
        return session.memory.stop.id
    if session.given_stop:
        return session.given_stop
    return session.profile.home_stop.id if session.profile.home_stop else None


def ask_for_stop(session: Session, go_on: Callable[[Session, str], Awaitable[Reply]]) -> Reply:
    """Ask for a stop; what is said next is taken as its name, and the question is answered then."""
    session.wait_for(Asking(go_on))
    return session.reply(session.say("talk.which_stop"), kind="prompt")
