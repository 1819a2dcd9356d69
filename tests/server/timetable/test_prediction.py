"""Propagation along a trip: GTFS-RT StopTimeUpdate and the trip updates page, as tables."""

from dataclasses import dataclass
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.ids import RouteId, ServiceId, StopId, TripId
from stopbell_server.domain.network import StopTime, Trip
from stopbell_server.domain.realtime import (
    StopRelationship,
    StopTimeEvent,
    StopTimeUpdate,
    TripDescriptor,
    TripUpdate,
)
from stopbell_server.timetable.dated_trip import DatedTrip
from stopbell_server.timetable.prediction import CallPrediction, propagate

DAY_START = 1_700_000_000


def _dated(count: int = 5, gap_s: int = 600, dwell_s: int = 0) -> DatedTrip:
    """Make a trip that calls every ten minutes."""
    calls = tuple(StopTime(StopId(f"s{n}"), n + 1, n * gap_s, n * gap_s + dwell_s) for n in range(count))
    trip = Trip(TripId("t"), RouteId("r"), ServiceId("d"))
    return DatedTrip(trip, date(2026, 11, 30), calls, DAY_START)


def _at(
    place: int,
    arrival: StopTimeEvent | None = None,
    departure: StopTimeEvent | None = None,
    relationship: StopRelationship = StopRelationship.SCHEDULED,
) -> StopTimeUpdate:
    return StopTimeUpdate(place + 1, StopId(f"s{place}"), relationship, arrival, departure)


def _delay(seconds: int) -> StopTimeEvent:
    return StopTimeEvent(delay_s=seconds)


def _delays(dated: DatedTrip, calls: tuple[CallPrediction, ...]) -> list[int | None]:
    """Give each call's departure delay in seconds, None where nothing is predicted."""
    return [
        None if call.departure is None else call.departure - (dated.departure(n) or 0) for n, call in enumerate(calls)
    ]


@dataclass(frozen=True)
class Row:
    why: str
    updates: tuple[StopTimeUpdate, ...]
    delays: list[int | None]
    trip_delay_s: int | None = None


SKIP, NO_DATA = StopRelationship.SKIPPED, StopRelationship.NO_DATA
ROWS = [
    Row("a delay goes to all later stops", (_at(1, _delay(60)),), [None, 60, 60, 60, 60]),
    Row("stops before the first update are unknown", (_at(3, _delay(60)),), [None, None, None, 60, 60]),
    Row("a delay of zero is a value", (_at(0, departure=_delay(0)),), [0, 0, 0, 0, 0]),
    Row("the next update takes over", (_at(0, _delay(60)), _at(3, _delay(0))), [60, 60, 60, 0, 0]),
    Row("no data ends it", (_at(0, _delay(60)), _at(2, relationship=NO_DATA)), [60, 60, None, None, None]),
    Row("times in a no-data stop are ignored", (_at(1, _delay(60), relationship=NO_DATA),), [None] * 5),
    Row("a skipped stop does not end it", (_at(0, _delay(60)), _at(2, relationship=SKIP)), [60, 60, None, 60, 60]),
    Row("time wins over delay", (_at(0, departure=StopTimeEvent(DAY_START + 90, 5)),), [90] * 5),
    Row("a time alone becomes a delay and goes on", (_at(1, StopTimeEvent(DAY_START + 660)),), [None, 60, 60, 60, 60]),
    Row("trip delay holds until the first delay", (_at(2, _delay(10)),), [120, 120, 10, 10, 10], 120),
    Row("trip delay alone", (), [30] * 5, 30),
    Row("an update without times changes nothing", (_at(0, _delay(60)), _at(2)), [60] * 5),
    Row("early is negative", (_at(2, _delay(-60)),), [None, None, -60, -60, -60]),
    Row("a whole day off is a wrong day, not a delay", (_at(1, _delay(86_400)),), [None] * 5),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.why)
def test_a_delay_spreads_by_the_rules(row: Row) -> None:
    dated = _dated()
    update = TripUpdate(TripDescriptor(TripId("t")), row.updates, delay_s=row.trip_delay_s)
    assert _delays(dated, propagate(dated, update)) == row.delays


def test_a_departure_alone_gives_the_arrival_too_and_never_after_it() -> None:
    dated = _dated(dwell_s=120)
    told = propagate(dated, TripUpdate(TripDescriptor(), (_at(1, departure=_delay(-180)),)))[1]
    assert (told.arrival, told.departure) == (DAY_START + 600 - 180, DAY_START + 720 - 180)


def test_an_arrival_alone_delays_the_departure_by_as_much() -> None:
    dated = _dated(dwell_s=120)
    told = propagate(dated, TripUpdate(TripDescriptor(), (_at(1, _delay(300)),)))[1]
    assert (told.arrival, told.departure) == (DAY_START + 900, DAY_START + 1020)


def test_times_that_run_backwards_are_held_and_flagged() -> None:
    dated = _dated()
    update = TripUpdate(TripDescriptor(), (_at(1, _delay(900)), _at(2, _delay(-600))))
    held = propagate(dated, update)[2]
    assert (held.arrival, held.is_clamped) == (DAY_START + 600 + 900, True)


@given(
    st.lists(
        st.tuples(
            st.integers(0, 7),
            st.none() | st.integers(-4000, 4000),
            st.none() | st.integers(-4000, 4000),
            st.sampled_from(list(StopRelationship)),
        ),
        max_size=8,
    ),
    st.none() | st.integers(-900, 900),
)
def test_predicted_times_never_run_backwards(
    told: list[tuple[int, int | None, int | None, StopRelationship]], trip_delay_s: int | None
) -> None:
    dated = _dated(count=8, gap_s=60, dwell_s=20)
    updates = tuple(
        _at(place, _delay(a) if a is not None else None, _delay(d) if d is not None else None, relationship)
        for place, a, d, relationship in sorted(told, key=lambda row: row[0])
    )
    calls = propagate(dated, TripUpdate(TripDescriptor(), updates, delay_s=trip_delay_s))
    times = [time for call in calls for time in (call.arrival, call.departure) if time is not None]
    assert times == sorted(times)
