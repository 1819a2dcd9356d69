"""A journey in sentences: the next stop first, then what follows, then which journey it is."""

from datetime import datetime

from stopbell_server.contract.arrivals import BoardingAccess, MonitoredCall
from stopbell_server.contract.journeys import JourneyData, JourneyStop
from stopbell_server.contract.stops import AccessFactModel
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.subjects import tell_subject
from stopbell_server.phrases.telling import Telling, Verbosity, find_time
from stopbell_server.phrases.times import NOTHING, is_past, tell_age, tell_clock, tell_time
from stopbell_server.phrases.wording import Wording

_MOST_SKIPPED = 4
_NOT_STOPPING = ("skipped", "cancelled", "replaced")


def tell_journey(words: Wording, data: JourneyData, *, verbosity: Verbosity) -> Phrase:
    """Give how far a journey is; nothing is called passed that nobody has reported."""
    telling = Telling(verbosity=verbosity, now=datetime.fromisoformat(data.now) if data.now else None)
    lines = (*_tell_progress(words, data, telling), tell_which_journey(words, data), *_tell_rest(words, data, telling))
    certainty = next((one.certainty for one in data.calls if one.progress == "next"), None)
    return from_lines(lines, f"journey-{data.phase}", certainty)


def _tell_progress(words: Wording, data: JourneyData, telling: Telling) -> tuple[Line, ...]:
    first, last = data.calls[0], data.last or data.calls[-1]
    match data.phase:
        case "cancelled":
            told = words.chain((_tell_subject(words, data), tell_due(words, first, telling)))
            return (words.sentence(words.line("call.cancelled", call=told)),)
        case "unknown":
            return (words.line("journey.no_times", time=tell_stop_time(words, first, telling)),)
        case "ended":
            if data.known_by == "vehicle":
                here = next((one for one in data.calls if one.progress == "here"), last)
                return (words.line("journey.at_last", stop=tell_journey_stop(words, here)),)
            came = _tell_came(words, data.behind, last, telling)
            if came is not None:
                return (came,)
            due = tell_due(words, last, telling)
            return (words.line(f"journey.ended_{data.known_by}", stop=tell_journey_stop(words, last), clock=due),)
        case _:
            return _tell_next(words, data, telling)


def _tell_next(words: Wording, data: JourneyData, telling: Telling) -> tuple[Line, ...]:
    """Give where it stands, the next stop with its time, and the one after it."""
    served = [one for one in data.calls if one.progress in ("next", "ahead") and one.status not in _NOT_STOPPING]
    here = next((one for one in data.calls if one.progress == "here"), None)
    where = words.line("journey.here", stop=tell_journey_stop(words, here)) if here else NOTHING
    if not served:
        return (where,)
    following, *others = served
    is_last = following.status == "ends-here"
    is_before = data.phase == "not-started" and not here
    kind = "journey.starts" if is_before else f"journey.next_{data.known_by}"
    told = words.line(kind, stop=tell_journey_stop(words, following))
    ends = words.line("journey.is_last") if is_last else NOTHING
    then = words.line("journey.then", stop=tell_journey_stop(words, others[0])) if others else NOTHING
    return (where, words.sentence(told, ends, tell_stop_time(words, following, telling), then))


def tell_which_journey(words: Wording, data: JourneyData) -> Line:
    """Give line and destination, how late it is, and the vehicle."""
    if data.phase == "cancelled":
        return NOTHING
    following = next((one for one in data.calls if one.progress == "next"), None)
    delay = tell_delay(words, data.delay_seconds, following)
    return words.sentence(_tell_subject(words, data), delay, _tell_vehicle(words, data))


def _tell_subject(words: Wording, data: JourneyData) -> Line:
    return tell_journey_subject(words, data.line, data.headsign, data.destination)


def tell_journey_subject(words: Wording, line: str | None, headsign: str | None, destination: str | None) -> Line:
    """Give line and destination of a journey."""
    like = MonitoredCall(
        line=line,
        headsign=headsign,
        destination=destination,
        service_day="",
        stop_id="",
        certainty="none",
        status="running",
        access=_NO_ACCESS,
    )
    return tell_subject(words, like, Telling(verbosity=Verbosity.NORMAL))


def tell_delay(words: Wording, delay_s: int | None, following: JourneyStop | None) -> Line:
    """Give how late it is at its next stop; nothing where that is not predicted, or not lately."""
    if delay_s is None or following is None or following.certainty not in ("live", "ageing"):
        return NOTHING
    minutes = round(abs(delay_s) / 60)
    if not minutes:
        return words.line("call.on_time")
    return words.line("call.late" if delay_s > 0 else "call.early", count=minutes)


def _tell_vehicle(words: Wording, data: JourneyData) -> Line:
    """Give the vehicle's number, and for how long it has been silent where it is."""
    label = data.vehicle_label or (data.vehicle.label if data.vehicle else None)
    parts = [words.line("call.vehicle", vehicle=words.label(label)) if label else NOTHING]
    if data.vehicle and data.vehicle.certainty == "lost":
        age = data.vehicle.age_seconds
        parts.append(
            words.line("vehicles.lost") if age is None else words.line("vehicles.lost_age", age=tell_age(words, age))
        )
    return words.chain(parts)


def _tell_rest(words: Wording, data: JourneyData, telling: Telling) -> tuple[Line, ...]:
    """Give where it does not stop, further stops where they are wanted, and when it reaches its last one."""
    if data.phase in ("cancelled", "ended"):
        return ()
    names = [words.name(name) for name in data.skipped[:_MOST_SKIPPED]]
    skipped = words.line("journey.skips", count=len(names), stops=words.enumerate(names)) if names else NOTHING
    listed: list[Line] = []
    if telling.verbosity >= Verbosity.RICH:
        served = [one for one in data.calls if one.progress == "ahead" and one.status not in _NOT_STOPPING]
        listed = [words.sentence(tell_journey_stop(words, one), tell_stop_time(words, one, telling)) for one in served]
        listed.insert(0, _tell_behind(words, data.behind, telling))
    if data.last is None or data.phase == "unknown":
        return (skipped, *listed)
    end = words.line(
        "journey.last",
        count=data.more,
        stop=tell_journey_stop(words, data.last),
        time=tell_stop_time(words, data.last, telling),
    )
    return (skipped, *listed, end)


def _tell_came(words: Wording, stop: JourneyStop | None, last: JourneyStop, telling: Telling) -> Line | None:
    """Give that it came to its last stop, and how that was observed; None where it was not."""
    is_last = stop is not None and (stop.stop_id, stop.stop_sequence) == (last.stop_id, last.stop_sequence)
    passing = stop.passing if stop and is_last else None
    text = (passing.arrived or passing.stood_from) if passing else None
    if passing is None or text is None:
        return None
    kind = "journey.came_recorded" if passing.arrived else "journey.came_reported"
    clock = tell_clock(words, datetime.fromisoformat(text), telling.now)
    return words.line(kind, stop=tell_journey_stop(words, last), clock=clock)


def _tell_behind(words: Wording, stop: JourneyStop | None, telling: Telling) -> Line:
    """Give the last stop that it was observed to pass, and how that was observed."""
    passing = stop.passing if stop else None
    text = (passing.departed or passing.not_after) if passing else None
    if stop is None or passing is None or text is None:
        return NOTHING
    kind = "journey.left_recorded" if passing.departed else "journey.left_reported"
    clock = tell_clock(words, datetime.fromisoformat(text), telling.now)
    return words.line(kind, stop=tell_journey_stop(words, stop), clock=clock)


def tell_journey_stop(words: Wording, stop: JourneyStop) -> Line:
    """Give a stop's name."""
    return words.given(stop.name, stop.spoken_name)


def tell_stop_time(words: Wording, stop: JourneyStop, telling: Telling) -> Line:
    """Give when the vehicle is at a stop, and how that is known; of a last stop when it arrives."""
    is_arrival = stop.status == "ends-here"
    told, call = Telling(telling.verbosity, telling.now, is_arrivals=is_arrival), _to_call(stop)
    instant, is_observed = find_time(call, is_arrivals=is_arrival)
    if instant and stop.certainty in ("live", "ageing") and is_past(instant, told) and not is_observed:
        # The vehicle itself says that it is still to come: nothing here has "probably left".
        return words.line("journey.overdue", clock=tell_clock(words, instant, telling.now))
    return tell_time(words, call, told)


def tell_due(words: Wording, stop: JourneyStop, telling: Telling) -> Line:
    """Give the time at which a vehicle is or was to be at a stop, as a clock time alone."""
    text = stop.expected_arrival or stop.expected_departure or stop.scheduled_arrival or stop.scheduled_departure
    return tell_clock(words, datetime.fromisoformat(text), telling.now) if text else words.line("time.none")


def _to_call(stop: JourneyStop) -> MonitoredCall:
    """Give the stop as a call, for the sentences of times; its vehicle is told apart from it."""
    return MonitoredCall(service_day="", access=_NO_ACCESS, **stop.model_dump(include=_SHARED))


_UNKNOWN = AccessFactModel(value="unknown", source="none")
_NO_ACCESS = BoardingAccess(verdict="unknown", stop=_UNKNOWN, vehicle=_UNKNOWN, low_floor="unknown")
_SHARED = MonitoredCall.model_fields.keys() & JourneyStop.model_fields.keys() - {"access"}
