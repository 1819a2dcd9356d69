"""The inside of stations of the domain as the wire has it: short names, parts of one kind joined."""

import re
from collections.abc import Callable, Iterable, Sequence

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.station_inside import (
    HeadingWord,
    LiftStateWord,
    LiftSummary,
    PlatformInside,
    StationInside,
    StationPlaceName,
    StationStep,
    StationWay,
    StepFreeWord,
    StepModeWord,
)
from stopbell_server.contract.words import ACCESS
from stopbell_server.domain import station_ways
from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.ids import Authority
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.station_ways import Heading, LiftState, PlatformAccess, Step, StepFree, Way
from stopbell_server.domain.stations import PathwayMode

MOST_WAYS = 6
"""A dozen parts each: more would make an answer heavy, and nobody compares more."""
MODES: dict[PathwayMode, StepModeWord] = {
    PathwayMode.WALKWAY: "walkway",
    PathwayMode.STAIRS: "stairs",
    PathwayMode.MOVING_WALKWAY: "moving-walkway",
    PathwayMode.ESCALATOR: "escalator",
    PathwayMode.LIFT: "lift",
    PathwayMode.FARE_GATE: "fare-gate",
    PathwayMode.EXIT_GATE: "exit-gate",
}
STEP_FREE: dict[StepFree, StepFreeWord] = {
    StepFree.YES: "yes",
    StepFree.NO: "no",
    StepFree.IN_DOUBT: "in-doubt",
    StepFree.CLOSED: "closed",
    StepFree.UNKNOWN: "unknown",
}
HEADINGS: dict[Heading, HeadingWord] = {Heading.UP: "up", Heading.DOWN: "down"}
LIFT_STATES: dict[LiftState, LiftStateWord] = {
    LiftState.CLOSED: "closed",
    LiftState.NO_OUTAGE_REPORTED: "no-outage-reported",
    LiftState.UNKNOWN: "unknown",
}
_JOINED = frozenset({PathwayMode.WALKWAY, PathwayMode.FARE_GATE, PathwayMode.EXIT_GATE})

Tell = Callable[[AlertMatch], AlertSummary | None]


def to_station_inside(
    inside: station_ways.StationInside, asked: Stop, authority: Authority, naming: Naming, tell: Tell
) -> StationInside:
    """Give the ways and lifts; `tell` puts an alert into the answer's language, None where it has no words."""

    def name(stop: Stop) -> StationPlaceName:
        return _to_place_name(stop, inside.station, authority, naming)

    def told(matches: Iterable[AlertMatch]) -> list[AlertSummary]:
        unique = {match.alert.id: match for match in matches}
        return [summary for match in unique.values() if (summary := tell(match))]

    return StationInside(
        is_whole=asked.location_type in (LocationType.STATION, LocationType.ENTRANCE, LocationType.NODE),
        platforms=[_to_platform(one, name) for one in inside.platforms],
        ways=[_to_way(way, name, naming) for way in inside.ways[:MOST_WAYS]],
        more_ways=len(inside.ways[MOST_WAYS:]),
        lifts=[
            LiftSummary(
                levels=[naming.name_level(level.id, level.name) for level in lift.levels if level.name],
                state=LIFT_STATES[lift.state],
                closed_by=told(lift.closed_by),
            )
            for lift in inside.lifts
        ],
        closed_by=told(inside.blocked),
        notices=told(match for one in inside.platforms for match in one.notices),
    )


def _to_place_name(stop: Stop, station: Stop, authority: Authority, naming: Naming) -> StationPlaceName:
    whole, of_station = naming.name_stop(stop), naming.name_stop(station)
    name = _drop_station(whole.written, of_station.written)
    return StationPlaceName(
        id=to_scoped_id(authority, stop.id),
        name=name,
        spoken_name=whole.spoken if name == whole.written else naming.speak(name, whole.language),
        platform=stop.platform,
    )


def _drop_station(name: str, station: str) -> str:
    """Give "Harvard St" for "Newtonville - Harvard St" at Newtonville: every name in a station begins with its name."""
    rest = re.match(rf"{re.escape(station)}\s*(?:[-–—:,]|\s-)\s*(?=\w)", name, re.IGNORECASE)
    return name[rest.end() :] if rest else name


def _to_platform(one: PlatformAccess, name: Callable[[Stop], StationPlaceName]) -> PlatformInside:
    return PlatformInside(
        place=name(one.platform),
        step_free=STEP_FREE[one.step_free],
        by_lift=one.by_lift if one.step_free in (StepFree.YES, StepFree.IN_DOUBT, StepFree.CLOSED) else None,
        street=None if one.street_access is Access.UNKNOWN else "yes" if one.street_access is Access.YES else "no",
    )


def _to_way(way: Way, name: Callable[[Stop], StationPlaceName], naming: Naming) -> StationWay:
    return StationWay(
        entrance=name(way.entrance.stop),
        to=name(way.platform),
        step_free=ACCESS[way.step_free],
        meters=None if way.length_m is None else round(way.length_m),
        seconds=way.seconds,
        steps=[_to_step(group, naming) for group in _join(way.steps)],
    )


def _join(steps: Sequence[Step]) -> list[list[Step]]:
    """Join walkways that follow each other, and gates: the nodes between them are the map's, not the rider's."""
    groups: list[list[Step]] = []
    for step in steps:
        if groups and step.mode in _JOINED and groups[-1][0].mode is step.mode:
            groups[-1].append(step)
        else:
            groups.append([step])
    return groups


def _to_step(group: Sequence[Step], naming: Naming) -> StationStep:
    first, last = group[0], group[-1]
    lengths = [step.length_m for step in group]
    seconds = [step.seconds for step in group]
    slopes = [step.slope for step in group if step.slope]
    widths = [step.width_m for step in group if step.width_m is not None]
    level = last.end.level if first.heading else None
    return StationStep(
        mode=MODES[first.mode],
        heading=HEADINGS[first.heading] if first.heading else None,
        levels=first.levels,
        stairs=first.stairs,
        meters=round(sum(length for length in lengths if length)) if None not in lengths else None,
        seconds=sum(one for one in seconds if one) if None not in seconds else None,
        width_meters=min(widths) if widths else None,
        slope_percent=round(max(slopes, key=abs) * 100, 1) if slopes else None,
        sign=next((step.sign for step in group if step.sign), None),
        to_level=naming.name_level(level.id, level.name) if level and level.name else None,
    )
