"""The board of a stop or station: every call in a window, by the time it will really happen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import Board, Call, CallKind, LiveState
from stopbell_server.domain.ids import RouteId
from stopbell_server.domain.network import Mode, Stop
from stopbell_server.timetable.added_board import AddedCall, list_added, mark_replaced
from stopbell_server.timetable.alerts import list_stop_alerts
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.calendar import to_coverage
from stopbell_server.timetable.dated_call import DatedCall
from stopbell_server.timetable.frequency_board import list_headways, list_runs
from stopbell_server.timetable.live_calls import list_live
from stopbell_server.timetable.planned_hours import Order, PlannedWindow
from stopbell_server.timetable.prospects import Prospect
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


EVERYTHING = CallFilter()

Entry = DatedCall | Prospect | AddedCall | Call
"""What stands on a board: a finished call, or one whose details are looked up when it is shown."""


def list_entries(question: BoardQuestion) -> Sequence[Entry]:
    """List everything in the window, ordered by effective time; nothing is left out but what is not asked for."""
    planned: PlannedWindow | list[Prospect]
    extra: list[tuple[Order, Entry]] = []
    if question.view.snapshot is not None:
        planned = list_live(question)
        extra += [(_to_order(added.call, question.kind), added) for added in list_added(question)]
    else:
        planned = question.view.hours.list_between(question.stops, question.kind, *question.window)
        extra += [(run.order, run) for run in list_runs(question)]
    extra += [((posix, call.trip or "", 0), call) for posix, call in list_headways(question)]
    if not extra:
        return planned
    keyed = planned.with_orders() if isinstance(planned, PlannedWindow) else ((one.order, one) for one in planned)
    return [entry for _, entry in sorted([*keyed, *extra], key=itemgetter(0))]


def _to_order(call: Call, kind: CallKind) -> Order:
    instant = call.effective(kind)
    return (int(instant.timestamp()) if instant else 0, call.trip or "", call.sequence or 0)


def _finish(question: BoardQuestion, entries: Iterable[Entry]) -> list[Call]:
    return [_finish_one(question, entry) for entry in entries]


def _finish_one(question: BoardQuestion, entry: Entry) -> Call:
    if isinstance(entry, DatedCall):
        return entry.planned
    if isinstance(entry, Prospect):
        return entry.finish(question)
    return entry.call if isinstance(entry, AddedCall) else entry


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
    stops = view.hours.list_boarding_stops(stop)
    question = BoardQuestion(view, stops, kind, start, end, now)
    entries = list_entries(question)
    is_whole = access_first or wanted is not EVERYTHING
    calls = _finish(question, entries if is_whole else entries[:limit])
    if is_whole:
        calls = [call for call in calls if wanted.accepts(call)]
    if access_first:
        calls.sort(key=lambda call: _to_access_rank(call, kind))
    found = len(calls) if is_whole else len(entries)
    added = [entry for entry in entries if isinstance(entry, AddedCall)] if question.has_live else []
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
        alerts=tuple(match for match in list_stop_alerts(view, stop, max(start, now)) if match.is_active),
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
