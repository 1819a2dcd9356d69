"""Whatever bytes arrive: facts or one refusal, never another error."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from google.protobuf import json_format
from google.transit import gtfs_realtime_pb2
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.feeds.realtime import build_snapshot, decode, receive
from tests.realtimetext import alert, make_updates, stop, update, vehicle
from tests.server.feeds.realtime.tiny_store import TinyStore

NOW = datetime(2026, 9, 5, 5, tzinfo=UTC)
STORE = TinyStore({"t1": "08:00 north, 08:10 south"})

FEED = make_updates(
    header=NOW,
    entities=[
        update("t1", stop(1, "north", arrival={"time": 1_788_584_400}), stop(2, "south", departure={"delay": 60})),
        update("x", stop(1, "north", arrival={"delay": 1}), schedule_relationship="NEW", start_date="20260905"),
        update("t1", stop(2, stop_time_properties={"assigned_stop_id": "south-2"}), trip_properties={"trip_id": "c"}),
        vehicle("v1", trip="t1", lat=50, lon=24, descriptor={"label": "7"}, stop_id="north", timestamp=1_788_584_400),
        alert(header={"en": "<b>Works</b>"}, url="https://a.example", informed_entity=[{"stop_id": "north"}]),
    ],
)
AS_JSON = json_format.MessageToJson(gtfs_realtime_pb2.FeedMessage.FromString(FEED)).encode()


def read_all(payload: bytes) -> None:
    """Ask everything that a snapshot can answer."""
    try:
        decode(payload)
    except RealtimeRefused as refused:
        str(refused).encode()
    snapshot = build_snapshot([receive(payload, "live", NOW)], STORE)
    for told in snapshot.list_all_updates():
        told.descriptor.relationship.name.encode()
        for call in told.updates:
            snapshot.list_added(call.stop or "")
            snapshot.list_moved_to(call.assigned_stop or "")
    for position in snapshot.list_all_positions():
        snapshot.find_position(position.vehicle.id or "")
    assert 0 <= snapshot.largest_delay_s <= 6 * 3600
    assert 0 <= snapshot.largest_early_s <= 3600
    assert snapshot.health.matched <= snapshot.health.updates
    assert all(t.text.isprintable() for told in snapshot.alerts for t in (*told.header, *told.description))


def mutate(payload: bytes, places: list[tuple[int, int]], cut: int) -> bytes:
    changed = bytearray(payload)
    for place, value in places:
        changed[place % len(changed)] = value
    return bytes(changed[: len(changed) - cut % len(changed)])


PLACES = st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(0, 255)), min_size=1, max_size=6)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_random_bytes(payload: bytes) -> None:
    read_all(payload)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_behind_a_good_header(payload: bytes) -> None:
    read_all(make_updates(header=NOW) + payload)


@settings(max_examples=600, deadline=None)
@given(PLACES, st.one_of(st.just(0), st.integers(0, len(FEED))))
def test_mutated_protobuf(places: list[tuple[int, int]], cut: int) -> None:
    read_all(mutate(FEED, places, cut))


@settings(max_examples=300, deadline=None)
@given(PLACES, st.one_of(st.just(0), st.integers(0, len(AS_JSON))))
def test_mutated_json(places: list[tuple[int, int]], cut: int) -> None:
    read_all(mutate(AS_JSON, places, cut))


@settings(max_examples=100, deadline=None)
@given(PLACES, st.integers(0, 60))
def test_mutated_gzip(places: list[tuple[int, int]], cut: int) -> None:
    read_all(mutate(gzip.compress(FEED), places, cut))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["id", "tripUpdate", "vehicle", "alert", "isDeleted"]), VALUES)
def test_json_with_values_of_the_wrong_kind(name: str, value: object) -> None:
    feed = {"header": {"timestamp": 1_788_584_400}, "entity": [{"id": "1", name: value}]}
    read_all(json.dumps(feed).encode())


@pytest.mark.corpus
@pytest.mark.parametrize(
    "name",
    [
        "pair-bart-2019-08-07/bart-trip-updates.pb",
        "pair-raba-2025-06-08/raba-vehicle-positions.pb",
        "rt-nyct-2021-11/2_delay.nyct.gtfsrt",
        "pair-bart-2018-05-30/BA-added.json",
        "pair-bart-2018-05-30/BA-alerts.json",
    ],
)
@settings(max_examples=20, deadline=None)
@given(places=PLACES, cut=st.one_of(st.just(0), st.integers(0, 1 << 20)))
def test_mutated_captures(corpus: Path, name: str, places: list[tuple[int, int]], cut: int) -> None:
    read_all(mutate((corpus / name).read_bytes(), places, cut))
