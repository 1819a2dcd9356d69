"""Answers about low-floor and accessible vehicles: what is surely so, and how many nobody knows of."""

from stopbell_server.contract.headsigns import drop_label
from stopbell_server.contract.vehicles import VehiclesData, VehicleSummary
from stopbell_server.phrases.asked import tell_asked
from stopbell_server.phrases.board_groups import group, tell_group
from stopbell_server.phrases.pages import tell_before, tell_end
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_place, tell_way
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import NOTHING, tell_age
from stopbell_server.phrases.windows import Window, parse_window, tell_uncovered, tell_window
from stopbell_server.phrases.wording import Wording


def tell_vehicles(words: Wording, data: VehiclesData) -> Phrase:
    """Give the accessible vehicles of a stop, a line or a place; unknown ones are counted, never hidden."""
    what = tell_asked(words, data.mode_filter, data.headsign_filter)
    told = _tell_all(words, data)
    if what is None:
        return told
    return from_lines((words.line("vehicles.asked", what=what), *told.lines), told.kind, told.certainty)


def _tell_all(words: Wording, data: VehiclesData) -> Phrase:
    if data.scope == "stop":
        return _tell_at_stop(words, data)
    where = _tell_scope(words, data)
    if not data.vehicles and data.before:
        return from_lines((tell_end(words),), "no-vehicles")
    if not data.vehicles:
        lines = (words.line("vehicles.none", where=where), _tell_unknown(words, data.unknown))
        return from_lines(lines, "no-vehicles")
    certainties = {vehicle.certainty for vehicle in data.vehicles}
    lines = (
        tell_before(words, data.before)
        or words.line("vehicles.found", where=where, count=len(data.vehicles) + data.more),
        *(words.sentence(tell_vehicle(words, vehicle)) for vehicle in data.vehicles),
        words.line("vehicles.more", count=data.more) if data.more else NOTHING,
        NOTHING if data.before else _tell_unknown(words, data.unknown),
    )
    return from_lines(lines, "vehicles", certainties.pop() if len(certainties) == 1 else None)


def _tell_at_stop(words: Wording, data: VehiclesData) -> Phrase:
    window = parse_window(data.now, data.window_end, data.now)
    if not data.calls and data.before:
        return from_lines((tell_end(words),), "no-vehicles")
    if not data.calls:
        return from_lines(_tell_none_at_stop(words, data, window), "no-vehicles")
    telling = Telling(
        verbosity=Verbosity.NORMAL,
        now=window.now,
        access_asked=True,
        place_platform=data.stop.platform if data.stop else None,
        names_language=data.stop.language if data.stop else None,
    )
    first, *others = (tell_group(words, one, telling) for one in group(words, data.calls, telling))
    certainties = {call.certainty for call in data.calls}
    begins = (tell_before(words, data.before), first)
    if not data.before:
        named = words.line("vehicles.next_at_stop", stop=_tell_stop(words, data), call=first)
        begins = (named, _tell_what_is_before(words, data))
    lines = (
        *begins,
        *others,
        _tell_more_calls(words, data, window),
    )
    return from_lines(lines, "vehicles", certainties.pop() if len(certainties) == 1 else None)


def _tell_stop(words: Wording, data: VehiclesData) -> Line:
    return tell_place(words, data.stop) if data.stop else words.line("board.this_stop")


def _tell_none_at_stop(words: Wording, data: VehiclesData, window: Window) -> tuple[Line, ...]:
    """Say why no accessible one is named: the timetable does not know, nothing comes at all, or nobody says so."""
    stop = _tell_stop(words, data)
    unknown = _tell_unknown_calls(words, data.unknown)
    comes = data.unknown or data.excluded_before
    if not comes and (uncovered := tell_uncovered(words, stop, data.coverage, data.timetable_ends)):
        return (uncovered,)
    is_narrow = data.line or data.mode_filter or data.headsign_filter
    if window.end is None:
        return (words.line("vehicles.none_at_stop", stop=stop), unknown)
    told = tell_window(words, window)
    if not comes and not is_narrow:
        return (words.line("board.none", stop=stop, window=told, kind=words.line("board.kind_departures")),)
    excluded = data.excluded_before
    return (
        words.line("vehicles.none_within", stop=stop, window=told),
        unknown,
        words.line("vehicles.excluded_calls", count=excluded) if excluded else NOTHING,
    )


def _tell_more_calls(words: Wording, data: VehiclesData, window: Window) -> Line:
    """Say how many further accessible ones come, and within which time."""
    minutes = window.minutes
    if not data.more or minutes is None:
        return words.line("vehicles.more", count=data.more) if data.more else NOTHING
    return words.line("vehicles.more_within", count=data.more, window=tell_window(words, window))


def _tell_what_is_before(words: Wording, data: VehiclesData) -> Line:
    """Say what comes before the first accessible one: a rider may want to ask the driver of an unknown one."""
    parts: list[Line] = []
    if data.unknown_before:
        parts.append(words.line("vehicles.before_unknown", count=data.unknown_before))
    if data.excluded_before:
        parts.append(words.line("vehicles.before_excluded", count=data.excluded_before))
    return words.line("vehicles.before", told=words.enumerate(parts)) if parts else NOTHING


def _tell_unknown(words: Wording, count: int) -> Line:
    return words.line("vehicles.unknown", count=count) if count else NOTHING


def _tell_unknown_calls(words: Wording, count: int) -> Line:
    return words.line("vehicles.unknown_calls", count=count) if count else NOTHING


def _tell_scope(words: Wording, data: VehiclesData) -> Line:
    if data.scope == "route" and data.line:
        return words.line("vehicles.on_line", line=words.label(data.line))
    return words.line("vehicles.nearby")


def tell_vehicle(words: Wording, vehicle: VehicleSummary) -> Line:
    """Give a vehicle where it last reported: line, destination, place, access, age of the report."""
    return words.chain(
        (
            tell_subject(words, vehicle),
            tell_way(words, vehicle.distance_meters, vehicle.walk_bearing),
            words.line("vehicles.next_stop", stop=words.name(vehicle.next_stop)) if vehicle.next_stop else NOTHING,
            tell_vehicle_access(words, vehicle),
            words.line(f"occupancy.{vehicle.occupancy}") if vehicle.occupancy else NOTHING,
            tell_report(words, vehicle),
        )
    )


def tell_subject(words: Wording, vehicle: VehicleSummary) -> Line:
    """Give line and destination of a vehicle, else the number on it."""
    if vehicle.line and vehicle.headsign:
        headsign = words.name(drop_label(vehicle.headsign, vehicle.line))
        return words.line("call.line_to", line=words.label(vehicle.line), headsign=headsign)
    if vehicle.line:
        return words.line("call.line", line=words.label(vehicle.line))
    if vehicle.headsign:
        return words.line("call.no_line_to", headsign=words.name(vehicle.headsign))
    if vehicle.label:
        return words.line("vehicles.by_label", label=words.label(vehicle.label))
    return words.line("call.unknown")


def tell_vehicle_access(words: Wording, vehicle: VehicleSummary) -> Line:
    """Give whether the vehicle is low floor or accessible, or that nobody knows."""
    parts: list[Line] = []
    if vehicle.low_floor != "unknown":
        parts.append(words.line("access.low_floor" if vehicle.low_floor == "yes" else "access.not_low_floor"))
    if vehicle.access.value != "unknown":
        parts.append(words.line("access.vehicle_yes" if vehicle.access.value == "yes" else "access.no"))
    return words.chain(parts) if parts else words.line("access.unknown")


def tell_report(words: Wording, vehicle: VehicleSummary) -> Line:
    """Say how old the report of its place is; contact that is lost is said as such."""
    return tell_report_age(words, vehicle.certainty, vehicle.age_seconds)


def tell_report_age(words: Wording, certainty: str, age_seconds: int | None) -> Line:
    """Say how old a report is, by its certainty and its age where that is known."""
    lost = certainty in ("lost", "none", "timetable", "frequency")
    if age_seconds is None:
        return words.line("vehicles.lost" if lost else "vehicles.age_unknown")
    age = tell_age(words, age_seconds)
    return words.line("vehicles.lost_age" if lost else "vehicles.age", age=age)
