"""Calls of a board that share everything but the time: they share one sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.phrases.calls import CallParts, take_apart
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.telling import Telling, Verbosity, find_scheduled, find_time
from stopbell_server.phrases.times import RELATIVE, is_past, tell_certainty, tell_clock
from stopbell_server.phrases.wording import Wording


@dataclass(frozen=True, slots=True)
class Group:
    """Calls that are told together, the earliest first."""

    parts: CallParts
    calls: tuple[MonitoredCall, ...]


def group(words: Wording, calls: Sequence[MonitoredCall], telling: Telling) -> tuple[Group, ...]:
    """Put calls together whose parts but the time are the same and whose times can be listed."""
    groups: dict[object, Group] = {}
    for place, call in enumerate(calls):
        parts = take_apart(words, call, telling)
        listed = _listing(call, telling)
        key: object = (listed, parts.subject, parts.qualifiers) if listed and not parts.frame else place
        known = groups.get(key)
        groups[key] = Group(known.parts, (*known.calls, call)) if known else Group(parts, (call,))
    return tuple(groups.values())


def tell_group(words: Wording, told: Group, telling: Telling) -> Line:
    """Give one call, or several with their times as a list."""
    if len(told.calls) == 1:
        return told.parts.tell(words)
    first = told.calls[0]
    if first.certainty == "timetable":
        planned = [find_scheduled(call, is_arrivals=telling.is_arrivals) for call in told.calls]
        clocks = words.enumerate([tell_clock(words, instant, telling.now) for instant in planned if instant])
        time = words.line("time.timetable_about" if first.approximate else "time.timetable", clock=clocks)
    else:
        told_times = _tell_clocks if words.style.times == "clock" else _tell_minutes
        time = words.chain((*told_times(words, told.calls, telling), tell_certainty(words, first, telling)))
    parts = told.parts
    return CallParts(parts.frame, parts.frame_values, parts.subject, time, parts.qualifiers).tell(words)


def _tell_now(words: Wording, calls: Sequence[MonitoredCall]) -> list[Line]:
    """Give those that are here now, one or how many."""
    now = sum(not call.minutes for call in calls)
    if not now:
        return []
    return [words.line("time.now") if now == 1 else words.line("time.now_count", count=now)]


def _tell_clocks(words: Wording, calls: Sequence[MonitoredCall], telling: Telling) -> tuple[Line, ...]:
    """Give those that are here now, and the times of day of the others."""
    later = [find_time(call, is_arrivals=telling.is_arrivals)[0] for call in calls if call.minutes]
    clocks = words.enumerate([tell_clock(words, instant, telling.now) for instant in later if instant])
    return (*_tell_now(words, calls), *([words.line("time.clock", clock=clocks)] if clocks else []))


def _tell_minutes(words: Wording, calls: Sequence[MonitoredCall], telling: Telling) -> tuple[Line, ...]:
    """Give those that are here now, and the minutes of the others."""
    del telling
    now, later = _tell_now(words, calls), [call.minutes for call in calls if call.minutes]
    parts = list(now)
    if later:
        listed = words.enumerate([words.line("number.minutes", count=each) for each in later])
        parts.append(words.line("time.then_list" if now else "time.minutes_list", count=later[-1], list=listed))
    return tuple(parts)


def _listing(call: MonitoredCall, telling: Telling) -> str:
    """Tell how the call's time can stand in a list: as `minutes`, as a planned `clock` or `about`, or not at all."""
    if telling.verbosity > Verbosity.NORMAL or call.status not in ("running", "added"):
        return ""
    if call.certainty == "live" and call.minutes is not None and call.minutes <= RELATIVE:
        seen = call.observed_arrival if telling.is_arrivals else call.observed_departure
        departs_now = call.minutes == 0 and call.starts_here and not telling.is_arrivals
        is_gone = is_past(find_time(call, is_arrivals=telling.is_arrivals)[0], telling)
        return "" if seen or departs_now or is_gone else "minutes"
    planned = find_scheduled(call, is_arrivals=telling.is_arrivals)
    if call.certainty != "timetable" or planned is None or is_past(planned, telling):
        return ""
    return "about" if call.approximate else "clock"
