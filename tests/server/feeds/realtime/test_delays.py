"""How far boards must look back and ahead, so that no late vehicle is missed."""

from datetime import UTC, datetime

import pytest

from stopbell_server.domain.ids import StopId
from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, receive
from tests.realtimetext import make_updates, stop, update
from tests.server.feeds.realtime.tiny_store import TinyStore

TIME = datetime(2026, 9, 5, 5, 30, tzinfo=UTC)
EIGHT = int(datetime(2026, 9, 5, 5, tzinfo=UTC).timestamp())
"""08:00 in Kyiv, when trip t1 leaves north."""
STORE = TinyStore(
    {
        "t1": "08:00 north, 08:10 south, 08:20 north, 08:30 east, 08:40 west",
        "night": "25:00 north, 25:10 south",
        "frequent": "00:00 north, 00:10 south",
    },
    frequencies=frozenset({"frequent"}),
)

GAPS = TinyStore({"gaps": "08:00 north, 08:10 south, 08:20 north, 08:30 east"}, step=10)


def take(*entities: dict[str, object], store: TinyStore = STORE, previous: FeedSnapshot | None = None) -> FeedSnapshot:
    payload = make_updates(header=TIME, entities=entities)
    return build_snapshot([receive(payload, "live", TIME)], store, previous)


@pytest.mark.parametrize(
    ("entity", "late_s", "early_s"),
    [
        (update("t1"), 0, 0),
        (update("t1", delay=240), 240, 0),
        (update("t1", stop(1, departure={"delay": 90}), stop(2, arrival={"delay": -30})), 90, 30),
        (update("t1", stop(1, arrival={"delay": 300}, departure={"delay": 0})), 300, 0),
        (update("t1", stop(1, departure={"time": EIGHT + 420}), start_date="20260905"), 420, 0),
        (update("t1", stop(1, departure={"time": EIGHT + 420})), 420, 0),
        (update("t1", stop(None, "east", arrival={"time": EIGHT + 1500})), 0, 300),
        (update("t1", stop(None, "north", arrival={"time": EIGHT + 9000})), 9000, 0),
        (update("t1", stop(1, "east", arrival={"time": EIGHT + 1860})), 60, 0),
        (update("t1", stop(1, departure={"time": (EIGHT + 60) * 1000})), 60, 0),
        (update("night", stop(1, departure={"time": EIGHT - 7 * 3600 + 180})), 180, 0),
        (update("frequent", stop(1, departure={"time": EIGHT + 75}), start_time="08:00:00"), 75, 0),
        (update("frequent", stop(1, departure={"time": EIGHT + 75})), 0, 0),
        (update("t1", stop(1, departure={"time": EIGHT + 9 * 3600}), start_date="20260905"), 6 * 3600, 0),
        (update("t1", stop(1, departure={"delay": -7200})), 0, 3600),
        (update("t1", stop(1, departure={"delay": 86_400})), 0, 0),
        (update("t1", stop(1, departure={"time": EIGHT + 86_400}), start_date="20260905"), 0, 0),
        (update("t1", stop(1, departure={"delay": 900}, schedule_relationship="SKIPPED")), 0, 0),
        (update("t1", stop(1, departure={"delay": 900}, schedule_relationship="NO_DATA")), 0, 0),
        (update("t1", stop(1, departure={"delay": 900}), schedule_relationship="CANCELED"), 0, 0),
        (update("unheard-of", stop(1, departure={"delay": 900})), 0, 0),
        (
            update(
                None, stop(1, departure={"delay": 45}), route_id="line", start_date="20260905", start_time="08:00:00"
            ),
            45,
            0,
        ),
    ],
)
def test_the_extremes_of_the_feed_are_known(entity: dict[str, object], late_s: int, early_s: int) -> None:
    snapshot = take(entity)
    assert (snapshot.largest_delay_s, snapshot.largest_early_s) == (late_s, early_s)


@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("late_s", [900, -900])
def test_every_stop_counts(place: int, late_s: int) -> None:
    told = [stop(n, departure={"delay": late_s if n == place else 0}) for n in range(1, 6)]
    snapshot = take(update("t1", *told))
    assert (snapshot.largest_delay_s, snapshot.largest_early_s) == (max(late_s, 0), max(-late_s, 0))


def test_a_time_beside_a_delay_counts() -> None:
    """GTFS Realtime, StopTimeEvent: time wins over delay."""
    told = stop(1, departure={"time": EIGHT + 420, "delay": 7000})
    assert take(update("t1", told, start_date="20260905")).largest_delay_s == 420


def test_an_assigned_stop_leaves_the_sequence_to_tell_which_call_it_is() -> None:
    moved = stop(1, "east", arrival={"time": EIGHT + 120}, stop_time_properties={"assigned_stop_id": "east"})
    assert take(update("t1", moved, start_date="20260905")).largest_delay_s == 120


def test_sequences_may_have_gaps() -> None:
    told = stop(30, departure={"time": EIGHT + 1200 + 50})
    assert take(update("gaps", told, start_date="20260905"), store=GAPS).largest_delay_s == 50


@pytest.mark.parametrize(
    ("delay_s", "far"),
    [(3600, ()), (3601, ("t1",)), (-600, ()), (-601, ("t1",)), (13 * 3600, ())],
)
def test_trips_far_from_their_plan_are_told_at_all_their_stops(delay_s: int, far: tuple[str, ...]) -> None:
    snapshot = take(update("t1", stop(2, departure={"delay": delay_s})), update("night", delay=60))
    assert {name: snapshot.list_far(StopId(name)) for name in ("north", "west")} == {"north": far, "west": far}


def test_a_cancelled_trip_is_not_far_from_its_plan() -> None:
    told = update("t1", stop(2, departure={"delay": 7200}), schedule_relationship="CANCELED")
    assert take(told).list_far(StopId("north")) == ()


def test_a_delay_that_is_gone_is_forgotten() -> None:
    first = take(update("t1", stop(2, departure={"delay": 7200})))
    second = take(update("t1", stop(2, departure={"delay": 0})), previous=first)
    assert (second.largest_delay_s, second.list_far(StopId("north"))) == (0, ())


def test_trips_are_asked_of_the_timetable_once() -> None:
    store = TinyStore({f"t{n}": "08:00 north" for n in range(4)})
    told = [update(f"t{n}", stop(1, departure={"time": EIGHT + 60 * n})) for n in range(4)]
    first = take(*told, store=store)
    second = take(*told, store=store, previous=first)
    assert (second.largest_delay_s, sorted(store.asked)) == (180, ["t0", "t1", "t2", "t3"])


def test_two_runs_of_a_frequency_trip_are_each_measured_by_their_own_start() -> None:
    on_time = update("frequent", stop(1, departure={"time": EIGHT}), start_time="08:00:00")
    late = update("frequent", stop(1, departure={"time": EIGHT + 900}), start_time="08:10:00")
    assert take(on_time, late).largest_delay_s == 300


def test_the_next_days_run_is_not_measured_by_the_last_ones_plan() -> None:
    first = take(update("t1", stop(1, departure={"time": EIGHT + 60})))
    second = take(update("t1", stop(1, departure={"time": EIGHT + 86_400 + 120})), previous=first)
    assert second.largest_delay_s == 120


@pytest.mark.parametrize(
    ("entity", "problems"),
    [
        (update("t1", stop(1, departure={"time": EIGHT * 1000})), {"millisecond-times": 1}),
        (update("t1", stop(1, departure={"time": 2**62})), {"impossible-times": 1}),
        (update("t1", stop(1, departure={"delay": 86_400})), {"implausible-delays": 1}),
        (update("t1", stop(1, "south", departure={"delay": 0})), {"sequence-disagrees": 1}),
        (update("t1", stop(1, "north", departure={"delay": 0})), {}),
        (update("t1", stop(1, departure={"delay": 0}), route_id="other"), {"route-disagrees": 1}),
        (update("t1", stop(1, departure={"delay": 0}), route_id="line"), {}),
    ],
)
def test_what_is_wrong_with_times_is_counted(entity: dict[str, object], problems: dict[str, int]) -> None:
    assert take(entity).health.problems == problems


def tell_by_start(date: str, time: str) -> dict[str, object]:
    return update(None, stop(1, departure={"delay": 0}), route_id="line", start_date=date, start_time=time)


@pytest.mark.parametrize(
    ("entity", "counted"),
    [
        (tell_by_start("20260905", "25:00:00"), 0),
        (tell_by_start("20260906", "01:00:00"), 1),
        (tell_by_start("20260906", "02:00:00"), 0),
        (update("night", stop(1, departure={"time": EIGHT - 7 * 3600}), start_date="20260904"), 0),
        (update("night", stop(1, departure={"time": EIGHT - 7 * 3600}), start_date="20260905"), 1),
        (update("night", stop(1, departure={"time": EIGHT - 7 * 3600}), start_date="20260907"), 0),
    ],
)
def test_a_trip_after_midnight_that_is_dated_by_the_calendar_is_counted_and_not_guessed(
    entity: dict[str, object], counted: int
) -> None:
    """GTFS Realtime, TripDescriptor.start_date: the service day, also of a trip at 25:00."""
    snapshot = take(entity)
    assert snapshot.health.problems.get("start-date-of-the-next-day", 0) == counted
    assert snapshot.largest_early_s == 0
