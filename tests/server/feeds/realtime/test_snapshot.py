"""What the timetable gets to know from a snapshot."""

from datetime import UTC, datetime

import pytest

from stopbell_server.domain.ids import StopId, TripId, VehicleId
from stopbell_server.domain.snapshot import Snapshot
from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, receive
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.server.feeds.realtime.tiny_store import TinyStore

TIME = datetime(2026, 9, 5, 5, tzinfo=UTC)
STORE = TinyStore({"t1": "08:00 north, 08:10 south", "t2": "09:00 north, 09:10 south"})


def take(*entities: dict[str, object], store: TinyStore = STORE, previous: FeedSnapshot | None = None) -> FeedSnapshot:
    payload = make_updates(header=TIME, entities=entities)
    return build_snapshot([receive(payload, "live", TIME)], store, previous)


def name_trips(snapshot: Snapshot, stop_id: str) -> list[str | None]:
    return [told.descriptor.trip for told in snapshot.list_added(StopId(stop_id))]


def test_all_updates_of_a_trip_are_listed_in_feed_order() -> None:
    snapshot = take(update("t1", start_date="20260905"), update("t2"), update("t1", start_date="20260906"))
    assert [told.descriptor.start_date for told in snapshot.list_updates(TripId("t1"))] == [
        datetime(2026, 9, 5).date(),  # noqa: DTZ001 - a service day
        datetime(2026, 9, 6).date(),  # noqa: DTZ001
    ]
    assert snapshot.list_updates(TripId("t3")) == ()


@pytest.mark.parametrize("relationship", ["NEW", "REPLACEMENT", "DUPLICATED", "ADDED", "UNSCHEDULED"])
def test_a_trip_of_its_own_is_found_at_each_of_its_stops(relationship: str) -> None:
    own = update(
        "x1",
        stop(1, "north"),
        stop(2, "south", stop_time_properties={"assigned_stop_id": "south-2"}),
        stop(3, "north"),
        schedule_relationship=relationship,
    )
    snapshot = take(own)
    assert [name_trips(snapshot, name) for name in ("north", "south", "south-2", "east")] == [["x1"]] * 3 + [[]]
    assert (snapshot.health.matched, snapshot.health.added) == (1, 1)


@pytest.mark.parametrize(
    ("relationship", "is_own"),
    [("NEW", True), ("REPLACEMENT", True), ("DUPLICATED", True), ("ADDED", False), ("UNSCHEDULED", False)],
)
def test_with_a_trip_that_is_planned_the_relationship_decides(relationship: str, *, is_own: bool) -> None:
    snapshot = take(update("t1", stop(1, "north"), schedule_relationship=relationship))
    assert name_trips(snapshot, "north") == (["t1"] if is_own else [])
    assert len(snapshot.list_updates(TripId("t1"))) == 1


def test_the_same_update_is_the_same_object_at_every_stop() -> None:
    snapshot = take(update("x1", stop(1, "north"), stop(2, "south"), schedule_relationship="NEW"))
    assert snapshot.list_added(StopId("north"))[0] is snapshot.list_added(StopId("south"))[0]


def test_copies_of_planned_trips_are_listed() -> None:
    copy = update("t1", schedule_relationship="DUPLICATED", trip_properties={"trip_id": "t1-copy"})
    assert [told.new_trip for told in take(copy, update("t2")).list_duplicated()] == ["t1-copy"]


def test_updates_that_name_no_trip_are_listed_unless_they_bring_their_own() -> None:
    snapshot = take(
        update(None, route_id="line", start_date="20260905", start_time="08:00:00"),
        update(None, stop(1, "north"), schedule_relationship="ADDED", route_id="line"),
    )
    assert [told.descriptor.start_s for told in snapshot.list_updates_without_trip()] == [8 * 3600]
    assert name_trips(snapshot, "north") == [None]


@pytest.mark.parametrize(
    ("entity", "matched"),
    [
        (update("t1"), 1),
        (update("t1", schedule_relationship="CANCELED"), 1),
        (update("unheard-of", stop(1, "north")), 0),
        (update("unheard-of", stop(1, "north"), schedule_relationship="ADDED"), 1),
        (update("unheard-of", schedule_relationship="ADDED"), 0),
        (update(None, route_id="line", start_date="20260905", start_time="08:00:00"), 1),
        (update(None, route_id="line", direction_id=1, start_date="20260905", start_time="08:00:00"), 0),
        (update(None, route_id="line", start_date="20260905", start_time="08:01:00"), 0),
        (update(None, route_id="line"), 0),
    ],
)
def test_health_counts_what_the_timetable_knows(entity: dict[str, object], matched: int) -> None:
    health = take(entity).health
    assert (health.updates, health.matched) == (1, matched)


def test_a_moved_platform_is_found_at_the_new_one() -> None:
    moved = stop(1, "north", stop_time_properties={"assigned_stop_id": "north-2"})
    snapshot = take(update("t1", moved), update("t2", stop(1, "north")))
    assert snapshot.list_moved_to(StopId("north-2")) == ("t1",)
    assert snapshot.list_moved_to(StopId("north")) == ()


def test_a_stop_id_that_repeats_the_assigned_stop_may_still_be_a_move_only_the_plan_can_tell() -> None:
    repeated = stop(2, "south-2", stop_time_properties={"assigned_stop_id": "south-2"})
    assert take(update("t1", repeated)).list_moved_to(StopId("south-2")) == ("t1",)


def test_a_trip_that_does_not_run_moves_nowhere() -> None:
    moved = stop(1, "north", stop_time_properties={"assigned_stop_id": "north-2"})
    assert take(update("t1", moved, schedule_relationship="CANCELED")).list_moved_to(StopId("north-2")) == ()


def test_long_platform_names_are_found_as_well() -> None:
    name = "платформа " * 20
    moved = stop(1, "north", stop_time_properties={"assigned_stop_id": name, "stop_headsign": "Порт"})
    assert take(update("t1", moved)).list_moved_to(StopId(name)) == ("t1",)


def test_vehicles_are_found_by_trip_and_by_id() -> None:
    snapshot = take(vehicle("v1", trip="t1", lat=50, lon=24), vehicle("v2", trip="t1"), vehicle(None, lat=51, lon=25))
    assert [position.vehicle.id for position in snapshot.list_positions(TripId("t1"))] == ["v1", "v2"]
    found = snapshot.find_position(VehicleId("v1"))
    assert found is not None
    assert (found.lat, found.lon) == (50, 24)
    assert snapshot.find_position(VehicleId("v3")) is None
    assert len(snapshot.list_all_positions()) == 3


def test_of_a_repeated_vehicle_the_newest_position_is_found() -> None:
    now = int(TIME.timestamp())
    snapshot = take(
        vehicle("v1", lat=50, lon=24, timestamp=now - 5),
        vehicle("v1", lat=51, lon=24, timestamp=now - 1),
        vehicle("v1", lat=52, lon=24),
    )
    found = snapshot.find_position(VehicleId("v1"))
    assert found is not None
    assert found.lat == 51
    assert snapshot.health.problems == {"repeated-vehicles": 2}


def test_another_timetable_is_asked_anew() -> None:
    first = take(update("t1"))
    other = TinyStore({"t9": "08:00 north"}, version="other")
    assert build_snapshot([], other, first).health.matched == 0


def test_the_timetable_is_asked_once_for_trips_that_stay_in_the_feed() -> None:
    store = TinyStore({"t1": "08:00 north", "t2": "09:00 north"})
    first = take(update("t1"), update("x"), store=store)
    take(update("t1"), update("x"), update("t2"), store=store, previous=first)
    assert sorted(store.asked) == ["t1", "t2", "x"]
