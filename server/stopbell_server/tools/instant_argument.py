"""From a time argument to a question about another instant, which only the timetable can answer."""

from dataclasses import replace
from datetime import datetime, time, tzinfo

from stopbell_server.desk.question import Question
from stopbell_server.tools.refusal import refuse_argument
from stopbell_server.world import World

_FORMS = "HH:MM, YYYY-MM-DDTHH:MM"
_EARLIEST, _LATEST = 1970, 2200
"""No timetable is of other years; at the ends of the calendar no zone can be reckoned with."""


def to_planned_question(question: Question, asked: str, zone: tzinfo) -> Question:
    """Give the question as asked at that instant, of the timetable alone: no live data speaks of another time.

    HH:MM is today's; what names no offset is in the zone of the feed.

    Raises:
        Refusal: it is no time.
    """
    instant = parse_instant(asked, question.world.now, zone)
    views = tuple(view.with_snapshot(None) for view in question.world.feeds)
    return replace(question, world=World(views, instant))


def parse_instant(asked: str, now: datetime, zone: tzinfo) -> datetime:
    """Give the instant that a time argument names: HH:MM is of today, what names no offset is in the zone of the feed.

    Raises:
        Refusal: it is no time.
    """
    try:
        if "T" not in asked and "-" not in asked:
            return datetime.combine(now.astimezone(zone).date(), time.fromisoformat(asked), zone)
        instant = datetime.fromisoformat(asked)
    except ValueError:
        raise refuse_argument("time", _FORMS) from None
    if not _EARLIEST < instant.year < _LATEST:
        raise refuse_argument("time", _FORMS)
    return instant if instant.tzinfo else instant.replace(tzinfo=zone)
