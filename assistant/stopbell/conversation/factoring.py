"""What a rider has just heard is not said again: the name of the stop in use, and alerts told before."""

from dataclasses import replace

from stopbell.answer import Answer
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.phrases.phrase import Line

ALERT_AGAIN_S = 600.0
"""An alert on a board is told again after so long; "alerts" tells it at any time."""


def drop_heard(session: Session, reply: Reply, answer: Answer, *, is_same_stop: bool) -> Reply:
    """Give a board's reply without what was told a moment ago; its facts about vehicles all stay."""
    data = answer.data
    if not isinstance(data, BoardData) or data.stop is None or not data.arrivals:
        return reply
    lines = list(reply.lines)
    if is_same_stop and lines:
        stop = data.stop
        lines[0] = _without_place(session, lines[0], session.book.place(stop))
    told = {line.written for line in _list_alert_lines(session, data)}
    kept = [line for line in lines if line and not (line.written in told and _was_told(session, line.written))]
    return replace(reply, lines=tuple(kept))


def _without_place(session: Session, line: Line, name: Line) -> Line:
    """Take the stop's name from the line that begins a board; what it says besides stays."""
    if line == session.say("board.place_live", stop=name).lines[0]:
        return session.say("board.all_live").lines[0]
    return _without(line, session.say("board.place", stop=name).lines[0])


def _without(line: Line, beginning: Line) -> Line:
    """Cut what a line begins with, where both its forms begin so."""
    if not line.written.startswith(beginning.written) or not line.spoken.startswith(beginning.spoken):
        return line
    return Line(line.written[len(beginning.written) :].strip(), line.spoken[len(beginning.spoken) :].strip())


def _list_alert_lines(session: Session, data: BoardData) -> tuple[Line, ...]:
    without = session.book.board(data.model_copy(update={"alerts": [], "more_alerts": 0}), verbosity=session.verbosity)
    return session.book.board(data, verbosity=session.verbosity).lines[len(without.lines) :]


def _was_told(session: Session, written: str) -> bool:
    """Say whether an alert was told lately, and note that it is told now if it was not."""
    now = session.clock.monotonic()
    last = session.memory.alerts_told.get(written)
    if last is not None and now - last < ALERT_AGAIN_S:
        return True
    session.memory.alerts_told[written] = now
    return False
