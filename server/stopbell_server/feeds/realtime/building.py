"""From what the sources brought to the next snapshot."""

from collections import Counter
from collections.abc import Iterable

from stopbell_server.domain.freshness import DEFAULT_FRESHNESS, FreshnessLimits
from stopbell_server.domain.snapshot import SnapshotHealth
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime.decoding import UPDATES, VEHICLES
from stopbell_server.feeds.realtime.plan_memory import PlanMemory
from stopbell_server.feeds.realtime.snapshot import FeedSnapshot
from stopbell_server.feeds.realtime.source_state import Retrieval, SourceState, advance
from stopbell_server.feeds.realtime.trip_index import TripIndex, index_updates
from stopbell_server.feeds.realtime.vehicle_index import VehicleIndex, index_vehicles


def build_snapshot(
    retrievals: Iterable[Retrieval],
    store: Store,
    previous: FeedSnapshot | None = None,
    limits: FreshnessLimits = DEFAULT_FRESHNESS,
) -> FeedSnapshot:
    """Combine fresh retrievals with what the other sources brought before.

    Sources that are not among the retrievals keep their state. What has not changed is not indexed again,
    so calling this for one source at a time is cheap. Meant for a worker thread: it asks the store.
    """
    states = {state.number: state for state in previous.states} if previous else {}
    for retrieval in retrievals:
        states[retrieval.number] = advance(states.get(retrieval.number), retrieval, limits)
    ordered = tuple(states[number] for number in sorted(states))
    trips = _index_all_trips(ordered, store, previous)
    vehicles = _index_all_vehicles(ordered, previous)
    return FeedSnapshot(ordered, trips, vehicles, _to_health(ordered, trips, vehicles))


def _index_all_trips(
    states: tuple[SourceState, ...], store: Store, previous: FeedSnapshot | None
) -> dict[int, TripIndex]:
    carrying = [(state, state.decoded) for state in states if state.decoded and state.carries(UPDATES)]
    version = store.info.version
    found: dict[int, TripIndex] = {}
    for state, decoded in carrying:
        made_by = state.data_time if len(carrying) > 1 else None
        old = previous.trip_indexes.get(state.number) if previous else None
        if old and old.decoded is decoded and old.memory.version == version and old.made_by == made_by:
            found[state.number] = old
            continue
        memory = old.memory if old and old.memory.version == version else PlanMemory(store)
        found[state.number] = index_updates(decoded, store, memory, made_by)
    return found


def _index_all_vehicles(states: tuple[SourceState, ...], previous: FeedSnapshot | None) -> dict[int, VehicleIndex]:
    carrying = [(state, state.decoded) for state in states if state.decoded and state.carries(VEHICLES)]
    found: dict[int, VehicleIndex] = {}
    for state, decoded in carrying:
        made_by = state.data_time if len(carrying) > 1 else None
        old = previous.vehicle_indexes.get(state.number) if previous else None
        is_same = old is not None and old.decoded is decoded and old.made_by == made_by
        found[state.number] = old if old and is_same else index_vehicles(decoded, made_by)
    return found


def _to_health(
    states: tuple[SourceState, ...], trips: dict[int, TripIndex], vehicles: dict[int, VehicleIndex]
) -> SnapshotHealth:
    decoded = [state.decoded for state in states if state.decoded]
    problems = Counter[str]()
    for counts in (
        *(feed.problems for feed in decoded),
        *(state.problems for state in states),
        *(index.problems for index in trips.values()),
        {"repeated-vehicles": sum(index.repeated for index in vehicles.values())},
    ):
        problems.update(counts)
    return SnapshotHealth(
        sources=tuple(state.to_health() for state in states),
        updates=sum(len(feed.updates) for feed in decoded),
        matched=sum(index.matched for index in trips.values()),
        added=sum(index.added for index in trips.values()),
        bad_entities=sum(feed.bad_entities for feed in decoded),
        problems={name: count for name, count in sorted(problems.items()) if count},
    )
