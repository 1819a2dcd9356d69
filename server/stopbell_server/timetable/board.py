"""The board of a stop or station: every call in a window, by the time it will really happen."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import Board, Call, CallKind, LiveState
from stopbell_server.domain.ids import RouteId
from stopbell_server.domain.network import Mode, Stop
from stopbell_server.timetable.added_board import AddedCall, list_added, list_duplicated, mark_replaced
from stopbell_server.timetable.alerts import list_stop_alerts
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.boarding_stops import list_boarding_stops
from stopbell_server.timetable.calendar import to_coverage
from stopbell_server.timetable.finished_call import finish_call
from stopbell_server.timetable.frequency_board import list_headways, list_runs
from stopbell_server.timetable.prospects import Prospect, list_planned
from stopbell_server.timetable.towards import Towards
from stopbell_server.timetable.view import FeedView


@dataclass(frozen=True, slots=True)
class CallFilter:
    """What a rider wants to hear of; empty fields do not filter."""

    routes: tuple[RouteId, ...] = ()
    towards: Towards | None = None
    mode: str | None = None

    def accepts(self, call: Call) -> bool:
        """Whether the call is one of those asked for."""
        if self.routes and (call.route is None or call.route.id not in self.routes):
            return False
        if self.mode and (call.route is None or call.route.mode.value != self.mode):
            return False
        return self.towards is None or self.towards.accepts(call)


class _Entry(NamedTuple):
    """What stands on the board at an instant: a finished call, or one whose details are still to be looked up."""

    order: tuple[int, str, int]
    """POSIX second, then trip and sequence so that equal times have one order."""
    call: Call | Prospect
    added: AddedCall | None = None


def list_entries(question: BoardQuestion) -> list[_Entry]:
    """List everything in the window, ordered by effective time; nothing is left out but what is not asked for."""
    prospects = (*list_planned(question), *list_runs(question), *list_duplicated(question))
    entries = [_Entry((p.posix, p.dated.trip.id, p.index), p) for p in prospects]
    for added in list_added(question):
        instant = added.call.effective(question.kind)
        if instant is not None:
            order = (int(instant.timestamp()), added.call.trip or "", added.call.sequence or 0)
            entries.append(_Entry(order, added.call, added))
    entries += [_Entry((order, call.trip or "", 0), call) for order, call in list_headways(question)]
    return sorted(entries, key=lambda entry: entry.order)


def _finish(question: BoardQuestion, entries: Iterable[_Entry]) -> list[Call]:
    return [entry.call if isinstance(entry.call, Call) else finish_call(question, entry.call) for entry in entries]


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
    entries = list_entries(question)
    is_whole = access_first or wanted != CallFilter()
    calls = [c for c in _finish(question, entries if is_whole else entries[:limit]) if wanted.accepts(c)]
    if access_first:
        calls.sort(key=lambda call: _to_access_rank(call, kind))
    found = len(calls) if is_whole else len(entries)
    added = [entry.added for entry in entries if entry.added]
    day = max(start, now).astimezone(view.store.info.zone).date()
    routes = (view.store.find_route(route) for route in wanted.routes)
    return Board(
        feed=view.store.info,
        stop=stop,
        kind=kind,
        start=start,
        end=end,
        now=now,
        calls=mark_replaced(calls[:limit], added, kind),
        more=max(0, found - limit),
        coverage=to_coverage(view.store, day),
        live=live,
        alerts=tuple(match for match in list_stop_alerts(view, stop, now) if match.is_active),
        routes_asked=tuple(_unique(route.line for route in routes if route)),
        towards_asked=wanted.towards.asked if wanted.towards else None,
        mode_asked=Mode(wanted.mode) if wanted.mode else None,
    )


def _to_access_rank(call: Call, kind: CallKind) -> int:
    if not call.is_coming(kind):
        return 1
    if call.access.low_floor is Access.YES or call.access.verdict is Access.YES:
        return 0
    return 2 if Access.NO in (call.access.low_floor, call.access.verdict) else 1


def _unique(labels: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(labels)
