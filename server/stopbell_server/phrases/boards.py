"""The board of a stop as an answer: calls that share everything but the time share one sentence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.phrases.alerts import tell_short
from stopbell_server.phrases.calls import CallParts, take_apart
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_stop_name
from stopbell_server.phrases.telling import Telling, Verbosity, find_scheduled
from stopbell_server.phrases.times import NOTHING, RELATIVE, tell_certainty, tell_clock
from stopbell_server.phrases.wording import Wording

_PREDICTED = ("live", "ageing", "lost")


@dataclass(frozen=True, slots=True)
class _Group:
    """Calls that are told together, the earliest first."""

    parts: CallParts
    calls: tuple[MonitoredCall, ...]


def tell_board(words: Wording, data: BoardData, *, verbosity: Verbosity, age_s: int | None = None) -> Phrase:
    """Give a board: where, each call or group of calls, what is not known, what else to know."""
    telling = Telling(
        verbosity=verbosity,
        now=datetime.fromisoformat(data.now) if data.now else None,
        is_arrivals=data.kind == "arrivals",
        access_asked=bool(data.access_filter),
        place_platform=data.stop.platform if data.stop else None,
        names_language=data.stop.language if data.stop else None,
        age_s=age_s,
    )
    if not data.arrivals:
        return from_lines((_tell_empty(words, data, telling), *_tell_alerts(words, data)), "no-calls")
    groups = _group(words, data.arrivals, telling)
    told_once = len(groups) > 1 and all(call.certainty == "live" for call in _coming(data.arrivals))
    if told_once:
        telling = replace(telling, live_is_said=True)
        groups = _group(words, data.arrivals, telling)
    lines = (
        _tell_place(words, data, telling),
        *(_tell_group(words, group, telling) for group in groups),
        _tell_unknown_access(words, data),
        words.line("board.more", count=data.more) if data.more and verbosity > Verbosity.BRIEF else NOTHING,
        *_tell_alerts(words, data),
    )
    certainties = {call.certainty for call in data.arrivals}
    return from_lines(lines, "board", certainties.pop() if len(certainties) == 1 else None)


def _coming(calls: Sequence[MonitoredCall]) -> tuple[MonitoredCall, ...]:
    return tuple(call for call in calls if call.status not in ("cancelled", "skipped", "replaced"))


def _tell_place(words: Wording, data: BoardData, telling: Telling) -> Line:
    """Say where, and once for all: that everything is live, or that nothing is."""
    coming = _coming(data.arrivals)
    nothing_live = bool(coming) and not any(call.certainty in _PREDICTED for call in coming)
    if telling.verbosity == Verbosity.BRIEF or data.stop is None:
        if telling.live_is_said:
            return words.line("board.all_live")
        return words.line("board.no_live") if nothing_live else NOTHING
    stop = tell_stop_name(words, data.stop)
    if telling.live_is_said:
        return words.line("board.place_live", stop=stop)
    return words.line("board.place_no_live" if nothing_live else "board.place", stop=stop)


def _group(words: Wording, calls: Sequence[MonitoredCall], telling: Telling) -> tuple[_Group, ...]:
    """Put calls together whose parts but the time are the same and whose times can be listed."""
    groups: dict[object, _Group] = {}
    for place, call in enumerate(calls):
        parts = take_apart(words, call, telling)
        listed = _listing(call, telling)
        key: object = (listed, parts.subject, parts.qualifiers) if listed and not parts.frame else place
        known = groups.get(key)
        groups[key] = replace(known, calls=(*known.calls, call)) if known else _Group(parts, (call,))
    return tuple(groups.values())


def _listing(call: MonitoredCall, telling: Telling) -> str:
    """Tell how the call's time can stand in a list: as `minutes`, as a planned `clock`, or not at all."""
    if telling.verbosity > Verbosity.NORMAL or call.status not in ("running", "added"):
        return ""
    if call.certainty == "live" and call.minutes and call.minutes <= RELATIVE:
        seen = call.observed_arrival if telling.is_arrivals else call.observed_departure
        return "" if seen else "minutes"
    if call.certainty == "timetable" and not call.approximate and find_scheduled(call, is_arrivals=telling.is_arrivals):
        return "clock"
    return ""


def _tell_group(words: Wording, group: _Group, telling: Telling) -> Line:
    if len(group.calls) == 1:
        return group.parts.tell(words)
    if group.calls[0].certainty == "timetable":
        planned = [find_scheduled(call, is_arrivals=telling.is_arrivals) for call in group.calls]
        clocks = [tell_clock(words, instant, telling.now) for instant in planned if instant]
        time = words.line("time.timetable", clock=words.enumerate(clocks))
    else:
        minutes = [call.minutes or 1 for call in group.calls]
        listed = words.enumerate([words.line("number.minutes", count=each) for each in minutes])
        together = words.line("time.minutes_list", count=minutes[-1], list=listed)
        time = words.chain((together, tell_certainty(words, group.calls[0], telling)))
    return replace(group.parts, time=time).tell(words)


def _tell_unknown_access(words: Wording, data: BoardData) -> Line:
    if not data.access_filter or data.access_counts is None or not data.access_counts.unknown:
        return NOTHING
    return words.line("board.access_unknown", count=data.access_counts.unknown)


def _tell_alerts(words: Wording, data: BoardData) -> tuple[Line, ...]:
    told = [tell_short(words, alert) for alert in data.alerts]
    if data.more_alerts:
        told.append(words.line("alert.more", count=data.more_alerts))
    return tuple(told)


def _tell_empty(words: Wording, data: BoardData, telling: Telling) -> Line:
    """Say that nothing comes and in which time, or why the timetable does not speak."""
    stop = tell_stop_name(words, data.stop) if data.stop else words.line("board.this_stop")
    if data.coverage == "ended" and data.timetable_ends:
        day = words.clock.tell_date(date.fromisoformat(data.timetable_ends), with_year=True)
        return words.line("board.ended_on", stop=stop, date=day)
    if data.coverage in ("ended", "not-started", "unknown", "no-service"):
        return words.line(f"board.{data.coverage}", stop=stop)
    window = _tell_window(words, data, telling)
    kind = words.line(f"board.kind_{data.kind}")
    asked = [words.label(label) for label in data.route_filter]
    if not asked:
        return words.line("board.none", stop=stop, window=window, kind=kind)
    lines = words.enumerate(asked)
    return words.line("board.none_of_lines", count=len(asked), stop=stop, window=window, kind=kind, lines=lines)


def _tell_window(words: Wording, data: BoardData, telling: Telling) -> Line:
    if data.window_start is None or data.window_end is None:
        return words.line("window.unknown")
    start, end = datetime.fromisoformat(data.window_start), datetime.fromisoformat(data.window_end)
    if telling.now and abs((start - telling.now).total_seconds()) < 60:
        minutes = round((end - telling.now).total_seconds() / 60)
        hours, rest = divmod(minutes, 60)
        if minutes > 90 and not rest:
            return words.line("window.next_hours", count=hours)
        if minutes <= 180:
            return words.line("window.next_minutes", count=minutes) if minutes > 1 else words.line("window.next_minute")
        return words.line("window.until", clock=tell_clock(words, end, telling.now))
    return words.line(
        "window.between", start=tell_clock(words, start, telling.now), end=tell_clock(words, end, telling.now)
    )
