"""How far boards must look back and ahead, so that no late vehicle is missed."""

from datetime import UTC, datetime

import pytest

from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, plan_memory, receive
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
        (update("t1", stop(None, "north", arrival={"time": EIGHT + 9000})), 0, 0),
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


def test_a_margin_stands_for_the_updates_between_those_that_are_read() -> None:
    snapshot = take(update("t1", *(stop(n, departure={"delay": 10 * n}) for n in range(1, 6))))
    assert snapshot.largest_delay_s == 50 + 600


def test_while_trips_are_not_read_yet_the_largest_delay_is_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan_memory, "PLANS_PER_BUILD", 2)
    store = TinyStore({f"t{n}": "08:00 north" for n in range(4)})
    entities = [update(f"t{n}", stop(1, departure={"time": EIGHT + 60 * n})) for n in range(4)]
    first = take(*entities, store=store)
    assert (first.largest_delay_s, first.largest_early_s) == (6 * 3600, 3600)
    assert take(*entities, store=store, previous=first).largest_delay_s == 180


def test_two_runs_of_a_frequency_trip_are_each_measured_by_their_own_start() -> None:
    on_time = update("frequent", stop(1, departure={"time": EIGHT}), start_time="08:00:00")
    late = update("frequent", stop(1, departure={"time": EIGHT + 900}), start_time="08:10:00")
    assert take(on_time, late).largest_delay_s == 300


def test_the_next_days_run_is_not_measured_by_the_last_ones_plan() -> None:
    first = take(update("t1", stop(1, departure={"time": EIGHT + 60})))
    second = take(update("t1", stop(1, departure={"time": EIGHT + 86_400 + 120})), previous=first)
    assert second.largest_delay_s == 120


def test_extremes_of_the_last_three_refreshes_count() -> None:
    stops = [stop(n, departure={"delay": 60 if n == 5 else 0}) for n in range(1, 6)]
    snapshot = take(update("t1", *stops))
    seen: list[int] = []
    for _ in range(5):
        snapshot = take(update("t1", *(stop(n, departure={"delay": 0}) for n in range(1, 6))), previous=snapshot)
        seen.append(snapshot.largest_delay_s)
    assert seen == [660, 660, 0, 0, 0]


@pytest.mark.parametrize(
    ("entity", "problems"),
    [
        (update("t1", stop(1, departure={"time": EIGHT * 1000})), {"millisecond-times": 1}),
        (update("t1", stop(1, departure={"time": 2**62})), {"impossible-times": 1}),
        (update("t1", stop(1, departure={"delay": 86_400})), {"implausible-delays": 1}),
        (update("t1", stop(1, "south", departure={"delay": 0})), {"sequence-disagrees": 1}),
        (update("t1", stop(1, "north", departure={"delay": 0})), {}),
    ],
)
def test_what_is_wrong_with_times_is_counted(entity: dict[str, object], problems: dict[str, int]) -> None:
    assert take(entity).health.problems == problems
