"""Scanning trip updates from the bytes gives what the library gives, whatever the bytes are."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from google.transit import gtfs_realtime_pb2
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.feeds.realtime import decode, protobuf_feed
from stopbell_server.feeds.realtime.decoding import DecodedFeed
from stopbell_server.feeds.realtime.framing import frame
from stopbell_server.feeds.realtime.service_days import to_day_starts
from stopbell_server.feeds.realtime.trip_facts import to_trip_update
from stopbell_server.feeds.realtime.update_columns import UpdateColumns
from stopbell_server.feeds.realtime.wire import Wire, hash_text
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.server.feeds.realtime.tiny_store import TinyStore

NOW = datetime(2026, 9, 5, 8, tzinfo=UTC)
DAY = 1_788_584_400

Values = st.SearchStrategy[Any]
TEXTS: Values = st.one_of(
    st.text(max_size=20), st.sampled_from(["north", "a" * 64, "b" * 65, "площа Ринок", "12345678"])
)
NUMBERS: Values = st.one_of(
    st.integers(-(2**31), 2**31 - 1), st.sampled_from([0, 1, 127, 128, 16_383, 16_384, -1, -60, 2**31 - 1, -(2**31)])
)
EVENTS: Values = st.fixed_dictionaries(
    {},
    optional={
        "time": st.one_of(st.integers(-(2**63), 2**63 - 1), st.just(DAY)),
        "delay": NUMBERS,
        "uncertainty": NUMBERS,
    },
)
STOPS: Values = st.fixed_dictionaries(
    {},
    optional={
        "stop_sequence": st.integers(0, 2**32 - 1),
        "stop_id": TEXTS,
        "arrival": EVENTS,
        "departure": EVENTS,
        "schedule_relationship": st.sampled_from(["SCHEDULED", "SKIPPED", "NO_DATA", "UNSCHEDULED"]),
        "stop_time_properties": st.fixed_dictionaries({"assigned_stop_id": TEXTS}),
    },
)
TRIPS: Values = st.fixed_dictionaries(
    {},
    optional={
        "trip_id": TEXTS,
        "route_id": TEXTS,
        "start_date": st.sampled_from(["20260905", "2026-09-05", "", "tomorrow", "2026090"]),
        "schedule_relationship": st.sampled_from(["SCHEDULED", "CANCELED", "ADDED", "NEW", "DUPLICATED"]),
        "direction_id": st.integers(0, 2**32 - 1),
    },
)
UPDATES: Values = st.fixed_dictionaries(
    {"trip": TRIPS},
    optional={
        "stop_time_update": st.lists(STOPS, max_size=5),
        "delay": NUMBERS,
        "vehicle": st.fixed_dictionaries({"id": TEXTS}),
        "timestamp": st.integers(0, 2**64 - 1),
        "trip_properties": st.fixed_dictionaries({"trip_id": TEXTS}),
    },
)
ENTITIES: Values = st.fixed_dictionaries(
    {"id": TEXTS},
    optional={
        "trip_update": UPDATES,
        "vehicle": st.fixed_dictionaries({"timestamp": st.integers(0, 2**64 - 1)}),
        "is_deleted": st.booleans(),
    },
)


@contextmanager
def read_by_the_library() -> Generator[None]:
    """Have nothing scanned, so that the library decodes every entity."""
    real = protobuf_feed.scan

    def scan_nothing(*content: Any) -> Any:
        found = real(*content)
        nothing = np.zeros_like(found.is_read)
        return replace(found, is_read=nothing, is_plain=nothing)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(protobuf_feed, "scan", scan_nothing)
        yield


def read(payload: bytes) -> object:
    """Give all that decoding finds out, or the reason why it refuses."""
    try:
        decoded = decode(payload)
    except RealtimeRefused as refused:
        return str(refused)
    return to_content(decoded)


def to_content(decoded: DecodedFeed) -> object:
    columns = {field.name: getattr(decoded.columns, field.name).tolist() for field in fields(UpdateColumns)}
    columns["dates"] = to_day_starts(decoded.columns.dates, TinyStore({}).info).tolist()
    facts = [to_trip_update(message) for message in decoded.updates]
    counts = (decoded.entity_count, decoded.bad_entities, len(decoded.vehicles), dict(decoded.problems))
    moved = [any(told.assigned_stop for told in fact.updates) for fact in facts]
    may_move = [place in decoded.assigning for place in range(len(facts))]
    assert all(may for is_moved, may in zip(moved, may_move, strict=True) if is_moved)
    return decoded.header_time, decoded.trips, decoded.relationships, columns, facts, counts


def to_payload(entities: list[dict[str, Any]]) -> bytes:
    message = gtfs_realtime_pb2.FeedMessage(header={"gtfs_realtime_version": "2.0", "timestamp": DAY}, entity=entities)
    return message.SerializeToString()


@given(st.lists(ENTITIES, max_size=6))
def test_what_is_scanned_is_what_the_library_reads(entities: list[dict[str, Any]]) -> None:
    payload = to_payload(entities)
    with read_by_the_library():
        expected = read(payload)
    assert read(payload) == expected


PLACES = st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(0, 255)), min_size=1, max_size=6)


@given(st.lists(ENTITIES, min_size=1, max_size=6), PLACES)
def test_damaged_bytes_are_scanned_as_the_library_reads_them(
    entities: list[dict[str, Any]], places: list[tuple[int, int]]
) -> None:
    payload = bytearray(to_payload(entities))
    for place, value in places:
        payload[place % len(payload)] = value
    with read_by_the_library():
        expected = read(bytes(payload))
    assert read(bytes(payload)) == expected


@given(TEXTS)
def test_a_text_has_one_number_wherever_it_is_read(text: str) -> None:
    content = text.encode()
    hashed = Wire(b"before" + content).hash_texts(np.array([6]), np.array([len(content)]))
    assert hashed.tolist() == [hash_text(text)]


def test_trip_updates_with_nothing_beside_them_are_not_decoded_before_somebody_asks() -> None:
    payload = make_updates(header=NOW, entities=[update("t1", stop(1, "north", departure={"delay": -60}))])
    assert protobuf_feed.scan(*_to_stretch(payload)).is_plain.tolist() == [True]


@pytest.mark.parametrize(
    "entity",
    [
        update("t1", stop(1, stop_time_properties={"assigned_stop_id": "south"})),
        update("t1", trip_properties={"trip_id": "copy"}),
        update("t1", start_date="2026-09-05"),
        update("t1", stop(1, "x" * 65)),
        vehicle("v1", trip="t1"),
    ],
)
def test_what_is_out_of_the_ordinary_is_left_to_the_library(entity: dict[str, object]) -> None:
    payload = make_updates(header=NOW, entities=[entity])
    assert protobuf_feed.scan(*_to_stretch(payload)).is_plain.tolist() == [False]


def test_a_trip_of_a_thousand_stops_is_read() -> None:
    told = [stop(n, "north", departure={"delay": n}) for n in range(1000)]
    decoded = decode(make_updates(header=NOW, entities=[update("t1", *told)]))
    assert decoded.columns.departure_delays.tolist() == list(range(1000))


def _to_stretch(payload: bytes) -> tuple[bytes, Any, Any]:
    found = frame(payload)
    return payload, np.array(found.bodies), np.array(found.ends)
