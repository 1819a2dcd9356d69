"""What was due at a stop a moment ago, and how surely it is known: for a rider who asks "did I miss it".

That a call's time is past says nothing of the vehicle. Only a report of the vehicle, or a time that the feed records as
having happened, makes it gone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from stopbell_server.domain.calls import Board, Call
from stopbell_server.domain.certainty import CallStatus
from stopbell_server.timetable.view import FeedView

KEPT = timedelta(minutes=15)
"""So long a call that was due is told to who asks; a rider who waits longer is no longer waiting for it."""


class KnownBy(Enum):
    """What says that a call's time is past."""

    OBSERVED = "observed"
    """The feed records the time as having happened."""
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


def list_passed_calls(view: FeedView, board: Board) -> tuple[PassedCall, ...]:
    """List those calls of a board of the last minutes whose time is past, the latest first.

    A frequency has no time of its own, and a call whose vehicle is reported to be on its way here has not passed:
    neither is listed. What was cancelled or skipped is listed as such, with the time at which it was due.
    """
    return tuple(sorted(_list(view, board), key=lambda passed: passed.at, reverse=True))


def _list(view: FeedView, board: Board) -> Iterable[PassedCall]:
    for call in board.calls:
        times = call.at(board.kind)
        if call.headway_s is not None or call.stops_away is not None:
            continue
        known_by, at = KnownBy.TIMETABLE, times.scheduled
        if times.observed is not None:
            known_by, at = KnownBy.OBSERVED, times.observed
        elif call.status in (CallStatus.RUNNING, CallStatus.ADDED, CallStatus.ENDS_HERE) and times.expected is not None:
            known_by, at = KnownBy.PREDICTION, times.expected
        if at is None or at > board.now:
            continue
        is_gone = known_by is KnownBy.OBSERVED or _is_seen_past(view, call, board.now)
        yield PassedCall(call, known_by, at, is_gone, board.now - at)


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
