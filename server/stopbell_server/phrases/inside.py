"""The inside of a station in a few sentences: step-free or not, the way in, lifts, and what is closed now."""

from collections.abc import Sequence

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.station_inside import (
    LiftSummary,
    PlatformInside,
    StationInside,
    StationPlaceName,
    StationStep,
    StationWay,
)
from stopbell_server.contract.stops import StopData
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_distance, tell_stop_name
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording

_MOST_WAYS = 2
"""Ways that a listener can keep in mind; the structure has more."""
_MOST_NAMES = 6
_MOST_STEPS = 7
_SHORTEST_WALK_M = 10
_SHORTEST_PART_M = 30
"""In a long way, shorter walks between two parts are left out."""
_WALKS = ("walkway", "moving-walkway")


def tell_inside(words: Wording, inside: StationInside, language: str | None) -> tuple[Line, ...]:
    """Tell how the platforms are reached; `language` is that of the names, where known."""
    ways = inside.ways if len(inside.ways) <= _MOST_WAYS else inside.ways[: 0 if inside.is_whole else 1]
    return (
        *_tell_step_free(words, inside, language),
        *_tell_closed(words, inside.closed_by, language),
        *_tell_notices(words, inside, language),
        *_tell_streets(words, inside),
        *(_tell_way(words, inside, way, language) for way in ways),
        words.line("inside.ask_platform") if inside.is_whole and len(inside.ways) > _MOST_WAYS else NOTHING,
        *_tell_lifts(words, inside, language),
    )


def tell_lifts(words: Wording, data: StopData) -> Phrase:
    """Answer whether the lifts of a station are in service, as far as it is reported, and what that means."""
    stop, inside = data.stop, data.inside
    if stop is None or inside is None or not inside.lifts:
        return from_lines((words.line("inside.no_lifts"),), "answer")
    lines = (
        words.sentence(tell_stop_name(words, stop)),
        *_tell_lifts(words, inside, stop.language),
        *_tell_closed(words, inside.closed_by, stop.language),
        *_tell_notices(words, inside, stop.language),
        *_tell_step_free(words, inside, stop.language),
    )
    return from_lines(lines, "answer")


def tell_lift_states(words: Wording, inside: StationInside, language: str | None) -> Phrase:
    """Say which lifts are closed, and of the others what is reported; why they are closed is told elsewhere."""
    return from_lines(_tell_lifts(words, inside, language), "answer")


def _to_verdict(platform: PlatformInside) -> str:
    return "lift" if platform.step_free == "yes" and platform.by_lift else platform.step_free


def _tell_step_free(words: Wording, inside: StationInside, language: str | None) -> tuple[Line, ...]:
    """Say whether there is a step-free way; of several platforms that differ, each kind with its platforms."""
    groups: dict[str, list[PlatformInside]] = {}
    for platform in inside.platforms:
        groups.setdefault(_to_verdict(platform), []).append(platform)
    if len(groups) == 1:
        return (words.line(f"inside.step_free_{next(iter(groups))}"),)
    names = {one.place.platform or one.place.name for one in inside.platforms}
    by_name = len(names) == len(inside.platforms) <= _MOST_NAMES
    return tuple(
        words.line(
            f"inside.platforms_{verdict}", platforms=_tell_platforms(words, platforms, language, by_name=by_name)
        )
        for verdict, platforms in groups.items()
    )


def _tell_platforms(
    words: Wording, platforms: Sequence[PlatformInside], language: str | None, *, by_name: bool
) -> Line:
    """Give the platforms of a kind; only how many where there are too many, or names do not tell them apart."""
    if not by_name:
        return words.line("inside.count_platforms", count=len(platforms))
    return words.enumerate([_tell_platform(words, one.place, language) for one in platforms])


def _tell_platform(words: Wording, place: StationPlaceName, language: str | None) -> Line:
    if place.platform:
        return words.line("call.platform", platform=words.label(place.platform))
    return _tell_name(words, place, language)


def _tell_name(words: Wording, place: StationPlaceName, language: str | None) -> Line:
    if place.spoken_name != place.name:
        return words.given(place.name, place.spoken_name)
    return words.name(place.name, language)


def _tell_streets(words: Wording, inside: StationInside) -> tuple[Line, ...]:
    """Say of a single platform whether one gets there straight from the street (stops.txt stop_access)."""
    if inside.is_whole or len(inside.platforms) != 1 or inside.platforms[0].street is None:
        return ()
    return (words.line(f"inside.street_{inside.platforms[0].street}"),)


def _tell_closed(words: Wording, notices: Sequence[AlertSummary], language: str | None) -> tuple[Line, ...]:
    return tuple(_tell_notice(words, "inside.closed", notice, language) for notice in notices)


def _tell_notices(words: Wording, inside: StationInside, language: str | None) -> tuple[Line, ...]:
    return tuple(_tell_notice(words, "inside.notice", notice, language) for notice in inside.notices)


def _tell_notice(words: Wording, message_id: str, notice: AlertSummary, language: str | None) -> Line:
    reason = words.given(notice.header, words.names.read_text(notice.spoken_header, notice.language or language))
    return words.sentence(words.line(message_id, reason=reason))


def _tell_way(words: Wording, inside: StationInside, way: StationWay, language: str | None) -> Line:
    told = [line for step in _shorten(way.steps) if (line := _tell_step(words, step))]
    if not told:
        told = [words.line("inside.walk" if way.step_free == "yes" else "inside.walk_steps")]
    steps = told[0]
    for step in told[1:]:
        steps = words.line("inside.then", first=steps, following=step)
    entrance = _tell_name(words, way.entrance, language)
    if not inside.is_whole:
        return words.line("inside.way_here", entrance=entrance, steps=steps)
    place = words.line("inside.to_only")
    if way.to.platform:
        place = words.line("inside.to_platform", platform=words.label(way.to.platform))
    elif len(inside.platforms) > 1:
        place = words.line("inside.to_named", name=_tell_name(words, way.to, language))
    return words.line("inside.way", entrance=entrance, place=place, steps=steps)


def _shorten(steps: Sequence[StationStep]) -> list[StationStep]:
    """Leave out walks too short to count, and of a long way also those that are not long."""
    kept = [step for step in steps if step.mode not in _WALKS or (step.meters or 0) >= _SHORTEST_WALK_M]
    if len(kept) <= _MOST_STEPS:
        return kept
    return [step for step in kept if step.mode not in _WALKS or (step.meters or 0) >= _SHORTEST_PART_M]


def _tell_step(words: Wording, step: StationStep) -> Line:
    if step.mode == "walkway":
        return tell_distance(words, step.meters) if step.meters else NOTHING
    if step.mode in ("fare-gate", "exit-gate", "moving-walkway"):
        return words.line(f"inside.{step.mode}")
    if step.heading is None:
        return words.line(f"inside.{step.mode}")
    if step.mode == "lift" and step.levels:
        return words.line(f"inside.lift_levels_{step.heading}", count=step.levels)
    if step.mode == "stairs" and step.stairs:
        return words.line(f"inside.stairs_count_{step.heading}", count=step.stairs)
    return words.line(f"inside.{step.mode}_{step.heading}")


def _tell_lifts(words: Wording, inside: StationInside, language: str | None) -> tuple[Line, ...]:
    """Say which lifts are closed, and of the others only that nothing is reported: no feed says that a lift works."""
    closed = [lift for lift in inside.lifts if lift.state == "closed"]
    others = [lift for lift in inside.lifts if lift.state != "closed"]
    lines = [_tell_closed_lift(words, lift, language) for lift in closed]
    if others:
        known = "ok" if others[0].state == "no-outage-reported" else "unknown"
        if known == "unknown" and (inside.notices or inside.closed_by):
            known = "doubt"
        message = f"inside.other_lifts_{known}" if closed else f"inside.lifts_{known}"
        lines.append(words.line(message, count=len(others)))
    return tuple(lines)


def _tell_closed_lift(words: Wording, lift: LiftSummary, language: str | None) -> Line:
    levels = words.enumerate([words.name(level, language) for level in lift.levels])
    return words.line("inside.lift_closed_levels", levels=levels) if levels else words.line("inside.lift_closed")
