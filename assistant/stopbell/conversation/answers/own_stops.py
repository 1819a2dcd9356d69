"""Stops that are kept for the rider, told as a list to choose from: a number asks for what comes there."""

from collections.abc import Sequence

from stopbell.conversation.answers.stops import resolve_stop, use_stop
from stopbell.conversation.choosing import offer
from stopbell.conversation.memory import Choosing, Option
from stopbell.conversation.rendering import MOST_SPOKEN
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Phrase


def offer_own_stops(session: Session, heading: Phrase, options: Sequence[Option]) -> Reply:
    """List stops, each option's value being a scoped id; whoever asks something else need not choose."""
    reply = offer(session, [heading], list(options), _open)
    session.wait_for(Choosing(options[:MOST_SPOKEN], _open, options[MOST_SPOKEN:], is_asked=False))
    return reply


async def _open(session: Session, option: Option) -> Reply:
    async def use(later: Session, stop: StopSummary) -> Reply:
        return await use_stop(later, stop, is_here=False)

    return await resolve_stop(session, option.value, use)
