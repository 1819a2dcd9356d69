"""What the model took in this conversation, and how many of its sentences passed the check of facts."""

from stopbell.brains.brain import Intent
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session


async def tell_usage(session: Session, intent: Intent) -> Reply:
    """Tell requests and tokens of this conversation, and the verdicts on its sentences."""
    del intent
    model = session.model
    if model is None:
        return session.reply(session.say("talk.usage_offline"), kind="note")
    usage, counts = model.companion.usage, model.guard.counts
    if not usage.requests:
        return session.reply(session.say("talk.usage_none"), kind="note")
    tokens = session.say(
        "talk.usage_tokens", requests=usage.requests, read=usage.read, cached=usage.cached, written=usage.written
    )
    checked = session.say(
        "talk.usage_checked",
        kept=counts["kept"],
        corrected=counts["corrected"],
        replaced=counts["replaced"],
        dropped=counts["dropped"],
    )
    return session.reply(tokens, checked, kind="note")
