"""From the two ends of a trip, as they were said, to places of one feed; or an honest list of what may be meant."""

import re
from dataclasses import dataclass
from typing import Literal

from stopbell_server.contract.codes import Code
from stopbell_server.contract.from_stops import Place
from stopbell_server.contract.trips import TripPlanData
from stopbell_server.desk.question import Question
from stopbell_server.desk.trips import POINT_M, End
from stopbell_server.domain.calls import ResolutionState, StopDescription
from stopbell_server.domain.text import to_clean_text
from stopbell_server.timetable.geo import to_distance_m
from stopbell_server.tools.refusal import Refusal, refuse_argument
from stopbell_server.tools.stop_argument import require_feeds, to_candidates
from stopbell_server.world import FeedView

SAME_PLACE_M = 300
"""Stops of one name so near each other are one place: which side of the street, the plan itself finds out."""
_POINT = re.compile(r"\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)\s*")
Which = Literal["origin", "destination"]


@dataclass(frozen=True, slots=True)
class _Meant:
    """What one end may mean."""

    which: Which
    asked: str
    stops: tuple[StopDescription, ...] = ()
    """One, or several that may be meant."""
    is_known: bool = True
    """False: nothing is called so, and these are only like it."""
    point: Place | None = None

    @property
    def authorities(self) -> frozenset[str]:
        """The feeds of what is meant; empty for a point, which is in any."""
        return frozenset(one.feed.authority for one in self.stops)


def find_ends(question: Question, origin: str, destination: str) -> tuple[FeedView, tuple[End, End]]:
    """Give both ends and the feed that has them.

    Raises:
        Refusal: no feed is loaded; one of the two is not known or may be several places, with those; both are one
            place; or no feed has both.
    """
    require_feeds(question)
    start, end = _read(question, "origin", origin), _read(question, "destination", destination)
    for one in (start, end):
        if not one.is_known:
            raise _refuse(question, one, Code.UNKNOWN_STOP)
    common = start.authorities & end.authorities if start.stops and end.stops else start.authorities | end.authorities
    if start.stops and end.stops and not common:
        raise Refusal(Code.DIFFERENT_FEEDS, authorities=sorted(start.authorities | end.authorities))
    view = _find_view(question, start, common)
    ends = _settle(question, start, view), _settle(question, end, view)
    if _is_same(view, *ends):
        raise Refusal(
            Code.SAME_STOP, authorities=[view.store.info.authority], stop=to_clean_text(ends[0].stops[0].name)
        )
    return view, ends


def _read(question: Question, which: Which, asked: str) -> _Meant:
    if not asked.strip():
        raise refuse_argument(which)
    point = _POINT.fullmatch(asked)
    if point is not None:
        lat, lon = float(point[1]), float(point[2])
        if not (-90 <= lat <= 90 and -180 <= lon <= 180):
            raise refuse_argument(which)
        return _Meant(which, asked, point=Place(lat, lon))
    resolution = question.known_stops.recall(question.world).resolve(question.world, asked)
    if resolution.found is not None:
        return _Meant(which, asked, (resolution.found,))
    return _Meant(which, asked, resolution.candidates, resolution.state is ResolutionState.AMBIGUOUS)


def _find_view(question: Question, start: _Meant, common: frozenset[str]) -> FeedView:
    """Choose the feed: the one that both have; for two points, or several feeds, the one with a stop nearest."""
    views = [view for view in question.world.feeds if not common or view.store.info.authority in common]
    if len(views) == 1 or start.point is None:
        return views[0]
    point = start.point

    def to_nearest(view: FeedView) -> float:
        near = view.store.list_stops_near(point.lat, point.lon, POINT_M, 1)
        return near[0][1] if near else float("inf")

    return min(views, key=to_nearest)


def _settle(question: Question, meant: _Meant, view: FeedView) -> End:
    """Give the end within a feed; several stops of one name side by side are one place."""
    if meant.point is not None:
        return End(point=meant.point)
    stops = [one for one in meant.stops if one.feed.authority == view.store.info.authority]
    if len(stops) > 1 and not _is_one_place(stops):
        raise _refuse(question, meant, Code.AMBIGUOUS_STOP)
    return End(tuple(one.stop for one in stops))


def _is_one_place(stops: list[StopDescription]) -> bool:
    first = stops[0].stop
    return all(
        one.stop.name.casefold() == first.name.casefold()
        and first.lat is not None
        and first.lon is not None
        and one.stop.lat is not None
        and one.stop.lon is not None
        and to_distance_m(first.lat, first.lon, one.stop.lat, one.stop.lon) <= SAME_PLACE_M
        for one in stops
    )


def _is_same(view: FeedView, start: End, end: End) -> bool:
    own = [{stop for one in each.stops for stop in view.hours.list_boarding_stops(one)} for each in (start, end)]
    return bool(start.stops) and bool(end.stops) and not own[0].isdisjoint(own[1])


def _refuse(question: Question, meant: _Meant, code: Code) -> Refusal:
    refusal = Refusal(
        code,
        candidates=to_candidates(question, meant.stops),
        authorities=sorted(meant.authorities),
        stop=to_clean_text(meant.asked),
    )
    refusal.data = TripPlanData(asked=meant.which)
    return refusal
