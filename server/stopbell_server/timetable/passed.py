"""What was due at a stop a moment ago, and how surely it is known: for a rider who asks "did I miss it".

That a call's time is past says nothing of the vehicle. Only a report of the vehicle, or a time that the feed records as
having happened, makes it gone.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from stopbell_server.domain.calls import Board, Call, CallKind
from stopbell_server.domain.certainty import CallStatus
from stopbell_server.domain.passings import Passing
from stopbell_server.timetable.passings import find_call_passing
from stopbell_server.timetable.view import FeedView

KEPT = timedelta(minutes=15)
"""So long a call that was due is told to who asks; a rider who waits longer is no longer waiting for it."""


VAGUE = timedelta(minutes=5)
"""Between two reports that lie further apart nobody can say when the vehicle left."""
_COMING = (CallStatus.RUNNING, CallStatus.ADDED, CallStatus.ENDS_HERE)


class KnownBy(Enum):
    """What says that a call's time is past."""

    OBSERVED = "observed"
    """It was observed: the feed records the time, or its vehicle was seen to stand there or to pass."""
    PREDICTION = "prediction"
    """It was expected then; whether it came, nobody reports."""
    TIMETABLE = "timetable"
    """It was due then by plan; whether it came, nobody reports."""


@dataclass(frozen=True, slots=True)
class PassedCall:
    """A call whose time is past."""

    call: Call
    known_by: KnownBy
    at: datetime
    """When it left or came: observed, expected or due, as `known_by` says."""
    is_gone: bool
    """Whether it is surely past: its time was observed, or its vehicle is reported beyond the stop."""
    ago: timedelta
    """From then to now, never negative."""
    passing: Passing | None = None
    """What was observed of it; None where that is nothing."""


def list_passed_calls(view: FeedView, board: Board, latest: datetime) -> tuple[PassedCall, ...]:
    """List those calls of a board whose time is past, or which were observed, of the last minutes, the latest first.

    A frequency has no time of its own, and a call whose vehicle is reported to be on its way here has not passed:
    neither is listed. What was cancelled or skipped is listed as such, with the time at which it was due. What was not
    observed is listed up to `latest` only: what was due a moment ago still stands on the board itself, as due now.
    """
    found = (passed for call in board.calls if (passed := _find(view, board, call, latest)))
    return tuple(sorted(found, key=lambda passed: passed.at, reverse=True))


def _find(view: FeedView, board: Board, call: Call, latest: datetime) -> PassedCall | None:
    if call.headway_s is not None or call.stops_away is not None:
        return None
    is_coming = call.status in _COMING
    passing = find_call_passing(view, call, board.now) if is_coming else None
    observed = _find_observed(passing, board.kind) if passing else None
    if observed is not None:
        ago = max(timedelta(), board.now - observed)
        return PassedCall(call, KnownBy.OBSERVED, observed, True, ago, passing) if ago <= KEPT else None
    times = call.at(board.kind)
    known_by, at = KnownBy.TIMETABLE, times.scheduled
    if is_coming and times.expected is not None:
        known_by, at = KnownBy.PREDICTION, times.expected
    if at is None or not board.now - KEPT <= at <= latest:
        return None
    is_gone = _is_seen_past(view, call, board.now) or (passing is not None and passing.is_left)
    return PassedCall(call, known_by, at, is_gone, board.now - at, passing)


def _find_observed(passing: Passing, kind: CallKind) -> datetime | None:
    """Give when it had happened at the latest; None where it is not observed, or so vaguely that no minute can be told.

    Reports that lie further apart than a rider's patience say that it is past, and not when.
    """
    if kind is CallKind.ARRIVALS:
        return (
            passing.came_by if passing.arrived or passing.stood_from else _find_observed(passing, CallKind.DEPARTURES)
        )
    by, after = passing.left_by, passing.left_after
    return by if by is not None and after is not None and by - after <= VAGUE else None


def _is_seen_past(view: FeedView, call: Call, now: datetime) -> bool:
    """Whether a fresh report has the vehicle at a later stop (VehiclePosition.current_stop_sequence).

    Only an update of this day counts, and only by the sequence, which no loop repeats.
    """
    if view.snapshot is None or call.trip is None or call.sequence is None:
        return False
    for position in view.snapshot.list_positions(call.trip):
        descriptor = position.descriptor
        is_this_day = descriptor is not None and descriptor.start_date == call.service_day
        is_this_run = descriptor is not None and (call.start_s is None or descriptor.start_s == call.start_s)
        is_fresh = position.timestamp is not None and timedelta() <= now - position.timestamp <= KEPT
        is_later = position.sequence is not None and position.sequence > call.sequence
        if is_this_day and is_this_run and is_fresh and is_later:
            return True
    return False
