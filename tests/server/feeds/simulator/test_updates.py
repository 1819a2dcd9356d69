"""Trip updates of a simulation: true to the specification, and steady in time."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from stopbell_server.demonstration.scenario import read_scenario
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.realtime import StopRelationship, TripRelationship, TripUpdate
from stopbell_server.domain.service_day import to_instant
from stopbell_server.domain.store import Store
from stopbell_server.feeds.simulator.scenario import Rates, Scenario
from stopbell_server.feeds.simulator.simulator import Simulator
from tests.server.feeds.simulator.stage import list_planned, observe, to_expected

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def simulator(city: Store) -> Simulator:
    return Simulator(city, read_scenario(7))


def test_predicted_times_never_run_backwards_along_a_trip(simulator: Simulator, city: Store) -> None:
    for _, update in simulator.list_updates(NOON):
        times = list(_list_expected(update, city))
        assert times == sorted(times), update.descriptor


def test_a_prediction_moves_slowly_from_minute_to_minute(simulator: Simulator, city: Store) -> None:
    boards = [dict(simulator.list_updates(NOON + timedelta(minutes=n))) for n in range(20)]
    jumps = [
        abs(after - before)
        for first, second in pairwise(boards)
        for key in first.keys() & second.keys()
        if not _is_old(first[key], NOON) and not _is_old(second[key], NOON)
        for before, after in zip(_list_expected(first[key], city), _list_expected(second[key], city), strict=True)
    ]

    assert len(jumps) > 5000
    assert max(jumps) <= timedelta(seconds=30)


def test_what_has_happened_is_told_with_the_same_time_ever_after(simulator: Simulator, city: Store) -> None:
    later = NOON + timedelta(minutes=6)
    first, second = dict(simulator.list_updates(NOON)), dict(simulator.list_updates(later))
    happened = {
        (key, place): time
        for key in first.keys() & second.keys()
        for place, time in enumerate(_list_expected(first[key], city))
        if time <= (first[key].timestamp or NOON)
    }
    after = {key: list(_list_expected(second[key], city)) for key in second}

    assert len(happened) > 100
    assert all(abs(after[key][place] - time) <= timedelta(seconds=1) for (key, place), time in happened.items())


def test_no_trip_leaves_its_first_stop_ahead_of_plan(city: Store) -> None:
    early = Simulator(city, Scenario(3, rates=Rates(early=1, late=0)))

    for _, update in early.list_updates(NOON):
        trip, day = update.descriptor.trip, update.descriptor.start_date
        assert trip
        assert day
        if city.find_trip(trip) and update.descriptor.start_s is None and update.updates:
            expected = to_expected(update.updates[0].departure, list_planned(city, day, trip)[0][1])
            assert expected is None or expected >= list_planned(city, day, trip)[0][1]


def test_an_early_trip_gets_ahead_of_plan_on_its_way(city: Store) -> None:
    early = Simulator(city, Scenario(3, rates=Rates(late=0, early=1)))

    shifts = [
        time - planned
        for _, update in early.list_updates(NOON)
        if update.descriptor.start_s is None
        for time, planned in zip(_list_departures(update, city), _list_planned_departures(update, city), strict=False)
    ]

    assert min(shifts) < timedelta(minutes=-1)


def test_every_time_is_told_as_time_or_as_delay_or_as_both(simulator: Simulator) -> None:
    styles = {
        (stop.departure.time is not None, stop.departure.delay_s is not None)
        for _, update in simulator.list_updates(NOON)
        for stop in update.updates
        if stop.departure
    }

    assert styles == {(True, True), (True, False), (False, True)}


def test_a_stop_that_is_skipped_or_not_known_has_no_times(simulator: Simulator) -> None:
    silent = [
        stop
        for _, update in simulator.list_updates(NOON)
        for stop in update.updates
        if stop.relationship is not StopRelationship.SCHEDULED
    ]

    assert {stop.relationship for stop in silent} == {StopRelationship.SKIPPED, StopRelationship.NO_DATA}
    assert all(stop.arrival is None and stop.departure is None for stop in silent)


def test_a_cancelled_trip_has_neither_stops_nor_vehicle(simulator: Simulator) -> None:
    cancelled = [
        update
        for _, update in simulator.list_updates(NOON)
        if update.descriptor.relationship is TripRelationship.CANCELED
    ]

    assert cancelled
    assert all(not update.updates and update.vehicle is None for update in cancelled)


def test_a_night_trip_carries_the_day_of_its_evening(simulator: Simulator) -> None:
    night = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)  # 01:30 on 1 December in Kyiv

    days = {
        update.descriptor.start_date
        for _, update in simulator.list_updates(night)
        if update.descriptor.route and update.descriptor.route.startswith("night")
    }

    assert {f"{day:%Y-%m-%d}" for day in days if day} == {"2026-11-30"}


def test_a_run_of_which_no_minutes_are_promised_is_told_by_its_start(simulator: Simulator, city: Store) -> None:
    runs = [update for _, update in simulator.list_updates(NOON) if update.descriptor.route == "bus-21"]

    assert runs
    for update in runs:
        descriptor = update.descriptor
        assert descriptor.relationship is TripRelationship.UNSCHEDULED
        assert descriptor.start_date
        assert descriptor.start_s is not None
        start = to_instant(descriptor.start_date, descriptor.start_s, city.info.zone)
        assert abs(start - NOON) < timedelta(hours=2)
        assert all(stop.departure is None or stop.departure.delay_s is None for stop in update.updates)


def test_an_added_trip_brings_its_whole_journey(simulator: Simulator, city: Store) -> None:
    added = [u for _, u in simulator.list_updates(NOON) if u.descriptor.relationship is TripRelationship.NEW]

    assert added
    for update in added:
        assert update.descriptor.trip
        assert city.find_trip(update.descriptor.trip) is None
        assert update.descriptor.route
        assert city.find_route(update.descriptor.route)
        assert update.headsign
        assert all(stop.stop and (stop.arrival or stop.departure) for stop in update.updates)


def test_a_moved_trip_goes_to_another_platform_of_the_same_station(simulator: Simulator, city: Store) -> None:
    moved = [
        (stop.stop, stop.assigned_stop)
        for _, update in simulator.list_updates(NOON)
        for stop in update.updates
        if stop.stop and stop.assigned_stop
    ]

    assert moved
    for planned, assigned in moved:
        before, after = city.find_stop(planned), city.find_stop(assigned)
        assert before
        assert after
        assert before.parent == after.parent is not None
        assert before.id != after.id


def test_a_tram_never_moves_to_a_bus_platform(city: Store) -> None:
    moved = Simulator(city, Scenario(1, rates=Rates(late=0, early=0, moved=1)))
    rails = {"market-1", "market-2", "central-1", "central-2"}

    platforms = {
        stop.assigned_stop
        for _, update in moved.list_updates(NOON)
        if update.descriptor.route in ("tram-1", "tram-2")
        for stop in update.updates
        if stop.assigned_stop
    }

    assert platforms
    assert platforms <= rails


def test_no_vehicle_runs_two_trips_at_once(simulator: Simulator) -> None:
    for hour in range(24):
        told = simulator.list_updates(NOON + timedelta(hours=hour))
        vehicles = [update.vehicle.id for _, update in told if update.vehicle]
        assert len(vehicles) == len(set(vehicles))


def test_the_timetable_knows_every_trip_that_is_not_added(simulator: Simulator, city: Store) -> None:
    health = observe(simulator, city, NOON).health

    assert (health.matched, health.bad_entities, dict(health.problems)) == (health.updates, 0, {})


def _is_old(update: TripUpdate, now: datetime) -> bool:
    return update.timestamp is None or now - update.timestamp > timedelta(minutes=3)


def _list_expected(update: TripUpdate, store: Store) -> Iterator[datetime]:
    """Give all predicted instants in order; planned trips only where a delay needs the plan."""
    trip, day = update.descriptor.trip, update.descriptor.start_date
    assert trip
    assert day
    rows = {row.sequence: row for row in store.list_stop_times(trip)}
    for stop in update.updates:
        row = rows.get(stop.sequence or 0)
        for event, seconds in ((stop.arrival, row and row.arrival_s), (stop.departure, row and row.departure_s)):
            planned = to_instant(day, seconds or 0, store.info.zone)
            time = to_expected(event, planned)
            if time:
                yield time.astimezone(UTC)


def _list_departures(update: TripUpdate, store: Store) -> list[datetime]:
    planned = _list_planned_departures(update, store)
    pairs = zip(update.updates, planned, strict=False)
    return [to_expected(stop.departure, instant) or instant for stop, instant in pairs]


def _list_planned_departures(update: TripUpdate, store: Store) -> list[datetime]:
    assert update.descriptor.start_date
    trip = TripId(update.descriptor.trip or "")
    return [instant for _, instant in list_planned(store, update.descriptor.start_date, trip)]
