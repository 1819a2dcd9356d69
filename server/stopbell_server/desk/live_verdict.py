"""What is missing from an answer, judged by the state of its feed."""

from collections.abc import Iterable
from datetime import datetime

from stopbell_server.contract.codes import Code
from stopbell_server.desk.verdict import Verdict
from stopbell_server.domain.calls import Board, Coverage, LiveState
from stopbell_server.domain.certainty import FeedState
from stopbell_server.domain.store import FeedInfo
from stopbell_server.world import FeedView

_LIVE_CODES = {
    FeedState.LOST: Code.LIVE_LOST,
    FeedState.UNMATCHED: Code.LIVE_UNMATCHED,
    FeedState.FROZEN: Code.LIVE_FROZEN,
    FeedState.FUTURE: Code.LIVE_FUTURE,
    FeedState.NOT_YET: Code.LIVE_NOT_YET,
}
_COVERAGE_CODES = {
    Coverage.ENDED: Code.TIMETABLE_ENDED,
    Coverage.NOT_STARTED: Code.TIMETABLE_NOT_STARTED,
    Coverage.UNKNOWN: Code.NO_CALENDAR,
}


def to_live_verdict(live: LiveState, feed: FeedInfo) -> Verdict:
    """Say what is missing from the live part: first the clock, which spoils every minute, then the feed's state."""
    code = _LIVE_CODES.get(live.state) if live.clock_ok else Code.CLOCK_NOT_CREDIBLE
    if code is None and live.matched * 2 < live.updates:
        code = Code.LIVE_PARTLY_UNMATCHED  # a rider must not take silence about a trip for "on time"
    if code is None:
        return Verdict()
    return Verdict(code, {"feed": feed.title, "minutes": (live.age_s or 0) // 60})


def to_alerts_verdict(views: Iterable[FeedView], now: datetime) -> Verdict:
    """Say what is missing from alerts: the first source of them that has been silent for too long."""
    for view in views:
        made = view.snapshot.alerts_time if view.snapshot else None
        if made is not None and now - made > view.limits.alerts:
            minutes = int((now - made).total_seconds()) // 60
            return Verdict(Code.LIVE_LOST, {"feed": view.store.info.title, "minutes": minutes})
    return Verdict()


def to_board_verdict(board: Board) -> Verdict:
    """Say what is missing from a board: an empty one outside the timetable's days is no answer at all."""
    if board.coverage not in _COVERAGE_CODES or board.calls:
        return to_live_verdict(board.live, board.feed)
    return to_coverage_verdict(board.coverage, board.feed)


def to_coverage_verdict(coverage: Coverage, feed: FeedInfo) -> Verdict:
    """Say that nothing can be told of a day because the timetable does not speak of it."""
    code = _COVERAGE_CODES.get(coverage)
    if code is None:
        return Verdict()
    first, last = feed.first_day, feed.last_day
    return Verdict(
        code,
        {
            "feed": feed.title,
            "first_day": first.isoformat() if first else "",
            "last_day": last.isoformat() if last else "",
        },
    )
