"""Where are we: how far the vehicle is that the rider is on."""

from stopbell.brains.brain import Intent
from stopbell.conversation.choosing import offer_candidates
from stopbell.conversation.memory import Option
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session

_STOPS = 5


async def answer_ride(session: Session, intent: Intent) -> Reply:
    """Tell how far the rider's stop is, or the one that was named, and which comes next."""
    ride = session.watches.find_ride()
    if ride is None:
        return session.reply(session.say("talk.cannot_follow_ride"), kind="note")
    return await _tell(session, ride.journey, intent.text("stop") or ride.visit)


async def _tell(session: Session, journey: str, stop: str) -> Reply:
    answer = await session.ask(
        "get_monitored_journey", journey=journey, stop=stop, limit=_STOPS, verbosity=session.verbosity
    )
    if answer.status.candidates and answer.status.state == "ambiguous":

        async def take(later: Session, option: Option) -> Reply:
            return await _tell(later, journey, option.value)

        return offer_candidates(session, answer, take)
    return session.reply_with(answer)
