"""What is known about the answers themselves: the time, how fresh they are, and how to ask."""

from datetime import datetime

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.phrases.phrase import Phrase

TOPICS = {
    "favourites": "talk.help_memory",
    "speech": "talk.help_sound",
    "volume": "talk.help_sound",
    "reminder": "talk.help_watch",
    "alerts": "talk.help_watch",
}
"""What is told where help is asked with one thing."""
HELP = (
    "talk.help_next",
    "talk.help_stop",
    "talk.help_place",
    "talk.help_low_floor",
    "talk.help_alerts",
    "talk.help_watch",
    "talk.help_again",
    "talk.help_memory",
    "talk.help_words",
    "talk.help_quit",
)
"""Said in this order; each is one line."""


async def tell_help(session: Session, intent: Intent) -> Reply:
    """Tell what can be said; of one thing alone where help is asked with it."""
    topic = intent.text("topic")
    if topic in TOPICS:
        return session.reply(session.say(TOPICS[topic]), kind="help")
    return session.reply(*(session.say(message_id) for message_id in HELP), kind="help")


async def tell_time(session: Session, intent: Intent) -> Reply:
    """Tell the time of day where the stop in use is; without one, that of this machine."""
    del intent
    return session.reply(session.say("talk.time", clock=session.book.clock(await find_now(session))), kind="answer")


async def find_now(session: Session, stop: str | None = None) -> datetime:
    """Give the time of day where a stop is, else the stop in use; without one, that of this machine."""
    asked = stop or find_stop_in_use(session)
    if asked is not None:
        await session.ask("get_arrivals", stop=asked, limit=1)
    return session.find_now()


async def tell_freshness(session: Session, intent: Intent) -> Reply:
    """Tell whether the last answer was live, how old its data is by now, and who says it."""
    del intent
    provenance = session.memory.provenance
    if provenance is None:
        return session.reply(session.say("talk.nothing_before"), kind="note")
    passed_s = round(session.clock.monotonic() - session.memory.provenance_at)
    age = None if provenance.age_seconds is None else provenance.age_seconds + passed_s
    phrases: list[Phrase] = [session.book.freshness(provenance.live_state, age_seconds=age)]
    source = provenance.attribution or provenance.authority
    if source:
        phrases.append(session.say("talk.source", source=session.book.text(source)))
    return session.reply(*phrases, kind="answer")
