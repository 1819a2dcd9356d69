"""A line on one day, in sentences: each direction with its first and last departure and how often it runs."""

from datetime import date, datetime

from stopbell_server.contract.headsigns import drop_label
from stopbell_server.contract.routes import RouteData, RouteDirectionModel, RoutePeriod, RouteStop
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.telling import Verbosity
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording

_MOST_DIRECTIONS = 2


def tell_route(words: Wording, data: RouteData, *, verbosity: Verbosity) -> Phrase:
    """Give the line's directions, by timetable; from `rich` on its stops by name."""
    line = words.label(data.line or "")
    day = words.clock.tell_date(date.fromisoformat(data.service_day)) if data.service_day else NOTHING
    if not data.directions:
        return from_lines((words.line("route.none", line=line, date=day),), "route")
    lines = [words.line("route.day", line=line, date=day)]
    shown = data.directions[: None if verbosity >= Verbosity.RICH else _MOST_DIRECTIONS]
    for one in shown:
        lines += _tell_direction(words, one, data.line, verbosity)
    more = len(data.directions) - len(shown)
    lines.append(words.line("route.more", count=more) if more else NOTHING)
    return from_lines(tuple(lines), "route", "timetable")


def _tell_direction(
    words: Wording, one: RouteDirectionModel, label: str | None, verbosity: Verbosity
) -> tuple[Line, ...]:
    headsign = drop_label(one.headsign, label) if one.headsign else None
    toward = words.name(headsign) if headsign else _tell_stop(words, one.stops[-1])
    where = words.line("route.direction", headsign=toward, stop=_tell_stop(words, one.start))
    ends = NOTHING
    if one.first and one.last:
        first, last = (words.clock.tell_time(datetime.fromisoformat(text)) for text in (one.first, one.last))
        only = words.line("route.only", first=first)
        ends = only if one.trips == 1 else words.line("route.ends", first=first, last=last, count=one.trips)
    periods = [_tell_period(words, period) for period in one.periods]
    often = words.line("route.periods", periods=words.enumerate(periods)) if periods else NOTHING
    names = words.enumerate([_tell_stop(words, stop) for stop in one.stops])
    stops = words.line("route.stops", count=len(one.stops), stops=names) if verbosity >= Verbosity.RICH else NOTHING
    varies = words.line("route.varies") if stops and one.variants > 1 else NOTHING
    return (words.sentence(where, ends), often, stops, varies)


def _tell_period(words: Wording, period: RoutePeriod) -> Line:
    start, end = (words.clock.tell_time(datetime.fromisoformat(text)) for text in (period.start, period.end))
    return words.line("route.period", start=start, end=end, count=period.headway_minutes)


def _tell_stop(words: Wording, stop: RouteStop) -> Line:
    return Line(stop.name, stop.spoken_name) if stop.spoken_name else words.name(stop.name)
