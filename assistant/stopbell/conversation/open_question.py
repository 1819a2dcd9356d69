"""A question of ours that is open: what was said answers it, skips it, or is something else that closes it."""

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.unknown import answer_unknown
from stopbell.conversation.choosing import find_choice, is_like_any
from stopbell.conversation.known_places import to_own_stop
from stopbell.conversation.memory import Choosing, Pending
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.folding import count_words

NAME_LIKE = frozenset({"unknown", "set_stop", "select_option", "next_arrivals"})
"""What a stop's name may look like to a brain that does not know the stops."""
SHORT = 4
"""Words of an answer to a question of ours; more of them are a question."""
CLEAR = 0.75
"""How sure a brain must be that something else was said in few words."""
LIKELY = 0.5
"""The same in many: nobody answers with a whole sentence."""


async def hear_nothing(session: Session, pending: Pending | None) -> Reply:
    """Take an empty line: it skips a question that can be skipped."""
    if pending is not None and pending.skip:
        session.memory.pending = None
        return await pending.skip(session)
    return session.reply(session.say("talk.nothing_said"), kind="note")


async def take_answer(session: Session, pending: Pending, heard: str, intent: Intent) -> Reply | None:
    """Take what was said as the answer to our question; None when it is something else, and the question is closed."""
    if intent.name == "skip" and pending.skip:
        session.memory.pending = None
        return await pending.skip(session)
    if isinstance(pending, Choosing):
        return await _take_choice(session, pending, heard, intent)
    is_wanted = pending.slot != "stop" and intent.text(pending.slot) is not None and len(heard.split()) <= SHORT
    if is_wanted:
        session.memory.pending = None
        return await pending.take(session, intent.text(pending.slot) or heard)
    is_other = intent.name not in NAME_LIKE or (
        intent.name == "next_arrivals" and (" " in heard or count_words(heard) > 1)
    )
    # A name may be like a word of any language; asked for a name, the rider says no lone word of another one.
    is_other = is_other and (intent.language == session.language or has_words(heard))
    if is_other and intent.confidence >= (CLEAR if count_words(heard) <= SHORT else LIKELY):
        leave_question(session)
        return None
    session.memory.pending = None
    return await pending.take(session, to_own_stop(session, intent.text("stop") or heard))


def leave_question(session: Session) -> None:
    """Drop a question of ours for one of the rider's; the set-up does not come back by itself."""
    session.memory.pending = None
    if not session.profile.is_set_up:
        session.change_profile(is_set_up=True)


def has_words(heard: str) -> bool:
    """Say whether two words of letters were said at least: one may belong to several languages."""
    return count_words(heard.replace("'", "").replace("’", "")) > 1


async def _take_choice(session: Session, pending: Choosing, heard: str, intent: Intent) -> Reply | None:
    if option := find_choice(pending.options, heard, intent):
        session.memory.pending = None
        return await pending.take(session, option)
    is_clear = intent.name not in ("unknown", "select_option", "affirm", "deny") and (
        intent.confidence >= CLEAR or max(len(heard.split()), count_words(heard)) > SHORT
    )
    if is_clear or not pending.is_asked:
        leave_question(session)
        return None
    if intent.name == "deny" and not intent.slots:
        session.memory.pending = None
        return session.reply(session.say("talk.cancelled"), kind="note")
    is_name = intent.name == "unknown" and not pending.skip
    if is_name and (other := await _try_other_name(session, pending, intent, heard)):
        return other
    again = session.say("setup.again") if pending.skip else session.say("talk.choose", last=len(pending.options))
    return session.reply(again, kind="choice", choices=[option.label for option in pending.options])


async def _try_other_name(session: Session, pending: Choosing, intent: Intent, heard: str) -> Reply | None:
    """Take what is none of the choices for another stop's name; None leaves the question open."""
    if is_like_any((*pending.options, *pending.rest), heard):
        return None
    session.memory.pending = None
    reply = await answer_unknown(session, intent, heard)
    if reply.kind != "unknown":
        return reply
    session.memory.pending = pending
    return None
