"""Long answers by rows: a few at a time, the rest for "more"."""

from collections.abc import Sequence

from stopbell.conversation.rendering import MOST_SPOKEN
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.phrases.phrase import Line, Phrase, from_lines


def tell_rows(
    session: Session, before: Sequence[Phrase], rows: Sequence[Line], *, kind: str, notice: str | None = None
) -> Reply:
    """Tell the first rows after a heading, and keep the others for "more"; the operator's notice comes last."""
    told = list(rows[:MOST_SPOKEN])
    session.memory.further = tuple(rows[MOST_SPOKEN:])
    shown = (*before, from_lines(tuple(told), kind))
    left = len(session.memory.further)
    more = [session.say("talk.rows_more", count=left), *session.hint_once("talk.say_more")] if left else []
    return session.reply(*shown, *more, session.book.with_notice(Phrase("", "", "notice"), notice), kind=kind)


def tell_further(session: Session) -> Reply:
    """Tell the next rows of the last answer, or that there are none."""
    if not session.memory.further:
        return session.reply(session.say("talk.no_more"), kind="note")
    return tell_rows(session, (), session.memory.further, kind="answer")


def end_sentence(session: Session, line: Line) -> Line:
    """Give a row as a sentence, with the full stop of its language."""
    stop = session.book.full_stop
    return line if line.written.endswith(stop) else Line(line.written + stop, line.spoken + stop)
