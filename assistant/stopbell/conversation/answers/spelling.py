"""Spelling names letter by letter."""

from stopbell.brains.brain import Intent
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.phrases.phrase import from_lines


async def spell(session: Session, intent: Intent) -> Reply:
    """Spell what is named, else the stop in use."""
    stop = session.memory.stop
    text = intent.text("stop") or (stop.name if stop else None)
    if text is None:
        return session.reply(session.say("talk.nothing_before"), kind="note")
    return session.reply(from_lines((session.book.spell(text),), "answer"))
