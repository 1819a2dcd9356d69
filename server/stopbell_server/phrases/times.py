"""When: minutes, clock times and how sure they are."""

from datetime import datetime, timedelta

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.telling import Telling, Verbosity, find_scheduled, find_time
from stopbell_server.phrases.wording import Wording

NOTHING = Line("", "")
SOON = 20
"""Live times nearer than so many minutes are told as minutes alone."""
RELATIVE = 60
"""Live times further off than so many minutes are told by the clock alone."""
_GONE = timedelta(seconds=60)
_OTHER_DAY = timedelta(hours=6)
"""A clock time of another date needs its day only when it is further off than this."""


def tell_clock(words: Wording, instant: datetime, now: datetime | None) -> Line:
    """Give the time of day; with its day where it could be mistaken for today's."""
    clock = words.clock.tell_time(instant)
    if now is None or abs(instant - now) < _OTHER_DAY:
        return clock
    today = now.astimezone(instant.tzinfo).date()
    days = (instant.date() - today).days
    if days == 0:
        return clock
    if days == 1:
        return words.line("time.tomorrow", clock=clock)
    if 1 < days < 7:
        return words.line("time.weekday", weekday=words.clock.tell_weekday(instant.date()), clock=clock)
    return words.line("time.date", date=words.clock.tell_date(instant.date()), clock=clock)


def tell_minutes(words: Wording, minutes: int) -> Line:
    """Give a span of whole minutes, in the form that follows "in"."""
    return words.line("unit.minutes", count=minutes)


def tell_age(words: Wording, seconds: int) -> Line:
    """Give an age: seconds up to a minute and a half, then minutes, then hours; a half is told as older."""
    if seconds < 90:
        return words.line("unit.seconds", count=max(1, seconds))
    minutes = (seconds + 30) // 60
    return tell_minutes(words, minutes) if minutes < 90 else words.line("unit.hours", count=(minutes + 30) // 60)


def is_past(instant: datetime | None, telling: Telling) -> bool:
    """Tell whether a time is too long ago to be called now."""
    return instant is not None and telling.now is not None and telling.now - instant > _GONE


def _tell_past(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Say that it left or arrived, where that was recorded, or has probably left; nothing for what is to come."""
    instant, is_observed = find_time(call, is_arrivals=telling.is_arrivals)
    if instant is None:
        return NOTHING
    if is_observed:
        message = "time.arrived" if telling.is_arrivals else "time.departed"
        return words.line(message, clock=tell_clock(words, instant, telling.now))
    if is_past(instant, telling):
        return words.line("time.passed", clock=tell_clock(words, instant, telling.now))
    return NOTHING


def _tell_coming(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give the time of a call that is predicted, without the word for how sure it is."""
    instant, _ = find_time(call, is_arrivals=telling.is_arrivals)
    minutes = call.minutes
    if minutes is None:
        return words.line("time.clock", clock=tell_clock(words, instant, telling.now)) if instant else NOTHING
    if minutes == 0:
        return words.line("time.departing_now" if call.starts_here and not telling.is_arrivals else "time.now")
    told, times = tell_minutes(words, minutes), words.style.times
    if times == "clock" and instant is not None:
        return words.line("time.clock", clock=tell_clock(words, instant, telling.now))
    if minutes < SOON or instant is None or times == "minutes":
        return words.line("time.in" if telling.verbosity >= Verbosity.RICH else "time.minutes", minutes=told)
    clock = tell_clock(words, instant, telling.now)
    if minutes <= RELATIVE:
        return words.line("time.minutes_clock", minutes=told, clock=clock)
    return words.line("time.clock", clock=clock)


def tell_planned_time(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give a time that only the timetable knows: the clock first, so that it never sounds live."""
    instant = find_scheduled(call, is_arrivals=telling.is_arrivals)
    if instant is None:
        return words.line("time.none")
    clock = tell_clock(words, instant, telling.now)
    if is_past(instant, telling):
        return words.line("time.timetable_passed", clock=clock)
    if call.approximate:
        return words.line("time.timetable_about", clock=clock)
    wants_minutes = telling.verbosity >= Verbosity.RICH or words.style.times == "minutes"
    if call.minutes and call.minutes <= RELATIVE and wants_minutes:
        return words.line("time.timetable_minutes", clock=clock, minutes=tell_minutes(words, call.minutes))
    return words.line("time.timetable", clock=clock)


def tell_lost_time(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Say that contact is lost, and the last time that was known."""
    instant, _ = find_time(call, is_arrivals=telling.is_arrivals)
    if instant is None:
        return words.line("time.lost")
    return words.line("time.lost_known", clock=tell_clock(words, instant, telling.now))


def tell_frequency(words: Wording, call: MonitoredCall) -> Line:
    """Give a headway; the plan has no clock times then, so none is told."""
    if call.headway_minutes is None:
        return words.line("time.none")
    if call.headway_minutes == 1:
        return words.line("time.frequency_minute")
    return words.line("time.frequency", count=call.headway_minutes)


def tell_time(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give the time of a call with the word for how sure it is."""
    match call.certainty:
        case "live" | "ageing":
            past = _tell_past(words, call, telling)
            return past or words.chain((_tell_coming(words, call, telling), tell_certainty(words, call, telling)))
        case "lost":
            return tell_lost_time(words, call, telling)
        case "timetable":
            return tell_planned_time(words, call, telling)
        case "frequency":
            return tell_frequency(words, call)
        case "none":
            return words.line("time.none")


def tell_certainty(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give the word for how sure a predicted time is; nothing where the answer has said it for all."""
    age = telling.age_s if call.age_seconds is None else call.age_seconds
    if call.certainty == "ageing":
        if age is None:
            return words.line("certainty.ageing_unknown")
        return words.line("certainty.ageing", age=tell_age(words, age))
    if call.certainty != "live" or telling.live_is_said:
        return NOTHING
    if telling.verbosity >= Verbosity.FULL and age is not None:
        return words.line("certainty.live_age", age=tell_age(words, age))
    return words.line("certainty.live")
