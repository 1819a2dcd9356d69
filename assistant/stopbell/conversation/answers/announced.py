"""What was told unasked, and what was not and why: each with its time, the newest first."""

from collections.abc import Sequence

from stopbell.announcer.fate import Fate
from stopbell.announcer.ledger import Record
from stopbell.brains.brain import Intent
from stopbell.conversation.listing import tell_rows
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.phrases.phrase import Line, Phrase

_REASONS = {fate: f"unsaid.{fate.value}" for fate in Fate}


async def answer_announced(session: Session, intent: Intent) -> Reply:
    """Tell what was left out with the reasons, or what was said; nothing of it as if it were now."""
    if intent.text("which") == "unsaid":
        return tell_unsaid(session)
    said = session.ledger.said
    if not said:
        return session.reply(session.say("said.none"), kind="note")
    rows = [_to_row(session, "said.row", record) for record in reversed(said)]
    return tell_rows(session, (), rows, kind="answer")


def tell_unsaid(session: Session) -> Reply:
    """Tell what was left out, or that nothing was."""
    unsaid: Sequence[Record] = session.ledger.unsaid
    if not unsaid:
        return session.reply(session.say("unsaid.none"), kind="note")
    rows = [_to_row(session, "unsaid.row", record) for record in reversed(unsaid)]
    return tell_rows(session, (session.say("unsaid.count", count=len(rows)),), rows, kind="answer")


def _to_row(session: Session, message_id: str, record: Record) -> Line:
    """Give one event as a row: the time of day in the city, the words, and for what was left out the reason."""
    what = record.phrase or Phrase("", "", record.event.kind)
    values = {
        "clock": session.book.clock(record.at.astimezone(session.memory.zone)),
        "what": Line(what.written, what.spoken),
    }
    if message_id == "unsaid.row":
        why = session.say(_REASONS[record.fate])
        values["why"] = Line(why.written, why.spoken)
    return session.say(message_id, **values).lines[0]
