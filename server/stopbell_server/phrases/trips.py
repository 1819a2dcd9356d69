"""A trip in sentences: what to take and from where, where to get off and after which stop, where to change."""

from dataclasses import replace
from datetime import datetime, timedelta

from stopbell_server.contract.arrivals import BoardingAccess, MonitoredCall
from stopbell_server.contract.stops import AccessFactModel
from stopbell_server.contract.trips import LapsedDeparture, TripCall, TripChange, TripLeg, TripOption, TripPlanData
from stopbell_server.phrases.access import tell_access
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_compass, tell_distance
from stopbell_server.phrases.subjects import tell_subject
from stopbell_server.phrases.telling import Telling, Verbosity, find_time
from stopbell_server.phrases.times import (
    NOTHING,
    RELATIVE,
    is_past,
    tell_certainty,
    tell_clock,
    tell_minutes,
    tell_time,
)
from stopbell_server.phrases.wording import Wording

_NEAR_M = 500
"""So near a rider may rather walk."""
_SAME_RIDE = timedelta(hours=6)
"""So soon after the departure, an arrival needs no day of its own."""
_SAID_LIVE = ("live", "ageing")
_UNKNOWN = AccessFactModel(value="unknown", source="none")
_NO_ACCESS = BoardingAccess(verdict="unknown", stop=_UNKNOWN, vehicle=_UNKNOWN, low_floor="unknown")


def tell_trips(words: Wording, data: TripPlanData, *, verbosity: Verbosity) -> Phrase:
    """Give the best way in full and the others in short; at rich all of them in full."""
    now = datetime.fromisoformat(data.now) if data.now else None
    telling = Telling(verbosity, now, access_asked=bool(data.access_filter))
    first, *others = data.options
    lines = [*_tell_near(words, data), *_tell_option(words, data, first, telling)]
    if verbosity >= Verbosity.RICH:
        for option in others:
            lines.append(words.sentence(words.line("trip.another")))
            lines += _tell_option(words, data, option, telling)
    elif verbosity > Verbosity.BRIEF:
        lines += [_tell_other(words, option, telling) for option in others]
    lines += _tell_counts(words, data)
    lines += [tell_lapsed(words, one, telling) for one in data.lapsed]
    certainties = {leg.board.certainty for leg in first.legs if leg.board}
    return from_lines(tuple(lines), "trip-plan", certainties.pop() if len(certainties) == 1 else None)


def _tell_near(words: Wording, data: TripPlanData) -> tuple[Line, ...]:
    if data.meters is None or data.meters > _NEAR_M or data.destination is None:
        return ()
    end = words.given(data.destination.name, data.destination.spoken_name)
    return (words.line("trip.near", destination=end, distance=tell_distance(words, data.meters)),)


def _tell_option(words: Wording, data: TripPlanData, option: TripOption, telling: Telling) -> tuple[Line, ...]:
    lines: list[Line] = []
    meters: int | None = 0
    rides = 0
    for leg in option.legs:
        if leg.kind == "walk":
            meters = leg.meters
            continue
        if rides and option.change:
            lines += _tell_change(words, option.change, telling)
        lines += _tell_ride(words, leg, telling, meters=meters, is_first=not rides)
        rides, meters = rides + 1, 0
    if option.legs[-1].kind == "walk" and data.destination and option.legs[-1].meters:
        end = words.given(data.destination.name, data.destination.spoken_name)
        distance = tell_distance(words, option.legs[-1].meters)
        lines.append(words.line("trip.end_walk", destination=end, distance=distance))
    lines.append(_tell_total(words, option, telling))
    return tuple(lines)


def _tell_ride(
    words: Wording, leg: TripLeg, telling: Telling, *, meters: int | None, is_first: bool
) -> tuple[Line, ...]:
    if leg.board is None or leg.alight is None:
        return ()
    on, off = to_call(leg, leg.board), to_call(leg, leg.alight, is_arrival=True)
    is_elsewhere = meters is None or meters > 0
    start = _tell_start(words, leg.board, meters if is_first else 0) if is_first or is_elsewhere else NOTHING
    if telling.verbosity == Verbosity.BRIEF and not is_elsewhere:
        start = NOTHING
    booked = words.line(f"boarding.{leg.board.boarding}") if leg.board.boarding else NOTHING
    arrivals = replace(telling, is_arrivals=True)
    after = NOTHING
    if telling.verbosity > Verbosity.BRIEF:
        after = words.line("trip.next_stop")
        if leg.after:
            after = words.line("trip.after", stop=words.given(leg.after, leg.after_spoken or leg.after))
    end = words.line("trip.off", count=leg.stops or 1, stop=words.given(leg.alight.name, leg.alight.spoken_name))
    platform = _tell_platform(words, leg.alight)
    same = leg.alight.certainty == leg.board.certainty
    return (
        words.sentence(tell_subject(words, on, telling), _tell_when(words, on, telling), start, booked),
        words.sentence(
            end, platform, after, _tell_then(words, off, on, telling) if same else _tell_when(words, off, arrivals)
        ),
        _tell_leg_access(words, leg, telling),
    )


def _tell_start(words: Wording, stop: TripCall, meters: int | None) -> Line:
    """Give where to get on: stop, platform, and the way vehicles leave where another stop has the same name."""
    name = words.given(stop.name, stop.spoken_name)
    start = words.line("trip.from", stop=name)
    if meters:
        start = words.line("trip.from_walk", stop=name, distance=tell_distance(words, meters))
    side = words.line("trip.side", compass=tell_compass(words, stop.side)) if stop.side else NOTHING
    return words.chain((start, _tell_platform(words, stop), side))


def _tell_platform(words: Wording, stop: TripCall) -> Line:
    if stop.platform is None or stop.platform.casefold() in stop.name.casefold().split():
        return NOTHING
    return words.line("call.platform", platform=words.label(stop.platform))


def _tell_when(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give when it leaves or arrives: always by the clock, for one plans with it, and how that is known."""
    instant, _ = find_time(call, is_arrivals=telling.is_arrivals)
    if call.certainty not in _SAID_LIVE or instant is None or is_past(instant, telling):
        rich = replace(telling, verbosity=max(telling.verbosity, Verbosity.RICH))
        return tell_time(words, call, telling if telling.verbosity == Verbosity.BRIEF else rich)
    clock = words.line("time.clock", clock=tell_clock(words, instant, telling.now))
    soon = NOTHING
    if call.minutes and call.minutes <= RELATIVE and not telling.is_arrivals:
        soon = words.line("time.in", minutes=tell_minutes(words, call.minutes))
    return words.chain((clock, tell_certainty(words, call, telling), soon))


def _tell_then(words: Wording, off: MonitoredCall, on: MonitoredCall, telling: Telling) -> Line:
    """Give an arrival of which the departure has said how it is known, and on which day; nothing without a time."""
    text, before = off.expected_arrival or off.scheduled_arrival, on.expected_departure or on.scheduled_departure
    if text is None:
        return NOTHING
    instant = datetime.fromisoformat(text)
    if before is not None and instant - datetime.fromisoformat(before) < _SAME_RIDE:
        return words.line("time.clock", clock=words.clock.tell_time(instant))
    return tell_clock(words, instant, telling.now)


def _tell_leg_access(words: Wording, leg: TripLeg, telling: Telling) -> Line:
    """Give low floor and access where one gets on, and what is known of the stop where one gets off."""
    there = NOTHING
    in_full = telling.access_asked or telling.verbosity >= Verbosity.RICH
    if leg.alight and leg.alight.access.value == "no":
        there = words.line("trip.alight_no")
    elif in_full and leg.boarding and leg.boarding.verdict == "yes" and leg.access == "unknown":
        there = words.line("trip.alight_unknown")
    told = words.chain((tell_access(words, leg.boarding or _NO_ACCESS, telling), there))
    return words.sentence(Line(told.written[0].upper() + told.written[1:], told.spoken)) if told else NOTHING


def _tell_change(words: Wording, change: TripChange, telling: Telling) -> tuple[Line, ...]:
    """Give how far and how long the change is; whether it works out is never promised."""
    if change.meters is None:
        how = words.line("trip.change_unknown")
    elif change.meters:
        how = words.line("trip.change_walk", distance=tell_distance(words, change.meters))
    else:
        how = words.line("trip.change_here")
    wait = NOTHING
    if change.wait_minutes is not None:
        wait = words.line("trip.wait", minutes=tell_minutes(words, change.wait_minutes))
    allowed = NOTHING
    if telling.verbosity >= Verbosity.RICH and change.need_minutes:
        allowed = words.line("trip.allowed", minutes=tell_minutes(words, change.need_minutes))
    inside = words.line(f"trip.step_free_{change.step_free}") if change.step_free else NOTHING
    notices = [Line(text, words.names.read_text(text)) for text in change.closed_by]
    return (
        words.sentence(how, wait, words.line(f"trip.connection_{change.connection}"), allowed),
        inside,
        *(words.sentence(words.line("inside.notice", reason=notice)) for notice in notices),
        tell_lapsed(words, change.lapsed, telling) if change.lapsed else NOTHING,
    )


def _tell_total(words: Wording, option: TripOption, telling: Telling) -> Line:
    if telling.verbosity == Verbosity.BRIEF:
        return NOTHING
    if option.at_most_minutes is not None:
        return words.line("trip.at_most", minutes=tell_minutes(words, option.at_most_minutes))
    if option.total_minutes and (option.changes or telling.verbosity >= Verbosity.RICH):
        return words.line("trip.total", minutes=tell_minutes(words, option.total_minutes))
    return NOTHING


def _tell_other(words: Wording, option: TripOption, telling: Telling) -> Line:
    """Give a further way in short: its lines, when it leaves, when one is there."""
    rides = [leg for leg in option.legs if leg.kind == "ride" and leg.board and leg.alight]
    first, last = rides[0], rides[-1]
    if first.board is None or last.alight is None:
        return NOTHING
    brief, on = replace(telling, verbosity=Verbosity.BRIEF), to_call(first, first.board)
    lines = words.line("trip.or", line=tell_subject(words, on, brief))
    for ride in rides[1:]:
        if ride.board:
            lines = words.line(
                "trip.and_then", first=lines, following=tell_subject(words, to_call(ride, ride.board), brief)
            )
    off = to_call(last, last.alight, is_arrival=True)
    there = _tell_then(words, off, on, telling)
    return words.sentence(
        lines,
        _tell_when(words, on, brief),
        words.line("trip.there", time=there) if there else NOTHING,
        words.line("trip.changes", count=option.changes) if option.changes else NOTHING,
        words.line(f"trip.access_{option.access}") if telling.access_asked else NOTHING,
    )


def _tell_counts(words: Wording, data: TripPlanData) -> tuple[Line, ...]:
    """Say how many are surely accessible and of how many nobody knows, where that was asked."""
    counts = data.access_counts
    if not data.access_filter or counts is None:
        return ()
    return (
        words.line("trip.none_accessible") if not counts.yes else NOTHING,
        words.line("trip.unknown", count=counts.unknown) if counts.unknown else NOTHING,
    )


def tell_lapsed(words: Wording, lapsed: LapsedDeparture, telling: Telling) -> Line:
    """Say which departure of the timetable does not help, and why."""
    like = MonitoredCall(
        line=lapsed.line,
        headsign=lapsed.headsign,
        service_day="",
        stop_id="",
        certainty="none",
        status="running",
        access=_NO_ACCESS,
    )
    subject = tell_subject(words, like, replace(telling, verbosity=Verbosity.NORMAL))
    clock = NOTHING
    if lapsed.scheduled:
        clock = words.line(
            "time.timetable", clock=tell_clock(words, datetime.fromisoformat(lapsed.scheduled), telling.now)
        )
    return words.sentence(words.line(f"trip.lapsed_{lapsed.why}", call=words.chain((subject, clock))))


def to_call(leg: TripLeg, stop: TripCall, *, is_arrival: bool = False) -> MonitoredCall:
    """Give one end of a ride as a call, for the sentences of times, lines and access."""
    end = "arrival" if is_arrival else "departure"
    return MonitoredCall.model_validate(
        {
            "line": leg.line,
            "headsign": leg.headsign,
            "destination": leg.destination,
            "service_day": "",
            "stop_id": stop.stop_id,
            "platform": stop.platform,
            f"scheduled_{end}": stop.scheduled,
            f"expected_{end}": stop.expected,
            "minutes": stop.minutes,
            "age_seconds": stop.age_seconds,
            "certainty": stop.certainty,
            "status": stop.status,
            "approximate": stop.approximate,
            "headway_minutes": stop.headway_minutes,
            "boarding": stop.boarding,
            "access": leg.boarding or _NO_ACCESS,
        }
    )
