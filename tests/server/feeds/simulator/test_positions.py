"""Vehicle positions of a simulation: on the way, moving, and honest about their age."""

from datetime import UTC, datetime, timedelta
from math import cos, hypot, radians

import pytest

from stopbell_server.demonstration.scenario import read_scenario
from stopbell_server.domain.access import Access
from stopbell_server.domain.realtime import StopRelationship, VehiclePosition, VehicleStopStatus
from stopbell_server.domain.store import Store
from stopbell_server.feeds.simulator.simulator import Simulator

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def simulator(city: Store) -> Simulator:
    return Simulator(city, read_scenario(7))


def test_a_vehicle_that_stands_at_a_stop_is_within_a_few_metres_of_it(simulator: Simulator, city: Store) -> None:
    standing = [one for one in _list_over_a_while(simulator) if one.status is VehicleStopStatus.STOPPED_AT]

    assert len(standing) > 50
    assert max(_measure_to_stop(one, city) for one in standing) < 100


def test_a_vehicle_on_its_way_is_never_farther_than_the_longest_leg(simulator: Simulator, city: Store) -> None:
    moving = [one for one in _list_over_a_while(simulator) if one.status is VehicleStopStatus.IN_TRANSIT_TO]

    assert len(moving) > 50
    assert max(_measure_to_stop(one, city) for one in moving) < 4000


def test_a_vehicle_comes_nearer_to_its_next_stop(simulator: Simulator, city: Store) -> None:
    before = {one.vehicle.id: one for _, one in simulator.list_positions(NOON)}
    after = {one.vehicle.id: one for _, one in simulator.list_positions(NOON + timedelta(seconds=40))}
    same_leg = [
        (before[key], after[key])
        for key in before.keys() & after.keys()
        if before[key].stop and before[key].stop == after[key].stop
        if before[key].status is VehicleStopStatus.IN_TRANSIT_TO and before[key].timestamp != after[key].timestamp
    ]

    assert same_leg
    assert all(_measure_to_stop(late, city) < _measure_to_stop(soon, city) for soon, late in same_leg)


def test_most_vehicles_report_within_seconds_and_a_lost_one_does_not(simulator: Simulator) -> None:
    ages = [NOON - one.timestamp for _, one in simulator.list_positions(NOON) if one.timestamp]

    fresh = [age for age in ages if age < timedelta(seconds=20)]
    lost = [age for age in ages if age >= timedelta(seconds=20)]
    assert len(fresh) > len(lost) > 0
    assert timedelta(minutes=4) <= min(lost) <= max(lost) < timedelta(minutes=14)


def test_vehicles_say_all_that_can_be_said_of_their_access(simulator: Simulator) -> None:
    told = {one.vehicle.wheelchair for _, one in simulator.list_positions(NOON)}

    assert told == {None, Access.UNKNOWN, Access.YES, Access.NO}


def test_some_vehicles_count_their_riders_and_some_do_not(simulator: Simulator) -> None:
    told = {one.occupancy for _, one in simulator.list_positions(NOON)}

    assert None in told
    assert len(told) >= 4


def test_no_vehicle_is_in_two_places(simulator: Simulator) -> None:
    ids = [one.vehicle.id for _, one in simulator.list_positions(NOON)]

    assert len(ids) == len(set(ids))


def test_a_vehicle_skips_the_stop_that_its_trip_skips(simulator: Simulator) -> None:
    updates = {update.descriptor: update for _, update in simulator.list_updates(NOON)}
    for one in _list_over_a_while(simulator):
        told = updates[one.descriptor].updates if one.descriptor in updates else ()
        skipped = [stop.sequence for stop in told if stop.relationship is StopRelationship.SKIPPED]
        assert one.sequence is None or one.sequence not in skipped


def _list_over_a_while(simulator: Simulator) -> list[VehiclePosition]:
    instants = [NOON + timedelta(minutes=n) for n in range(10)]
    return [one for now in instants for _, one in simulator.list_positions(now)]


def _measure_to_stop(one: VehiclePosition, store: Store) -> float:
    assert one.stop
    stop = store.find_stop(one.stop)
    assert stop
    assert stop.lat is not None
    assert stop.lon is not None
    assert one.lat is not None
    assert one.lon is not None
    return 111_195 * hypot(one.lat - stop.lat, (one.lon - stop.lon) * cos(radians(stop.lat)))
