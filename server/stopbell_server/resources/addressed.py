"""From the parts of an address to the thing; what is not there is not found, and says what is, or how to find it."""

from datetime import date

from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.linked_times import to_plan_provenance
from stopbell_server.desk.question import Question
from stopbell_server.domain.calls import Coverage
from stopbell_server.domain.ids import RouteId
from stopbell_server.domain.network import Route
from stopbell_server.domain.store import FeedInfo
from stopbell_server.timetable.calendar import to_coverage
from stopbell_server.timetable.day_plan import Span, is_within_day, parse_span, to_whole_day
from stopbell_server.world import FeedView

_MOST_NAMED = 12


def get_feed(question: Question, authority: str) -> FeedView:
    """Give a loaded feed.

    Raises:
        ResourceNotFoundError: there is none of that name; those that there are are named.
    """
    view = question.world.find_feed(authority)
    if view is None:
        names = sorted(one.store.info.authority for one in question.world.feeds)
        there = ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
        raise ResourceNotFoundError(f"No feed {authority!r}. Loaded: {there or 'none'}.")
    return view


def get_plan_provenance(question: Question, authority: str) -> Provenance:
    """Give the provenance of what the timetable of a loaded feed says.

    Raises:
        LookupError: no such feed is loaded.
    """
    question.get_view(authority)
    (source,) = question.list_sources([authority])
    return to_plan_provenance(source, question.book.language)


def get_route(view: FeedView, route: str) -> Route:
    """Give the line of an address.

    Raises:
        ResourceNotFoundError: the feed has no such line.
    """
    found = view.store.find_route(RouteId(route))
    if found is None:
        raise ResourceNotFoundError(
            f"No route {route!r} in feed {view.store.info.authority!r}. The tool get_route finds lines by their label."
        )
    return found


def get_day(text: str) -> date:
    """Read a date in its one spelling: another would be a second address of the same thing.

    Raises:
        ResourceNotFoundError: it is no date as YYYY-MM-DD.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise ResourceNotFoundError(f"No day {text!r}; write YYYY-MM-DD, such as 2026-11-30.")
    return day


def get_span(view: FeedView, text: str | None) -> Span:
    """Read an hour or a minute of a service day; None is the whole day.

    Raises:
        ResourceNotFoundError: it is neither, or later than any service day of the feed lasts.
    """
    if text is None:
        return to_whole_day(view.store)
    span = parse_span(text)
    if span is None or not is_within_day(view.store, span):
        last = to_whole_day(view.store).to_s // 3600
        raise ResourceNotFoundError(
            f"No part {text!r} of an operating day; write HH or HH:MM, from 00 to {last:02d} in this feed."
        )
    return span


def get_covered_day(view: FeedView, text: str) -> date:
    """Read a date that the timetable speaks of.

    Raises:
        ResourceNotFoundError: no date, or one that the timetable does not cover: an empty list would be no answer.
    """
    day = get_day(text)
    if to_coverage(view.store, day) not in (Coverage.COVERED, Coverage.NO_SERVICE):
        raise ResourceNotFoundError(tell_not_covered(view.store.info, text))
    return day


def tell_not_covered(info: FeedInfo, day: str) -> str:
    """Say that a timetable does not speak of a day, and of which it does."""
    span = "it has no calendar"
    if info.first_day is not None and info.last_day is not None:
        span = f"it covers {info.first_day.isoformat()} to {info.last_day.isoformat()}"
    return f"The timetable of feed {info.authority!r} does not speak of {day}; {span}."
