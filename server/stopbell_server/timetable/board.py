"""The board of a stop or station: every call in a window, by the time it will really happen."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import Board, Call, CallKind, LiveState
from stopbell_server.domain.ids import RouteId, StopId
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.store import Store
from stopbell_server.timetable.added_board import list_added, mark_replaced
from stopbell_server.timetable.alerts import list_stop_alerts
from stopbell_server.timetable.calendar import to_coverage
from stopbell_server.timetable.frequency_board import drop_repeated, list_frequency
from stopbell_server.timetable.planned_board import BoardQuestion, list_planned
from stopbell_server.timetable.view import FeedView


@dataclass(frozen=True, slots=True)
class CallFilter:
    """What a rider wants to hear of; empty fields do not filter."""

    routes: tuple[RouteId, ...] = ()
    headsign: str | None = None
    """Part of the headsign, destination or a later stop's name, already folded by `fold`."""
    mode: str | None = None

    def accepts(self, call: Call) -> bool:
        """Whether the call is one of those asked for."""
        if self.routes and (call.route is None or call.route.id not in self.routes):
            return False
        if self.mode and (call.route is None or call.route.mode.value != self.mode):
            return False
        if self.headsign is None:
            return True
        names = (call.headsign, call.destination)
        return any(self.headsign in name.casefold() for name in names if name)


def list_boarding_stops(store: Store, stop: Stop) -> frozenset[StopId]:
    """Give the stops whose calls belong to a question about this one.

    A station stands for its platforms; an entrance or node for its station; a boarding area for its platform.
    """
    if stop.location_type is LocationType.STOP:
        return frozenset({stop.id})
    if stop.location_type is LocationType.BOARDING_AREA and stop.parent:
        return frozenset({stop.parent})
    station = stop.id if stop.location_type is LocationType.STATION else stop.parent
    return frozenset(platform.id for platform in store.list_platforms(station)) if station else frozenset()


def list_calls(question: BoardQuestion) -> list[Call]:
    """List all calls in the window, ordered by effective time; nothing is left out but what is not asked for."""
    timed: list[tuple[datetime, Call]] = []
    for call in (*list_planned(question), *list_added(question)):
        instant = call.effective(question.kind)
        if instant is not None:
            timed.append((instant, call))
    timed.extend(drop_repeated(sorted(list_frequency(question), key=_to_order)))
    timed.sort(key=_to_order)
    return [call for _, call in mark_replaced(timed, question.kind)]


def _to_order(pair: tuple[datetime, Call]) -> tuple[datetime, str, str, int]:
    instant, call = pair
    return instant, call.route_label or "", call.trip or "", call.sequence or 0


def make_board(
    view: FeedView,
    stop: Stop,
    *,
    kind: CallKind,
    start: datetime,
    end: datetime,
    now: datetime,
    limit: int,
    live: LiveState,
    wanted: CallFilter,
    access_first: bool = False,
) -> Board:
    """Answer what calls at a stop between two instants, both included.

    `access_first` puts surely accessible calls first, then unknown, then inaccessible; none is dropped.
    """
    stops = list_boarding_stops(view.store, stop)
    question = BoardQuestion(view, stops, kind, start, end, now)
    calls = [call for call in list_calls(question) if wanted.accepts(call)]
    if access_first:
        calls.sort(key=_to_access_rank)
    day = now.astimezone(view.store.info.zone).date()
    routes = (view.store.find_route(route) for route in wanted.routes)
    return Board(
        feed=view.store.info,
        stop=stop,
        kind=kind,
        start=start,
        end=end,
        now=now,
        calls=tuple(calls[:limit]),
        more=max(0, len(calls) - limit),
        coverage=to_coverage(view.store, day),
        live=live,
        alerts=tuple(match for match in list_stop_alerts(view, stop, now) if match.is_active),
        routes_asked=tuple(_unique(route.line for route in routes if route)),
    )


def _to_access_rank(call: Call) -> int:
    if call.access.low_floor is Access.YES or call.access.verdict is Access.YES:
        return 0
    return 2 if Access.NO in (call.access.low_floor, call.access.verdict) else 1


def _unique(labels: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(labels)
