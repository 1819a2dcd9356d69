"""Control words: silence, repeat, back, cancel, pause, leave."""

from dataclasses import replace

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.boards import answer_board, answer_more
from stopbell.conversation.choosing import offer
from stopbell.conversation.listing import tell_further
from stopbell.conversation.memory import Choosing
from stopbell.conversation.reply import Control, Reply
from stopbell.conversation.session import Session

AGED_S = 60.0
"""From this age on, a repeated answer says how old it is: its minutes have gone on."""


async def silence(session: Session, intent: Intent) -> Reply:
    """Stop speaking; nothing of this is said aloud."""
    del intent
    return session.reply(session.say("talk.silent"), kind="note", control=Control.SILENCE)


async def pause(session: Session, intent: Intent) -> Reply:
    """Hold speech, or go on with it."""
    if intent.text("state") == "resume":
        return session.reply(session.say("talk.resumed"), kind="note", control=Control.RESUME)
    return session.reply(session.say("talk.paused"), kind="note", control=Control.PAUSE)


async def leave(session: Session, intent: Intent) -> Reply:
    """End the conversation."""
    del intent
    return session.reply(session.say("talk.goodbye"), kind="note", control=Control.QUIT)


async def repeat(session: Session, intent: Intent) -> Reply:
    """Say the last answer, or what was told unasked since, again; and how old it is when it has aged.

    Of a long one its last fact alone can be wanted.
    """
    event = _find_last_event(session)
    last = event or session.memory.last
    if last is None:
        return session.reply(session.say("face.nothing_to_repeat"), kind="note")
    if intent.text("part") == "last":
        last = replace(last, lines=last.lines[-1:], also=())
    again = replace(last, control=Control.REPEAT, told=0)
    age_s = _find_age_s(session, is_event=event is not None)
    if age_s < AGED_S or not (last.calls or event):
        return again
    return again.after(session.say("face.said_ago", count=int(age_s // 60)))


def _find_last_event(session: Session) -> Reply | None:
    """Give the event that was told after the last answer, as a reply; None where there was none."""
    said, memory = session.ledger.said, session.memory
    answered = next((turn.at for turn in reversed(memory.history) if turn.reply is memory.last), None)
    if not said or said[-1].phrase is None or (answered is not None and said[-1].at < answered):
        return None
    return session.reply(said[-1].phrase, kind="alerts")


def _find_age_s(session: Session, *, is_event: bool) -> float:
    if is_event:
        return (session.clock.now() - session.ledger.said[-1].at).total_seconds()
    return session.clock.monotonic() - session.memory.last_at


async def cancel(session: Session, intent: Intent) -> Reply:
    """Drop what was being asked."""
    del intent
    was_pending = session.memory.pending is not None
    session.memory.pending = None
    return session.reply(session.say("talk.cancelled" if was_pending else "talk.nothing_to_cancel"), kind="note")


async def back(session: Session, intent: Intent) -> Reply:
    """Return to the stop and question before; with a question of ours open, drop it first."""
    memory = session.memory
    if memory.pending is not None and not (isinstance(memory.pending, Choosing) and not memory.pending.is_asked):
        return await cancel(session, intent)
    while memory.trail:
        stop, question = memory.trail.pop()
        if stop is None:
            continue
        memory.stop, memory.question = stop, question
        said = session.say("talk.back_to", stop=session.book.label_stop(stop))
        return (await answer_board(session, question)).after(said) if question else session.reply(said)
    return session.reply(session.say("talk.nothing_back"), kind="note")


async def more(session: Session, intent: Intent) -> Reply:
    """Go on: with what was left of a list, with further choices when some are open, else with further departures."""
    pending = session.memory.pending
    if session.memory.further is not None:
        return tell_further(session)
    if isinstance(pending, Choosing) and pending.rest:
        return offer(session, (), pending.rest, pending.take, pending.skip)
    if isinstance(pending, Choosing) and pending.is_asked:
        return session.reply(session.say("talk.no_more"), kind="note")
    return await answer_more(session, intent.number("count"))


async def take_thanks(session: Session, intent: Intent) -> Reply:
    """Take thanks."""
    del intent
    return session.reply(session.say("talk.welcome"), kind="note")


async def skip(session: Session, intent: Intent) -> Reply:
    """Skip a question of ours; outside of one there is nothing to skip."""
    return await cancel(session, intent)
