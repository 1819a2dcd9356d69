"""What is remembered of the rider, as far as the rider decides: stops used last, walking, and forgetting all of it."""

import logging

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.own_stops import offer_own_stops
from stopbell.conversation.errors import ProfileError
from stopbell.conversation.memory import Choosing, Option
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session

logger = logging.getLogger(__name__)

SHORTEST_LIMIT_M, LONGEST_LIMIT_M = 10, 20_000
METERS_A_MINUTE = {"slow": 40.0, "normal": 65.0, "fast": 85.0}
"""How far riders of each pace get; slow is that of a cane in a street one does not know."""


async def set_recent_stops(session: Session, intent: Intent) -> Reply:
    """List the stops used last, clear them, or remember them no longer."""
    match intent.text("state"):
        case "off":
            session.change_profile(keeps_recent_stops=False, recent_stops=())
            return session.reply(session.say("talk.recent_off"), kind="note")
        case "on":
            session.change_profile(keeps_recent_stops=True)
            return session.reply(session.say("talk.recent_on"), kind="note")
        case "clear":
            session.change_profile(recent_stops=())
            session.memory.stop = None
            return session.reply(session.say("talk.recent_cleared"), kind="note")
        case _:
            return _list_recent(session)


def _list_recent(session: Session) -> Reply:
    options = [Option(session.book.name(stop.name), stop.id) for stop in session.profile.recent_stops]
    if not options:
        return session.reply(session.say("talk.recent_none"), kind="note")
    return offer_own_stops(session, session.say("talk.recent", count=len(options)), options)


async def set_walking(session: Session, intent: Intent) -> Reply:
    """Take how fast and how far the rider walks; answers about ways say when a walk is longer than that."""
    pace, limit = intent.text("pace"), intent.number("value")
    if pace in METERS_A_MINUTE:
        session.change_profile(walking_pace=pace)
        return session.reply(session.say(f"talk.pace_{pace}"), kind="note")
    if limit is None:
        session.change_profile(walking_limit_meters=None)
        return session.reply(session.say("talk.walk_any"), kind="note")
    if not SHORTEST_LIMIT_M <= limit <= LONGEST_LIMIT_M:
        return session.reply(session.say("talk.walk_limit_which"), kind="note")
    session.change_profile(walking_limit_meters=limit)
    return session.reply(session.say("talk.walk_limit", distance=session.book.distance(limit)), kind="note")


async def forget_me(session: Session, intent: Intent) -> Reply:
    """Ask once, then erase all that is kept of the rider."""
    del intent
    session.wait_for(Choosing((Option(session.say("talk.forget_label").lines[0], "forget"),), _forget))
    return session.reply(session.say("talk.forget_sure"), kind="prompt")


async def _forget(session: Session, option: Option) -> Reply:
    del option
    try:
        session.forget_rider()
    except ProfileError as error:
        logger.warning("%s", error)
        return session.reply(session.say("talk.forget_failed"), kind="error")
    return session.reply(session.say("talk.forgotten"), kind="note")
