"""The calls of planned trips at a stop as live data has them, kept as long as the snapshot is."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from operator import attrgetter

from stopbell_server.timetable.added_board import list_duplicated
from stopbell_server.timetable.board_question import BoardQuestion
from stopbell_server.timetable.frequency_board import list_runs
from stopbell_server.timetable.prospects import Prospect, list_planned

_STEP_S = 300
_CACHED_STOPS = 2048


@dataclass(frozen=True, slots=True)
class KeptCalls:
    """Everything whose effective time is between two POSIX seconds, both included, in order."""

    first: int
    last: int
    instants: list[int]
    prospects: list[Prospect]


def list_live(question: BoardQuestion) -> list[Prospect]:
    """List what is in the window, in order."""
    kept = _find_kept(question)
    first, last = question.window
    now = question.now_posix
    start, end = bisect_left(kept.instants, first), bisect_right(kept.instants, last)
    return [prospect for prospect in kept.prospects[start:end] if prospect.over_at >= now]


def _find_kept(question: BoardQuestion) -> KeptCalls:
    """Look at a little more than the window, so that the next question about the stop finds it done."""
    first, last = question.window
    kept, key = (
        question.view.live.kept_calls,
        (question.stops, question.kind, question.has_live, bool(question.closures)),
    )
    known = kept.get(key)
    if not isinstance(known, KeptCalls) or not (known.first <= first and last <= known.last):
        if len(kept) >= _CACHED_STOPS:
            kept.clear()
        known = kept[key] = _look(question, first // _STEP_S * _STEP_S, (last // _STEP_S + 2) * _STEP_S)
    return known


def _look(question: BoardQuestion, first: float, last: float) -> KeptCalls:
    start, end = (datetime.fromtimestamp(posix, UTC) for posix in (first, last))
    wider = replace(question, start=start, end=end)
    found = sorted(chain(list_planned(wider), list_runs(wider), list_duplicated(wider)), key=attrgetter("order"))
    return KeptCalls(int(first), int(last), [prospect.posix for prospect in found], found)
