"""Answers about stops: which were found, which is nearest, and one in full."""

from collections.abc import Sequence

from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.stops import StopData, StopsData, StopSummary
from stopbell_server.phrases.boarding import tell_boarding
from stopbell_server.phrases.inside import tell_inside
from stopbell_server.phrases.pages import tell_before, tell_end
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import (
    round_distance,
    tell_code,
    tell_compass,
    tell_distance,
    tell_place,
    tell_platform,
    tell_stop,
    tell_stop_name,
    tell_towards,
    tell_way,
)
from stopbell_server.phrases.telling_apart import tell_stops_apart
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording


def tell_stops(words: Wording, data: StopsData) -> Phrase:
    """Give the stops of a search by name, or around a place with the nearest first."""
    if not data.stops:
        return from_lines((tell_end(words) if data.before else _tell_none(words, data),), "no-stops")
    told = tell_stops_apart(words, data.stops)
    if data.before:
        first, rest = tell_before(words, data.before), _tell_further(words, data, told)
    elif data.query is None:
        first = words.line("stops.nearest", stop=told[0])
        rest = [words.line("stops.next_nearest", stop=stop) for stop in told[1:]]
    elif len(told) == 1:
        first, rest = words.line("stops.found_one", stop=told[0]), []
    else:
        query = words.name(data.query)
        count = len(told) + data.more
        first = words.line("stops.found_many" if data.more_at_least else "stops.found", count=count, query=query)
        rest = [words.line("choice.row", number=number, choice=stop) for number, stop in enumerate(told, 1)]
    more = words.line("stops.more_at_least" if data.more_at_least else "stops.more", count=data.more)
    more = more if data.more else NOTHING
    return from_lines((words.sentence(first), *(words.sentence(line) for line in rest), more), "stops")


def _tell_further(words: Wording, data: StopsData, told: Sequence[Line]) -> list[Line]:
    """Give the stops of a later page: those of a search are numbered on from the page before."""
    if data.query is None:
        return [words.line("stops.next_nearest", stop=stop) for stop in told]
    return [words.line("choice.row", number=number, choice=stop) for number, stop in enumerate(told, data.before + 1)]


def _tell_none(words: Wording, data: StopsData) -> Line:
    if data.query is not None:
        return words.line("stops.none_found", query=words.name(data.query))
    if data.radius_meters is None:
        return words.line("stops.none_near")
    return words.line("stops.none_within", distance=tell_distance(words, data.radius_meters))


def tell_portrait(words: Wording, data: StopData) -> Phrase:
    """Give one stop in full: what it is, where it goes, which side, whether one can board, its platforms."""
    stop = data.stop
    if stop is None:
        return from_lines((words.line("stop.unknown"),), "no-stops")
    kind = words.line("place.station") if stop.type == "TransportStation" else tell_platform(words, stop)
    station = NOTHING
    if stop.station and stop.station.casefold() != stop.name.casefold():
        station = words.line("stop.part_of", station=words.name(stop.station, stop.language))
    way = tell_way(words, stop.distance_meters, stop.walk_bearing)
    lines = (
        words.sentence(tell_place(words, stop), kind, station, way),
        *_tell_walk(words, data),
        _tell_list(words, "stop.towards", names=[words.name(name, stop.language) for name in stop.towards]),
        _tell_list(words, "stop.lines", lines=[words.label(line) for line in stop.lines]),
        *tell_side(words, stop).lines,
        tell_stop_access(words, stop),
        *(tell_inside(words, data.inside, stop.language) if data.inside else ()),
        *tell_boarding(words, data.boarding),
        *_tell_platforms(words, data),
        words.line("stop.code", code=tell_code(words, stop.code)) if stop.code else NOTHING,
        _tell_description(words, data.description) if data.description else NOTHING,
    )
    return from_lines(lines, "stop")


def _tell_walk(words: Wording, data: StopData) -> tuple[Line, ...]:
    """Say what a distance is and is not, and whether a stop of the same name is nearer; nothing without a place."""
    if data.stop is None or data.stop.distance_meters is None:
        return ()
    nearer = NOTHING
    if data.nearer is not None:
        nearer = words.sentence(words.line("stop.nearer", stop=tell_stop(words, data.nearer)))
    return words.line("stop.straight"), nearer


def _tell_description(words: Wording, description: str) -> Line:
    """Give the operator's own words about the stop, and say that they are."""
    text = Line(description, words.names.read_text(description))
    return words.sentence(words.line("stop.description", text=text))


def _tell_list(words: Wording, message_id: str, **listed: list[Line]) -> Line:
    ((name, parts),) = listed.items()
    return words.line(message_id, **{"count": len(parts), name: words.enumerate(parts)}) if parts else NOTHING


def tell_side(words: Wording, stop: StopSummary) -> Phrase:
    """Say which way vehicles leave and how far the stop for the other way is; both are computed, and it is said."""
    lines: list[Line] = []
    if stop.side:
        lines.append(words.line("stop.side", compass=tell_compass(words, stop.side)))
    if stop.opposite and stop.opposite_meters is not None:
        distance = words.line("unit.meters", count=round_distance(stop.opposite_meters))
        lines.append(words.line("stop.opposite", distance=distance))
    if not lines and stop.type != "TransportStation":
        lines.append(words.line("stop.side_unknown"))
    return from_lines(tuple(lines), "stop")


def tell_stop_access(words: Wording, stop: StopSummary) -> Line:
    """Say whether a wheelchair user can board at the stop, and who says so."""
    value, source = stop.access.value, stop.access.source
    if stop.type == "TransportStation":
        return words.line(f"stop.station_access_{value}")
    inherited = value != "unknown" and source == "station"
    return words.line(f"stop.access_{value}_by_station" if inherited else f"stop.access_{value}")


def _tell_platforms(words: Wording, data: StopData) -> tuple[Line, ...]:
    if not data.platforms:
        return ()
    told = [words.sentence(_tell_own_name(words, one), tell_towards(words, one, 2)) for one in data.platforms]
    count = max(len(told), len(data.stop.platforms) if data.stop else 0)
    return (words.line("stop.platforms", count=count), *told)


def _tell_own_name(words: Wording, platform: StopSummary) -> Line:
    """Give a platform by its sign; by its name where it has none."""
    if platform.platform is None:
        return tell_stop_name(words, platform)
    return words.line("stop.platform", platform=words.label(platform.platform))


def tell_candidates(words: Wording, candidates: Sequence[Candidate]) -> Phrase:
    """Give numbered choices, each with what tells it apart."""
    rows = [
        words.sentence(
            words.line("choice.row", number=candidate.number, choice=Line(candidate.label, candidate.spoken))
        )
        for candidate in candidates
    ]
    if not rows:
        return from_lines((words.line("choice.none"),), "choice")
    return from_lines((words.line("choice.which", count=len(rows)), *rows), "choice")
