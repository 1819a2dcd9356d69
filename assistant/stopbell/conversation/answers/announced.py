"""What was told unasked, and what was not and why: each with its time, the newest first."""

from stopbell.announcer.fate import Fate
from stopbell.announcer.ledger import Record
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.knowing import find_now
from stopbell.conversation.listing import tell_rows
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.phrases.phrase import Line

_REASONS = {fate: f"unsaid.{fate.value}" for fate in Fate}


async def answer_announced(session: Session, intent: Intent) -> Reply:
    """Tell what was left out with the reasons, or what was said; nothing of it as if it were now."""
    is_unsaid = intent.text("which") == "unsaid"
    records = session.ledger.unsaid if is_unsaid else session.ledger.said
    if not records:
        return session.reply(session.say("unsaid.none" if is_unsaid else "said.none"), kind="note")
    if session.memory.zone is None:
        # Their times are those of the city, which only its answers tell.
        await find_now(session)
    newest_first = tuple(reversed(records))
    if is_unsaid:
        rows = [_to_unsaid_row(session, record) for record in newest_first]
        return tell_rows(session, (session.say("unsaid.count", count=len(rows)),), rows, kind="answer")
    return tell_rows(session, (), [_to_said_row(session, record) for record in newest_first], kind="answer")


def _to_said_row(session: Session, record: Record) -> Line:
    """Give the time of day and the words."""
    return session.say("said.row", clock=_tell_time(session, record), what=_tell_words(record)).lines[0]


def _to_unsaid_row(session: Session, record: Record) -> Line:
    """Give the time of day, the words, and the reason."""
    why = session.say(_REASONS[record.fate])
    return session.say(
        "unsaid.row",
        clock=_tell_time(session, record),
        what=_tell_words(record),
        why=Line(why.written, why.spoken),
    ).lines[0]


def _tell_time(session: Session, record: Record) -> Line:
    return session.book.clock(record.at.astimezone(session.memory.zone))


def _tell_words(record: Record) -> Line:
    return Line(record.phrase.written, record.phrase.spoken) if record.phrase else Line("", "")
