"""What was not understood: a name by itself may be a stop; else what was made out, and one suggestion."""

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.stops import resolve_stop, use_stop
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.folding import count_words
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Line, Phrase

LONGEST_NAME = 5
"""Words in what may be a stop's name."""
LONGEST_TEXT = 60


async def answer_unknown(session: Session, intent: Intent, heard: str) -> Reply:
    """Try a short text as a stop's name; else say what was made out, and suggest one thing."""
    name = intent.text("said") or heard
    if intent.slots.keys() <= {"said"} and _may_be_name(name):
        reply = await resolve_stop(session, name, _use)
        if reply.kind != "unknown-stop":
            return reply
        session.calls.clear()
    made_out = _tell_heard(session, intent)
    known = (
        session.say("talk.heard", heard=session.book.chain(made_out))
        if made_out
        else session.say("talk.not_understood")
    )
    return session.reply(known, session.say("talk.suggest"), kind="unknown")


async def _use(session: Session, stop: StopSummary) -> Reply:
    return await use_stop(session, stop, is_here=False)


def _may_be_name(text: str) -> bool:
    return (
        any(letter.isalpha() for letter in text)
        and max(len(text.split()), count_words(text)) <= LONGEST_NAME
        and len(text) <= LONGEST_TEXT
    )


def _tell_heard(session: Session, intent: Intent) -> list[Line]:
    parts: list[Phrase] = []
    if (mode := intent.text("mode")) and session.book.has(f"mode.{mode}"):
        parts.append(session.say(f"mode.{mode}"))
    if (feature := intent.text("feature")) and session.book.has(f"feature.{feature}"):
        parts.append(session.say(f"feature.{feature}"))
    return [Line(part.written, part.spoken) for part in parts]
