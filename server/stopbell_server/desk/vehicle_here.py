"""Which vehicle a rider stands before: what reports from around, and whether it can be told at all."""

from dataclasses import dataclass

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.from_stops import Place
from stopbell_server.contract.from_vehicle_here import to_candidate
from stopbell_server.contract.stops import StopSummary
from stopbell_server.contract.vehicle_position import PositionData, VehicleCandidate
from stopbell_server.desk.question import Question
from stopbell_server.desk.vehicle_position import describe_position
from stopbell_server.desk.verdict import Verdict
from stopbell_server.domain.ids import StopId
from stopbell_server.timetable.vehicle_here import VehicleHere, find_likely, is_fresh, list_rivals, list_vehicles_here
from stopbell_server.world import FeedView

_NEAR_M = 60.0
"""A rider who gives only a place is taken to wait at stops that near."""
_MOST_NEAR = 4
_MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class HereAnswer:
    """What can be told, and of which vehicles."""

    data: PositionData
    verdict: Verdict
    found: tuple[VehicleHere, ...]


def list_stops_around(question: Question, place: Place) -> dict[str, frozenset[StopId]]:
    """Give the stops at which somebody at this place may wait, by feed."""
    near = question.world.list_stops_near(place.lat, place.lon, radius_m=_NEAR_M, limit=_MOST_NEAR)
    around: dict[str, frozenset[StopId]] = {}
    for described in near:
        authority = described.feed.authority
        around[authority] = around.get(authority, frozenset()) | {described.stop.id}
    return around


def answer_which(
    question: Question,
    views: tuple[FeedView, ...],
    place: Place,
    stops: dict[str, frozenset[StopId]],
    stop: StopSummary | None,
) -> HereAnswer:
    """Rank the vehicles around a place and judge whether one of them stands out."""
    now = question.world.now
    every = [
        one
        for view in views
        for one in list_vehicles_here(
            view, place.lat, place.lon, stops.get(view.store.info.authority, frozenset()), now
        )
    ]
    every.sort(key=lambda one: (not is_fresh(one), -one.points, one.sighting.distance_m or 0.0))
    likely = find_likely(every)
    fresh = [one for one in every if is_fresh(one)]
    rivals = list_rivals(every)
    found = tuple(every[:_MOST_TOLD])
    candidates = [
        to_candidate(
            one,
            question.get_naming(one.sighting.feed.authority),
            clock_ok=question.world.is_clock_credible,
            place=place,
            likelihood="likely" if one is likely else "possible" if likely is None and one in rivals else "unlikely",
        )
        for one in found
    ]
    data = PositionData()
    if likely is not None:
        data = describe_position(question, likely.sighting, likely.journey)
        data = data.model_copy(update={"vehicle": candidates[0].vehicle})
    data = data.model_copy(update={"candidates": candidates, "stop": stop})
    return HereAnswer(data, _judge(question, data, likely, fresh, rivals), found)


def _judge(
    question: Question,
    data: PositionData,
    likely: VehicleHere | None,
    fresh: list[VehicleHere],
    rivals: list[VehicleHere],
) -> Verdict:
    if likely is not None:
        return Verdict()
    if not data.candidates:
        return Verdict(Code.NO_VEHICLE_HERE)
    if not fresh:
        return Verdict(Code.VEHICLE_REPORTS_OLD)
    if len(rivals) < 2:
        return Verdict(Code.VEHICLE_NOT_SURE)
    named = [one for one in data.candidates if one.likelihood == "possible"]
    return Verdict(Code.VEHICLES_ALIKE, candidates=tuple(_name(question, n, one) for n, one in enumerate(named, 1)))


def _name(question: Question, number: int, one: VehicleCandidate) -> Candidate:
    vehicle = one.vehicle
    label = question.book.candidate_vehicle(one)
    return Candidate(
        number=number,
        id=vehicle.id or vehicle.label or "",
        name=vehicle.label or vehicle.id or "",
        label=label.written,
        spoken=label.spoken,
        uri=vehicle.uri,
        lines=[vehicle.line] if vehicle.line else [],
        distance_meters=vehicle.distance_meters,
    )
