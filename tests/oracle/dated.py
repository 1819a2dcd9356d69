"""Dated trips: a planned trip on one service day, with instants."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from tests.oracle.plan import Plan, PlannedTrip

DatedKey = tuple[str, date, int | None]
"""trip_id, service day, and the start of the run for a trip of frequencies.txt."""


@dataclass(frozen=True, slots=True)
class DatedCall:
    """A planned call with its instants; None where the plan has no time."""

    sequence: int
    stop: str
    arrival: int | None
    departure: int | None
    can_board: bool
    can_alight: bool = True
    headsign: str | None = None
    is_about: bool = False


@dataclass(frozen=True, slots=True)
class DatedTrip:
    """A trip on one service day."""

    key: DatedKey
    planned: PlannedTrip
    calls: tuple[DatedCall, ...]

    @property
    def span(self) -> tuple[int, int] | None:
        """First and last planned instant."""
        times = [time for call in self.calls for time in (call.arrival, call.departure) if time is not None]
        return (min(times), max(times)) if times else None


def make_dated(plan: Plan, trip: PlannedTrip, day: date, start: int | None) -> DatedTrip:
    """Give the trip on that day. `start` moves it so that it first departs then; None leaves it as planned."""
    zero = plan.to_instant(day, 0 if start is None else start - trip.first_departure)
    calls = tuple(
        DatedCall(
            call.sequence,
            call.stop,
            None if call.arrival is None else zero + call.arrival,
            None if call.departure is None else zero + call.departure,
            call.can_board,
            call.can_alight,
            call.headsign,
            call.is_about,
        )
        for call in trip.calls
    )
    return DatedTrip((trip.id, day, start), trip, calls)


def list_dated(plan: Plan, trip: PlannedTrip, day: date, named: Iterable[int] = ()) -> Iterator[DatedTrip]:
    """List the runs of a trip on a day: none without service, one, or one for each start.

    A trip by headway has only the runs that live data names, by their starts.
    """
    if not plan.runs_on(trip.service, day):
        return
    starts = sorted({*trip.starts, *(named if trip.headways else ())})
    for start in starts if trip.is_by_frequency else (None,):
        yield make_dated(plan, trip, day, start)
