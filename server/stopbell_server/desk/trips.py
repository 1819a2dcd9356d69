"""A trip planned and described: when it was asked for, between which places, and what is missing from it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from stopbell_server.contract.codes import Code
from stopbell_server.contract.from_alerts import to_alert_summary
from stopbell_server.contract.from_stops import Place, to_scoped_id
from stopbell_server.contract.from_trips import to_trip_plan_data
from stopbell_server.contract.trips import TripEnd, TripPlanData
from stopbell_server.contract.words import to_compass
from stopbell_server.desk.live_verdict import to_coverage_verdict, to_live_verdict
from stopbell_server.desk.question import Question
from stopbell_server.desk.verdict import Verdict
from stopbell_server.domain.calls import AlertMatch, Coverage, StopRef
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.itineraries import TripPlan
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.timetable.geo import to_distance_m
from stopbell_server.timetable.rides import list_place
from stopbell_server.timetable.trip_plan import PlanQuestion, plan_trip
from stopbell_server.world import FeedView

POINT_M = 500
"""From a point all stops so near are worth walking to."""
_MOST_AROUND = 100
_FIRST_YEAR, _LAST_YEAR = 1990, 2100
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})")


@dataclass(frozen=True, slots=True)
class End:
    """Where a trip begins or ends: a stop or station, several stops of one name side by side, or a point."""

    stops: tuple[Stop, ...] = ()
    point: Place | None = None

    @property
    def place(self) -> Place | None:
        """Where that is; None when the feed does not say."""
        if self.point is not None:
            return self.point
        stop = self.stops[0]
        return Place(stop.lat, stop.lon) if stop.lat is not None and stop.lon is not None else None


def parse_time(text: str, now: datetime, zone: tzinfo) -> datetime:
    """Give the instant that is meant: now for an empty text, the next time it is HH:MM, or an ISO 8601 instant.

    An instant without an offset is in the feed's zone.

    Raises:
        ValueError: it is neither.
    """
    asked = text.strip()
    if not asked:
        return now
    clock = _CLOCK.fullmatch(asked)
    if clock is None:
        instant = datetime.fromisoformat(asked)
        if not _FIRST_YEAR <= instant.year <= _LAST_YEAR:
            raise ValueError(f"no year of any timetable: {instant.year}")
        return instant if instant.tzinfo else instant.replace(tzinfo=zone)
    local = now.astimezone(zone)
    wanted = local.replace(hour=int(clock[1]), minute=int(clock[2]), second=0, microsecond=0)
    return wanted if wanted >= local.replace(second=0, microsecond=0) else wanted + timedelta(days=1)


def to_places(view: FeedView, start: End, end: End) -> tuple[Mapping[StopId, int], Mapping[StopId, int]]:
    """Give the stops of both ends with the walk to each.

    Ends so near that each has the other's stops around it keep their own alone: nobody rides around the block.
    """
    own = [
        frozenset(stop for one in each.stops for stop in view.hours.list_boarding_stops(one)) for each in (start, end)
    ]
    around = [_list_around(view, each) for each in (start, end)]
    if not own[0].isdisjoint(around[1]) or not own[1].isdisjoint(around[0]):
        return tuple(dict.fromkeys(mine, 0) if mine else near for mine, near in zip(own, around, strict=True))  # type: ignore[return-value]  # two of two
    return around[0], around[1]


def _list_around(view: FeedView, end: End) -> dict[StopId, int]:
    if end.point is not None:
        near = view.store.list_stops_near(end.point.lat, end.point.lon, POINT_M, _MOST_AROUND)
        return {stop.id: round(meters) for stop, meters in near if stop.location_type is LocationType.STOP}
    found: dict[StopId, int] = {}
    for stop in end.stops:
        for one, meters in list_place(view.store, stop).items():
            found[one] = min(meters, found.get(one, meters))
    return found


def plan_between(
    question: Question,
    view: FeedView,
    ends: tuple[End, End],
    when: datetime,
    *,
    is_arrival: bool,
    access: bool,
    limit: int,
) -> TripPlan:
    """Plan a trip within one feed."""
    start, end = to_places(view, *ends)
    asked = PlanQuestion(start, end, when, is_arrival, access, limit, question.world.now)
    return plan_trip(view, asked, question.world.live_state(view.store.info.authority))


def describe_plan(
    question: Question, view: FeedView, ends: tuple[End, End], plan: TripPlan, *, access: bool
) -> TripPlanData:
    """Give a plan as the wire has it."""
    authority = view.store.info.authority
    naming = question.get_naming(authority)

    def find_side(stop: Stop) -> str | None:
        described = question.world.describe_stop(StopRef(authority, stop.id))
        if described is None or described.opposite is None or described.heading is None:
            return None
        return to_compass(described.heading)

    def tell_header(match: AlertMatch) -> str | None:
        summary = to_alert_summary(match, naming, view.store.info, question.world.now, in_short=True)
        return summary.header if summary else None

    told = describe_end(question, view, ends[0]), describe_end(question, view, ends[1])
    data = to_trip_plan_data(plan, told, naming, find_side, tell_header, access_filter=access)
    return data.model_copy(update={"meters": _to_meters(*ends)})


def describe_end(question: Question, view: FeedView, end: End) -> TripEnd:
    """Name an end as it was understood."""
    if end.point is not None:
        point = question.book.say("trip.point")
        return TripEnd(name=point.written, spoken_name=point.spoken, lat=end.point.lat, lng=end.point.lon)
    authority = view.store.info.authority
    name = question.get_naming(authority).name_stop(end.stops[0])
    identity = to_scoped_id(authority, end.stops[0].id) if len(end.stops) == 1 else None
    return TripEnd(name=name.written, spoken_name=name.spoken, stop_id=identity)


def _to_meters(start: End, end: End) -> int | None:
    one, other = start.place, end.place
    return round(to_distance_m(one.lat, one.lon, other.lat, other.lon)) if one and other else None


def to_plan_verdict(plan: TripPlan) -> Verdict:
    """Say what is missing from a plan; that nothing was found says where it was looked, not that there is nothing."""
    if plan.itineraries:
        return to_live_verdict(plan.live, plan.feed)
    verdict = to_coverage_verdict(plan.coverage, plan.feed)
    if verdict.code is not None:
        return verdict
    if plan.coverage is Coverage.NO_SERVICE:
        day = (plan.arrive_by or plan.first).date().isoformat()
        return Verdict(Code.NO_SERVICE, {"feed": plan.feed.title, "date": day})
    return Verdict(Code.NO_TRIP_FOUND, {"start": f"{plan.first:%H:%M}", "until": f"{plan.last:%H:%M}"})
