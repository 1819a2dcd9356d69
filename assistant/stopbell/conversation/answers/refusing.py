"""What is not done: refused for safety, or no business of ours."""

from stopbell.brains.brain import Intent
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session


async def refuse(session: Session, intent: Intent) -> Reply:
    """Refuse what must not be guessed or is no business of ours."""
    topic = intent.text("topic")
    known = topic if topic in ("crossing", "taxi", "medical") else "other"
    return session.reply(session.say(f"talk.refuse_{known}"), kind="note")
