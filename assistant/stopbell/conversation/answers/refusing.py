"""What is not done: refused for safety, out of scope, or not possible yet."""

from collections.abc import Mapping

from stopbell.brains.brain import Intent
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session

NOT_YET: Mapping[str, str] = {
    "auto_announce": "talk.cannot_announce",
}
"""What is understood but not possible yet, and the sentence that says so and offers something instead."""


async def say_not_yet(session: Session, intent: Intent) -> Reply:
    """Say plainly that this cannot be answered yet."""
    return session.reply(session.say(NOT_YET[intent.name]), kind="note")


async def refuse(session: Session, intent: Intent) -> Reply:
    """Refuse what must not be guessed or is no business of ours."""
    topic = intent.text("topic")
    known = topic if topic in ("crossing", "taxi", "medical") else "other"
    return session.reply(session.say(f"talk.refuse_{known}"), kind="note")
