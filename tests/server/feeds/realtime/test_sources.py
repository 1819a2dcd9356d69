"""How a source's state goes on from fetch to fetch: what is taken, what is held back, and what is told."""

from datetime import UTC, datetime, timedelta

from stopbell_server.domain.snapshot import SourceHealth
from stopbell_server.feeds.realtime import FeedSnapshot, Retrieval, build_snapshot, receive
from tests.realtimetext import alert, make_updates, update, vehicle
from tests.server.feeds.realtime.tiny_store import TinyStore

START = datetime(2026, 9, 5, 12, tzinfo=UTC)
STORE = TinyStore({f"t{n}": "08:00 north" for n in range(40)})


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def send(
    previous: FeedSnapshot | None, arrived_s: float, header_s: float | None, *trips: str, number: int = 0
) -> FeedSnapshot:
    """Let a payload with this header and these trips arrive."""
    header = 0 if header_s is None else at(header_s)
    payload = make_updates(header=header, entities=[update(trip) for trip in trips])
    return build_snapshot([receive(payload, "live", at(arrived_s), number)], STORE, previous)


def list_trips(snapshot: FeedSnapshot) -> list[str | None]:
    return [told.descriptor.trip for told in snapshot.list_all_updates()]


def test_a_source_tells_what_it_carries_and_by_which_clock() -> None:
    snapshot = send(None, 5, 0, "t1")
    assert snapshot.health.sources == (SourceHealth("updates", "live", at(0), at(5)),)
    assert (snapshot.updates_time, snapshot.has_updates) == (at(0), True)
    assert (snapshot.vehicles_time, snapshot.alerts_time) == (None, None)


def test_a_newer_payload_replaces_the_older_whole() -> None:
    assert list_trips(send(send(None, 0, 0, "t1", "t2"), 30, 30, "t2")) == ["t2"]


def test_a_header_that_goes_back_is_held_and_told() -> None:
    first = send(None, 0, 0, "t1")
    second = send(first, 30, -60, "t2")
    assert list_trips(second) == ["t1"]
    assert second.updates_time == at(0)
    assert second.health.problems == {"header-went-backwards": 1}
    assert second.health.sources[0].failure == "the feed's clock went back by 60 s; the newer data is kept"


def test_after_a_step_back_the_next_newer_payload_is_taken() -> None:
    third = send(send(send(None, 0, 0, "t1"), 30, -60, "t2"), 60, 60, "t3")
    assert list_trips(third) == ["t3"]
    assert third.health.problems == {}
    assert third.health.sources[0].failure is None


def test_a_clock_that_jumps_ahead_does_not_lock_out_the_right_one() -> None:
    second = send(send(None, 0, 0, "t1"), 30, 86_400, "t2")
    assert list_trips(second) == ["t1"]
    assert second.health.problems == {"header-in-the-future": 1}
    assert list_trips(send(second, 60, 60, "t3")) == ["t3"]


def test_a_clock_a_little_ahead_is_tolerated() -> None:
    assert list_trips(send(send(None, 0, 0, "t1"), 30, 149, "t2")) == ["t2"]


def test_a_first_header_from_the_future_is_told_as_it_is() -> None:
    """The world then says that the feed's clock is ahead, or this machine's is behind."""
    first = send(None, 0, 3600, "t1")
    assert first.updates_time == at(3600)
    assert first.health.sources[0].failure == "the feed's clock is ahead of this machine's; its data is not used"
    second = send(first, 30, 30, "t2")
    assert list_trips(second) == ["t2"]
    assert second.health.sources[0].failure is None


def test_without_a_header_time_the_age_counts_from_retrieval() -> None:
    snapshot = send(None, 5, None, "t1")
    assert (snapshot.updates_time, snapshot.health.sources[0].header_time) == (at(5), None)


def test_the_same_bytes_again_do_not_make_undated_data_younger() -> None:
    again = send(send(None, 5, None, "t1"), 35, None, "t1")
    assert again.updates_time == at(5)
    assert send(again, 65, None, "t2").updates_time == at(65)


def test_not_modified_keeps_the_data_and_its_age() -> None:
    snapshot = build_snapshot([Retrieval("live", at(30))], STORE, send(None, 0, 0, "t1"))
    assert (list_trips(snapshot), snapshot.updates_time) == (["t1"], at(0))


def test_a_failure_keeps_the_data_and_is_told() -> None:
    snapshot = build_snapshot([Retrieval("live", at(30), failure="no answer")], STORE, send(None, 0, 0, "t1"))
    assert list_trips(snapshot) == ["t1"]
    assert snapshot.health.sources == (SourceHealth("updates", "live", at(0), at(0), failure="no answer"),)


def test_refused_bytes_are_a_failure() -> None:
    snapshot = build_snapshot([receive(b"", "live", at(30))], STORE, send(None, 0, 0, "t1"))
    assert list_trips(snapshot) == ["t1"]
    assert snapshot.health.sources[0].failure == "the source is empty: not even a feed header"


def test_before_anything_has_arrived_nothing_is_claimed() -> None:
    snapshot = build_snapshot([Retrieval("live", at(0), failure="no answer")], STORE)
    assert snapshot.health.sources == (SourceHealth("unknown", "live", None, None, failure="no answer"),)
    assert (snapshot.updates_time, snapshot.has_updates, snapshot.list_all_updates()) == (None, False, ())


def test_a_clock_that_stands_still_over_many_fetches_is_frozen() -> None:
    snapshot = send(None, 0, 0, "t1")
    for arrived_s in (60, 120, 180):
        snapshot = send(snapshot, arrived_s, 0, "t1")
        assert not snapshot.health.sources[0].is_frozen
    assert send(snapshot, 190, 0, "t1").health.sources[0].is_frozen
    assert not send(snapshot, 190, 190, "t1").health.sources[0].is_frozen


def test_not_modified_over_long_is_frozen_too() -> None:
    snapshot = send(None, 0, 0, "t1")
    for arrived_s in (100, 200):
        snapshot = build_snapshot([Retrieval("live", at(arrived_s))], STORE, snapshot)
    assert snapshot.health.sources[0].is_frozen


def test_one_look_at_old_data_does_not_call_it_frozen() -> None:
    assert not send(None, 3600, 0, "t1").health.sources[0].is_frozen


def test_alerts_may_stand_still_for_ten_minutes() -> None:
    payload = make_updates(header=at(0), entities=[alert(header="Works")])
    snapshot: FeedSnapshot | None = None
    frozen: list[bool] = []
    for arrived_s in (0, 300, 599, 601):
        snapshot = build_snapshot([receive(payload, "live", at(arrived_s))], STORE, snapshot)
        frozen.append(snapshot.health.sources[0].is_frozen)
    assert frozen == [False, False, False, True]


def test_a_sudden_drop_is_held_once_and_believed_when_it_comes_again() -> None:
    many = send(None, 0, 0, *(f"t{n}" for n in range(40)))
    few = send(many, 30, 30, "t1", "t2")
    assert len(list_trips(few)) == 40
    assert few.updates_time == at(0)
    assert few.health.problems == {"sudden-drop": 1}
    again = send(few, 60, 60, "t1", "t2")
    assert (list_trips(again), again.health.problems) == (["t1", "t2"], {"sudden-drop": 1})
    assert send(again, 90, 90, "t1", "t2").health.problems == {}


def test_a_small_feed_may_empty_itself() -> None:
    assert list_trips(send(send(None, 0, 0, "t1", "t2"), 30, 30)) == []


def test_an_emptied_source_still_counts_as_what_it_was() -> None:
    snapshot = send(send(None, 0, 0, "t1"), 30, 30)
    assert (snapshot.updates_time, snapshot.health.sources[0].kind) == (at(30), "updates")


def test_several_sources_make_one_snapshot_and_fail_alone() -> None:
    positions = make_updates(header=at(10), entities=[vehicle("v1", trip="t1")])
    notices = make_updates(header=at(20), entities=[alert(header="Works")])
    snapshot = build_snapshot(
        [receive(positions, "vehicles", at(11), 1), receive(notices, "alerts", at(21), 2)],
        STORE,
        send(None, 0, 0, "t1"),
    )
    snapshot = build_snapshot([Retrieval("vehicles", at(40), failure="no answer", number=1)], STORE, snapshot)
    assert (snapshot.updates_time, snapshot.vehicles_time, snapshot.alerts_time) == (at(0), at(10), at(20))
    assert [(health.kind, health.failure) for health in snapshot.health.sources] == [
        ("updates", None),
        ("vehicles", "no answer"),
        ("alerts", None),
    ]
    assert len(snapshot.list_positions("t1")) == len(snapshot.alerts) == len(snapshot.list_updates("t1")) == 1


def test_of_two_update_sources_a_lost_one_does_not_pass_as_live() -> None:
    snapshot = send(send(None, 0, 0, "t1"), 600, 600, "t2", number=1)
    assert snapshot.updates_time == at(600)
    assert {told.descriptor.trip: told.timestamp for told in snapshot.list_all_updates()} == {
        "t1": at(0),
        "t2": at(600),
    }


def test_what_did_not_change_is_not_converted_again() -> None:
    first = send(None, 0, 0, "t1")
    told = first.list_updates("t1")
    second = build_snapshot([Retrieval("live", at(30))], STORE, first)
    assert second.list_updates("t1")[0] is told[0]


def test_a_source_that_is_set_up_as_alerts_and_is_empty_says_that_there_are_none() -> None:
    payload = make_updates(header=at(0))
    snapshot = build_snapshot([receive(payload, "live", at(5), carries=("alerts",))], STORE)
    assert (snapshot.alerts_time, snapshot.alerts, snapshot.updates_time) == (at(0), (), None)
    assert snapshot.health.sources == (SourceHealth("alerts", "live", at(0), at(5)),)


def test_a_source_that_brought_alerts_before_says_that_there_are_none_now() -> None:
    first = build_snapshot(
        [receive(make_updates(header=at(0), entities=[alert(header="Works")]), "live", at(0))], STORE
    )
    second = build_snapshot([receive(make_updates(header=at(30)), "live", at(30))], STORE, first)
    assert (second.alerts_time, second.alerts) == (at(30), ())


def test_an_empty_source_of_which_nothing_is_known_says_nothing_of_alerts() -> None:
    assert send(None, 0, 0).alerts_time is None


def test_a_source_that_is_set_up_as_alerts_and_fails_says_nothing() -> None:
    snapshot = build_snapshot([receive(b"<html>", "live", at(5), carries=("alerts",))], STORE)
    assert snapshot.alerts_time is None
