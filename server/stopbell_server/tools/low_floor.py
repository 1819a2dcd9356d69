"""Which vehicles count as surely accessible, and what stands before the first of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.from_calls import to_monitored_call
from stopbell_server.contract.naming import Naming
from stopbell_server.domain.access import Access, AccessFact
from stopbell_server.domain.calls import Board, Call
from stopbell_server.domain.certainty import CallStatus
from stopbell_server.domain.network import Boarding
from stopbell_server.tools.cursor import Page
from stopbell_server.tools.identities import name_call

_COMING = frozenset({CallStatus.RUNNING, CallStatus.ADDED})


@dataclass(frozen=True, slots=True)
class NextAccessible:
    """The accessible calls of a board and the counts of the others."""

    calls: tuple[MonitoredCall, ...]
    unknown_before: int
    excluded_before: int
    unknown: int
    more: int
    cursor: str | None


def to_vehicle_verdict(vehicle: AccessFact, low_floor: Access) -> Access:
    """Judge a vehicle alone: yes if it is said to be low floor or wheelchair accessible, no if said to be neither.

    A vehicle with a high floor and a lift is accessible; one of which nothing is said stays unknown.
    """
    if Access.YES in (low_floor, vehicle.value):
        return Access.YES
    return Access.NO if Access.NO in (low_floor, vehicle.value) else Access.UNKNOWN


def to_next_accessible(board: Board, naming: Naming, page: Page) -> NextAccessible:
    """Pick the surely accessible calls that one can board, in their order, and count what comes before.

    On a later page nothing stands before the first: that was told with it.
    """
    coming = [call for call in board.calls if call.status in _COMING and call.pickup is not Boarding.NOT_AVAILABLE]
    verdicts = [to_vehicle_verdict(call.access.vehicle, call.access.low_floor) for call in coming]
    first = verdicts.index(Access.YES) if Access.YES in verdicts else len(verdicts)
    chosen = [call for call, verdict in zip(coming, verdicts, strict=True) if verdict is Access.YES]
    taken = page.take(chosen, name_call)
    before = verdicts[:first] if page.is_first else []
    return NextAccessible(
        calls=_to_wire(board, naming, taken.shown),
        unknown_before=before.count(Access.UNKNOWN),
        excluded_before=before.count(Access.NO),
        unknown=verdicts.count(Access.UNKNOWN),
        more=taken.more,
        cursor=taken.cursor,
    )


def _to_wire(board: Board, naming: Naming, calls: Sequence[Call]) -> tuple[MonitoredCall, ...]:
    return tuple(
        to_monitored_call(call, board.kind, naming, board.feed.zone, board.now, clock_ok=board.live.clock_ok)
        for call in calls
    )
