"""Which vehicle stands before a rider: those that report from around, ranked by what speaks for each.

Three things speak: what the vehicle reports of the rider's stop, how far from it it reported, and how old that report
is. They are weighed in small whole points, so that a difference of a few metres or seconds decides nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.journeys import Journey, Source
from stopbell_server.domain.realtime import VehiclePosition, VehicleStopStatus
from stopbell_server.timetable.geo import to_distance_m
from stopbell_server.timetable.journey_lookup import resolve_journey
from stopbell_server.timetable.vehicles import describe_vehicle, is_forgotten
from stopbell_server.timetable.view import FeedView

AROUND_M = 300.0
"""What reports from further away does not stand before the rider."""
SURE = 3
"""Points from which on a vehicle is likely to be the one."""
LEAD = 2
"""So many points it must be ahead of all others."""
_DISTANCES = ((30.0, 3), (75.0, 2), (150.0, 1))
_AGES = ((30, 0), (90, -1))
_OLD = -2
_FRESH = (Certainty.LIVE, Certainty.AGEING)
_NOT_STOPPING = frozenset({CallStatus.CANCELLED, CallStatus.SKIPPED, CallStatus.REPLACED})


class Standing(Enum):
    """Where a vehicle is, seen from the rider's stop."""

    HERE = "stands-here"
    """It reports to stand at the stop."""
    NEXT = "next-here"
    """The stop is the next one of its trip."""
    AHEAD = "on-the-way-here"
    LEFT = "left"
    """It reports to be beyond the stop."""
    NOT_CALLING = "not-calling"
    """Its trip does not call at the stop, or not any more today."""
    UNKNOWN = "unknown"


_POINTS = {Standing.HERE: 3, Standing.NEXT: 2, Standing.LEFT: -1, Standing.NOT_CALLING: -2}


@dataclass(frozen=True, slots=True)
class VehicleHere:
    """A vehicle that may be the one before the rider."""

    sighting: VehicleSighting
    journey: Journey | None
    standing: Standing
    stops_away: int | None
    """Stops until the rider's; 0 where it is the next one. None when not known."""
    points: int


def list_vehicles_here(
    view: FeedView, lat: float, lon: float, stops: frozenset[StopId], now: datetime
) -> list[VehicleHere]:
    """List the vehicles that reported from around a place, the likeliest first; `stops` are the rider's, if any."""
    found: list[VehicleHere] = []
    for position in view.snapshot.list_all_positions() if view.snapshot else ():
        if is_forgotten(view, position, now):
            continue
        distance_m = None
        if position.lat is not None and position.lon is not None:
            distance_m = to_distance_m(lat, lon, position.lat, position.lon)
        is_around = position.stop in stops if distance_m is None else distance_m <= AROUND_M
        if not is_around:
            continue
        found.append(_weigh(view, describe_vehicle(view, position, now, distance_m), stops, now))
    return sorted(found, key=_to_rank)


def find_likely(found: Iterable[VehicleHere]) -> VehicleHere | None:
    """Give the one vehicle that is likely to be it; None when none is near enough to sure, or another is as likely."""
    ranked = sorted((one for one in found if is_fresh(one)), key=_to_rank)
    if not ranked or ranked[0].points < SURE:
        return None
    return ranked[0] if len(ranked) == 1 or ranked[0].points - ranked[1].points >= LEAD else None


def list_rivals(found: Iterable[VehicleHere]) -> list[VehicleHere]:
    """List the vehicles that may as well be it: those that nearly as much speaks for as for the first."""
    fresh = [one for one in found if is_fresh(one) and one.standing not in (Standing.NOT_CALLING, Standing.LEFT)]
    most = max((one.points for one in fresh), default=0)
    return [one for one in fresh if one.points >= 0 and most - one.points < LEAD]


def is_fresh(one: VehicleHere) -> bool:
    """Whether its report is new enough to say where it is now."""
    return one.sighting.certainty in _FRESH


def _to_rank(one: VehicleHere) -> tuple[bool, int, float, int]:
    sighting = one.sighting
    return not is_fresh(one), -one.points, sighting.distance_m or 0.0, sighting.age_s or 0


def _weigh(view: FeedView, sighting: VehicleSighting, stops: frozenset[StopId], now: datetime) -> VehicleHere:
    descriptor = sighting.position.descriptor
    journey = None
    if descriptor is not None and descriptor.trip is not None:
        journey = resolve_journey(view, descriptor.trip, descriptor.start_date, descriptor.start_s, now).found
    place = _find_own_place(sighting.position, journey) if journey else None
    standing, stops_away = _find_standing(sighting, journey, place, stops)
    points = _POINTS.get(standing, 0)
    if standing is Standing.NEXT and journey is not None and place is None:
        points -= 1  # by its times alone, which the vehicle itself does not confirm
    distance_m, age_s = sighting.distance_m, sighting.age_s
    if distance_m is not None:
        points += next((worth for limit, worth in _DISTANCES if distance_m <= limit), 0)
    if age_s is not None:
        points += next((worth for limit, worth in _AGES if age_s <= limit), _OLD)
    return VehicleHere(sighting, journey, standing, stops_away, points)


def _find_own_place(position: VehiclePosition, journey: Journey) -> int | None:
    """Find the call that this very vehicle reports; another one may say that it runs the same trip."""
    calls = [one.call for one in journey.calls]
    by_sequence = [n for n, call in enumerate(calls) if call.sequence == position.sequence]
    if position.sequence is not None and by_sequence:
        return by_sequence[0]
    by_stop = [n for n, call in enumerate(calls) if position.stop == call.stop.id]
    return by_stop[0] if len(by_stop) == 1 else None


def _find_standing(
    sighting: VehicleSighting, journey: Journey | None, place: int | None, stops: frozenset[StopId]
) -> tuple[Standing, int | None]:
    """Say where the vehicle is, by its own report, else by the times of its journey, which put no stop behind it."""
    position = sighting.position
    if not stops or sighting.certainty not in _FRESH:
        return Standing.UNKNOWN, None
    if position.stop in stops and position.status is VehicleStopStatus.STOPPED_AT:
        return Standing.HERE, 0
    if journey is None:
        return (Standing.NEXT, 0) if position.stop in stops else (Standing.UNKNOWN, None)
    stopping = [n for n, one in enumerate(journey.calls) if one.call.status not in _NOT_STOPPING]
    visits = [n for n in stopping if journey.calls[n].call.stop.id in stops]
    if not visits:
        return Standing.NOT_CALLING, None
    is_reported = place is not None
    first = place if is_reported or journey.known_by is Source.VEHICLE else journey.next_index
    if first is None:
        return Standing.UNKNOWN, None
    if first in visits:
        is_stopped = is_reported and position.status is VehicleStopStatus.STOPPED_AT
        return (Standing.HERE if is_stopped else Standing.NEXT), 0
    ahead = next((n for n in visits if n > first), None)
    if ahead is not None:
        return Standing.AHEAD, sum(first <= n < ahead for n in stopping)
    return (Standing.LEFT if is_reported else Standing.UNKNOWN), None
