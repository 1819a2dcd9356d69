"""What every scenario holds, whatever the seed and the hour."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell_server.demonstration.scenario import read_scenario
from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.realtime import StopRelationship, TripRelationship
from stopbell_server.domain.service_day import list_service_days, to_service_seconds
from stopbell_server.domain.snapshot import Snapshot
from stopbell_server.domain.store import Store
from stopbell_server.feeds.simulator.simulator import Simulator
from tests.server.feeds.simulator.stage import Departure, list_departures, observe

SEEDS = (0, 1, 17, 2**40)
INSTANTS = (
    "2026-11-30T03:30:00+02:00",  # a night in winter time
    "2026-11-30T04:59:59+02:00",  # the last night buses and the first trams
    "2026-11-30T08:07:13+02:00",
    "2026-12-05T13:45:00+02:00",  # a Saturday
    "2026-12-25T18:20:00+02:00",  # a holiday that runs as a weekend
    "2026-12-31T23:59:59+02:00",  # two years and two service days
    "2027-03-28T02:50:00+02:00",  # ten minutes before the clock goes forward
    "2027-10-31T03:40:00+03:00",  # before the clock goes back: the hour comes twice
    "2027-10-31T03:40:00+02:00",
    "2027-10-31T04:10:00+02:00",  # the last night buses have begun, the first trams have not
)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("instant", INSTANTS)
def test_every_scenario_holds_each_trouble_within_the_next_hour(city: Store, seed: int, instant: str) -> None:
    now = datetime.fromisoformat(instant).astimezone(UTC)
    snapshot = observe(Simulator(city, read_scenario(seed)), city, now)

    assert find_troubles(snapshot, city, now) == {
        "late",
        "cancelled",
        "skipped",
        "lost",
        "unassigned",
        "silent",
        "unknown access",
    }


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**63), st.datetimes(datetime(2024, 1, 2), datetime(2035, 12, 30)))  # noqa: DTZ001
def test_no_seed_and_no_instant_lacks_a_trouble(city: Store, seed: int, moment: datetime) -> None:
    now = moment.replace(microsecond=0, tzinfo=UTC)
    snapshot = observe(Simulator(city, read_scenario(seed)), city, now)

    assert len(find_troubles(snapshot, city, now)) == 7


def test_every_quarter_hour_of_a_day_holds_each_trouble(city: Store) -> None:
    simulator = Simulator(city, read_scenario(5))
    start = datetime(2026, 12, 1, tzinfo=UTC)
    instants = [start + timedelta(minutes=15 * n, seconds=7 * n) for n in range(96)]

    lacking = {now: 7 - len(find_troubles(observe(simulator, city, now), city, now)) for now in instants}

    assert {now: count for now, count in lacking.items() if count} == {}


def test_a_vehicle_without_a_trip_drives_about(city: Store) -> None:
    now = datetime(2026, 11, 30, 1, 30, tzinfo=UTC)

    positions = observe(Simulator(city, read_scenario(1)), city, now).list_all_positions()

    assert [one.timestamp for one in positions if one.descriptor is None] == [now]


def test_another_seed_gives_other_answers(city: Store) -> None:
    now = datetime(2026, 11, 30, 10, tzinfo=UTC)

    first, second = (Simulator(city, read_scenario(seed)).list_updates(now) for seed in (1, 2))

    same = {key for key, _ in first} & {key for key, _ in second}
    told_first, told_second = dict(first), dict(second)
    assert len(same) > 50
    assert all(told_first[key] != told_second[key] for key in same)


def test_a_simulation_can_be_repeated_in_any_order_of_questions(city: Store) -> None:
    early, late = datetime(2026, 11, 30, 6, tzinfo=UTC), datetime(2026, 11, 30, 9, tzinfo=UTC)
    forward, backward = Simulator(city, read_scenario(4)), Simulator(city, read_scenario(4))

    told = (forward.list_updates(early), forward.list_positions(early), forward.list_updates(late))
    again_late = backward.list_updates(late)

    assert (backward.list_updates(early), backward.list_positions(early), again_late) == told


def find_troubles(snapshot: Snapshot, store: Store, now: datetime) -> set[str]:
    """Name the troubles that a rider who waits somewhere for an hour would meet, judged by what the bytes say."""
    found = {name for one in list_departures(snapshot, store, now) for name in _judge(one, now)}
    return found | ({"silent"} if _has_silent(snapshot, store, now) else set())


def _judge(one: Departure, now: datetime) -> set[str]:
    found = set[str]()
    update = one.update
    assert update.timestamp is not None
    age = now - update.timestamp
    if update.descriptor.relationship is TripRelationship.CANCELED:
        return {"cancelled"}
    if one.told.relationship is StopRelationship.SKIPPED:
        return {"skipped"}
    if one.expected is None:
        return found
    if update.vehicle and update.vehicle.wheelchair is Access.UNKNOWN:
        found.add("unknown access")
    if update.vehicle is None:
        found.add("unassigned")
    if timedelta(minutes=3) < age < timedelta(minutes=30):
        found.add("lost")
    if age <= timedelta(seconds=90) and one.expected - one.planned >= timedelta(minutes=3):
        found.add("late")
    return found


def _has_silent(snapshot: Snapshot, store: Store, now: datetime) -> bool:
    zone, end = store.info.zone, now + timedelta(hours=1)
    stops = [stop.id for stop, _ in store.list_stops_near(46, 31.2, 20_000, 1000)]
    told = {(update.descriptor.trip, update.descriptor.start_date) for update in snapshot.list_all_updates()}
    return any(
        (call.trip, day) not in told and call.sequence < store.list_stop_times(call.trip)[-1].sequence
        for day in list_service_days(now, end, store.info.longest_s, zone)
        for call in store.list_planned_calls(
            map(StopId, stops), day, to_service_seconds(now, day, zone), to_service_seconds(end, day, zone)
        )
    )
