"""Dated trips: a planned trip on one service day, with instants."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from tests.oracle.plan import Plan, PlannedTrip

DatedKey = tuple[str, date, int | None]
"""trip_id, service day, and the start of the run for a trip of frequencies.txt."""


@dataclass(frozen=True, slots=True)
class DatedCall:
    """A planned call with its instants."""

    sequence: int
    stop: str
    arrival: int
    departure: int
    can_board: bool


@dataclass(frozen=True, slots=True)
class DatedTrip:
    """A trip on one service day."""

    key: DatedKey
    route: str
    calls: tuple[DatedCall, ...]


def make_dated(plan: Plan, trip: PlannedTrip, day: date, start: int | None) -> DatedTrip:
    """Give the trip on that day. `start` moves it so that it first departs then; None leaves it as planned."""
    zero = plan.to_instant(day, 0 if start is None else start - trip.calls[0].departure)
    calls = tuple(
        DatedCall(
            call.sequence,
            call.stop,
            zero + call.arrival,
            zero + call.departure,
            call.can_board,
        )
        for call in trip.calls
    )
    return DatedTrip((trip.id, day, start), trip.route, calls)


def list_dated(plan: Plan, trip: PlannedTrip, day: date) -> Iterator[DatedTrip]:
    """List the runs of a trip on a day: none without service or by headway only, one, or one for each start."""
    if trip.is_by_headway or not plan.runs_on(trip.service, day):
        return
    for start in trip.starts or (None,):
        yield make_dated(plan, trip, day, start)
