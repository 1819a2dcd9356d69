"""A line on one day, in sentences: each direction with its first and last departure and how often it runs."""

from collections.abc import Sequence
from datetime import date, datetime

from stopbell_server.contract.headsigns import drop_label
from stopbell_server.contract.routes import RouteData, RouteDirectionModel, RoutePeriod, RouteStop, UsualDayModel
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.telling import Verbosity
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording

_MOST_DIRECTIONS = 2


def tell_route(words: Wording, data: RouteData, *, verbosity: Verbosity) -> Phrase:
    """Give the line's directions, by timetable; from `rich` on its stops by name."""
    line = words.label(data.line or "")
    if data.day_type is not None:
        return _tell_kind(words, line, data, verbosity)
    day = words.clock.tell_date(date.fromisoformat(data.service_day)) if data.service_day else NOTHING
    if not data.directions:
        return from_lines((words.line("route.none", line=line, date=day),), "route")
    lines = [words.line("route.day", line=line, date=day), *_tell_directions(words, data, data.directions, verbosity)]
    return from_lines(tuple(lines), "route", "timetable")


def _tell_kind(words: Wording, line: Line, data: RouteData, verbosity: Verbosity) -> Phrase:
    """Give the line on a kind of day: which date stands for it, and that some days differ from that."""
    if not data.usual_days:
        return from_lines((words.line("route.no_day", line=line),), "route")
    lines: list[Line] = []
    for usual in data.usual_days:
        day = words.clock.tell_date(date.fromisoformat(usual.service_day))
        lines.append(words.line(f"route.{usual.day_type}", line=line, date=day))
        own = [one for one in data.directions if one.service_day in (None, usual.service_day)]
        lines += _tell_directions(words, data, own, verbosity) or [words.line("route.no_trips")]
        lines.append(_tell_others(words, usual))
    return from_lines(tuple(lines), "route", "timetable")


def _tell_others(words: Wording, usual: UsualDayModel) -> Line:
    if not usual.other_days:
        return NOTHING
    example = words.clock.tell_date(date.fromisoformat(usual.other_days[0]))
    return words.line("route.other_days", count=usual.different, all=usual.compared, date=example)


def _tell_directions(
    words: Wording, data: RouteData, directions: Sequence[RouteDirectionModel], verbosity: Verbosity
) -> list[Line]:
    lines: list[Line] = []
    shown = directions[: None if verbosity >= Verbosity.RICH else _MOST_DIRECTIONS]
    for one in shown:
        lines += _tell_direction(words, one, data.line, verbosity)
    more = len(directions) - len(shown)
    return [*lines, words.line("route.more", count=more)] if more else lines


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
    return words.given(stop.name, stop.spoken_name) if stop.spoken_name else words.name(stop.name)
