"""Plans a trip: direct rides and one change by the timetable, with what live data knows of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import LiveState
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.itineraries import TripPlan, join_access
from stopbell_server.timetable.access import to_stop_access
from stopbell_server.timetable.calendar import to_coverage
from stopbell_server.timetable.fastest import Search
from stopbell_server.timetable.finished_way import find_broken, finish_way, list_lapsed
from stopbell_server.timetable.run_book import RunBook
from stopbell_server.timetable.runs import Run
from stopbell_server.timetable.view import FeedView
from stopbell_server.timetable.ways import Accepts, Place, Span, Way

WINDOWS = (timedelta(hours=2), timedelta(hours=12))
"""How long before or after the time asked for is looked through; the longer only where the shorter has nothing."""
AFTER = timedelta(hours=2)
"""How long after the last setting out a way with a change may still arrive."""
CHANGE_COST_S = 600
"""A change weighs as much as being there so much later."""
METER_COST_S = 2
"""So does each metre on foot, beyond the time that it takes."""
_MOST_LAPSED = 2
_RANK = {Access.YES: 0, Access.UNKNOWN: 1, Access.NO: 2}


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """Between which places, when, and what counts."""

    start: Place
    end: Place
    when: datetime
    is_arrival: bool
    """Whether one must be there then, instead of setting out then."""
    access_first: bool
    limit: int
    now: datetime


def plan_trip(view: FeedView, question: PlanQuestion, live: LiveState) -> TripPlan:
    """Find the ways that no other one beats, the best of them first."""
    usual, longer = WINDOWS
    found = _Planned(view, question, live, _to_span(question, usual))
    return (found if found.ways else _Planned(view, question, live, _to_span(question, longer))).to_plan()


def _to_span(question: PlanQuestion, window: timedelta) -> Span:
    when = int(question.when.timestamp())
    if question.is_arrival:
        first = when - int(window.total_seconds())
        now = int(question.now.timestamp())
        return Span(max(first, now) if when > now else first, when, when, when)
    last = when + int(window.total_seconds())
    return Span(when, last, last + int(AFTER.total_seconds()))


class _Planned:
    """One window looked through."""

    def __init__(self, view: FeedView, question: PlanQuestion, live: LiveState, span: Span) -> None:
        self._view, self._question, self._live, self._span = view, question, live, span
        self._book = RunBook(view, question.now)
        self._search = Search(self._book, question.start, question.end, span)
        self._stop_access = cache(self._read_stop_access)
        self.ways = sorted(self._list_ways(), key=self._to_rank)

    def _list_ways(self) -> Iterator[Way]:
        """Yield what no way beats; with access asked for also what no way as accessible beats, each once."""
        seen: set[object] = set()
        for way in self._search.find():
            seen.add(way.hops)
            yield way
        if not self._question.access_first:
            return
        for accepts in (self._is_surely_accessible, self._is_perhaps_accessible):
            for way in self._search_with(accepts):
                if way.hops not in seen:
                    seen.add(way.hops)
                    yield way

    def _search_with(self, accepts: Accepts) -> Iterable[Way]:
        return Search(self._book, self._question.start, self._question.end, self._span, accepts).find()

    def _to_rank(self, way: Way) -> tuple[int, float, int]:
        meters = way.walk_to + way.walk_from + ((way.link.meters or 0.0) if way.link else 0.0)
        cost = CHANGE_COST_S * way.changes + METER_COST_S * meters
        time = -way.leaves if self._question.is_arrival else way.arrives
        verdict = _RANK[self._judge(way)] if self._question.access_first else 0
        return verdict, time + cost, -way.leaves

    def _judge(self, way: Way) -> Access:
        return join_access([self._judge_ride(*hop) for hop in way.hops])

    def _judge_ride(self, run: Run, board: int, alight: int) -> Access:
        return join_access((run.wheelchair, self._stop_access(run.stops[board]), self._stop_access(run.stops[alight])))

    def _is_surely_accessible(self, run: Run, board: int, alight: int) -> bool:
        return self._judge_ride(run, board, alight) is Access.YES

    def _is_perhaps_accessible(self, run: Run, board: int, alight: int) -> bool:
        return self._judge_ride(run, board, alight) is not Access.NO

    def _read_stop_access(self, stop: StopId) -> Access:
        found = self._view.store.find_stop(stop)
        return to_stop_access(self._view.store, found).value if found else Access.UNKNOWN

    def to_plan(self) -> TripPlan:
        """Finish what is shown, and count the rest."""
        question, zone = self._question, self._view.store.info.zone
        shown = [finish_way(self._book, self._search, way) for way in self.ways[: question.limit]]
        first, last, until = (
            datetime.fromtimestamp(posix, zone) for posix in (self._span.first, self._span.last, self._span.until)
        )
        missed = find_broken(self._book, self._search, self.ways[0]) if self.ways else None
        is_told = missed is None or any(one.change and one.change.lapsed for one in shown[:1])
        broken = () if missed is None or is_told else (missed,)
        verdicts = [self._judge(way) for way in self.ways]
        latest = max((one.leaves for one in shown), default=last)
        return TripPlan(
            feed=self._view.store.info,
            now=question.now,
            first=first,
            last=last,
            until=until,
            arrive_by=question.when.astimezone(zone) if question.is_arrival else None,
            itineraries=tuple(shown),
            more=max(0, len(self.ways) - question.limit),
            access={value: verdicts.count(value) for value in Access},
            lapsed=(*broken, *list_lapsed(self._book, self._search, latest))[:_MOST_LAPSED],
            coverage=to_coverage(self._view.store, question.when.astimezone(zone).date()),
            live=self._live,
        )
