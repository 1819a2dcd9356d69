"""Corrections and bare yes, no or numbers: one part of the last question changes, the rest stays."""

from dataclasses import replace

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.stops import answer_other_direction, set_stop
from stopbell.conversation.answers.trips import answer_next_or_trip
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session


async def answer_correction(session: Session, intent: Intent) -> Reply:
    """Change what is corrected in the last question and answer it again; a bare no changes nothing."""
    if intent.text("direction") == "other":
        return await answer_other_direction(session)
    named = {name: value for name, value in intent.slots.items() if name not in ("wrong", "ref", "direction")}
    if set(named) == {"stop"} and session.memory.question is None:
        return await set_stop(session, replace(intent, slots=named))
    if named:
        return await answer_next_or_trip(session, replace(intent, slots={**named, "ref": "previous"}))
    return session.reply(session.say("talk.what_else"), kind="note")


async def answer_agreement(session: Session, intent: Intent) -> Reply:
    """Take a yes that nothing was asked for."""
    del intent
    return session.reply(session.say("talk.what_else"), kind="note")


async def answer_option(session: Session, intent: Intent) -> Reply:
    """Take a number that nothing was offered for."""
    del intent
    return session.reply(session.say("talk.nothing_to_choose"), kind="note")
