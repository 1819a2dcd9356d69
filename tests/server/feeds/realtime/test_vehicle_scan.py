"""Scanning vehicle positions from the bytes gives what the library gives, whatever the bytes are."""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from google.transit import gtfs_realtime_pb2
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.feeds.realtime import decode, protobuf_feed
from stopbell_server.feeds.realtime.decoding import DecodedFeed
from stopbell_server.feeds.realtime.update_columns import ARRIVAL, DEPARTURE
from stopbell_server.feeds.realtime.vehicle_columns import read_vehicle_columns
from tests.realtimetext import make_updates, stop, update, vehicle

NOW = 1_788_584_400
Values = st.SearchStrategy[Any]
TEXTS: Values = st.one_of(st.text(max_size=20), st.sampled_from(["t1", "a" * 64, "b" * 65, "площа Ринок"]))
TRIPS: Values = st.fixed_dictionaries({}, optional={"trip_id": TEXTS, "start_date": TEXTS, "start_time": TEXTS})
DESCRIPTORS: Values = st.fixed_dictionaries({}, optional={"id": TEXTS, "label": TEXTS, "license_plate": TEXTS})
REPORTS: Values = st.fixed_dictionaries(
    {},
    optional={
        "trip": TRIPS,
        "vehicle": DESCRIPTORS,
        "current_stop_sequence": st.integers(0, 2**32 - 1),
        "current_status": st.sampled_from(["INCOMING_AT", "STOPPED_AT", "IN_TRANSIT_TO"]),
        "timestamp": st.one_of(st.integers(0, 2**63 - 1), st.just(NOW), st.just(NOW * 1000)),
        "stop_id": TEXTS,
        "position": st.just({"latitude": 49.8, "longitude": 24.0, "speed": 7.5}),
        "congestion_level": st.just("STOP_AND_GO"),
        "multi_carriage_details": st.just([{"carriage_sequence": 1, "label": "A"}]),
    },
)
ENTITIES: Values = st.lists(
    st.one_of(
        REPORTS.map(lambda body: {"vehicle": body}),
        REPORTS.map(lambda body: {"vehicle": body, "trip_update": {"trip": {"trip_id": "t1"}}}),
        st.just(update("t2", stop(1))),
        st.just({"is_deleted": True}),
    ),
    max_size=8,
)


def to_differences(decoded: DecodedFeed) -> list[str]:
    """Name the columns in which the library, asked one by one, says something else."""
    read = read_vehicle_columns(decoded.vehicles)
    names = [field.name for field in fields(read)]
    return [name for name in names if not np.array_equal(getattr(decoded.reports, name), getattr(read, name))]


@given(ENTITIES)
def test_what_is_scanned_is_what_the_library_reads(entities: list[dict[str, Any]]) -> None:
    decoded = decode(make_updates(header=NOW, entities=entities))

    assert to_differences(decoded) == []


@given(ENTITIES, st.integers(0, 400), st.binary(min_size=1, max_size=3))
def test_damaged_bytes_are_read_as_the_library_reads_them(
    entities: list[dict[str, Any]], place: int, damage: bytes
) -> None:
    whole = make_updates(header=NOW, entities=entities)
    place = min(place, len(whole))
    try:
        decoded = decode(whole[:place] + damage + whole[place + len(damage) :])
    except RealtimeRefused:
        return

    assert to_differences(decoded) == []


def test_many_pieces_keep_the_vehicles_in_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protobuf_feed, "_STRETCH_BYTES", 300)
    monkeypatch.setattr(protobuf_feed, "_PIECE_BYTES", 90)
    entities = [
        update(f"t{n}", stop(1, "a"))
        if n % 3
        else vehicle(f"bus-{n}", trip={"trip_id": f"t{n}"}, current_stop_sequence=n, timestamp=NOW)
        for n in range(40)
    ]
    decoded = decode(make_updates(header=NOW, entities=entities))

    assert decoded.reports.sequences.tolist() == [n for n in range(40) if not n % 3]
    assert to_differences(decoded) == []


def test_a_vehicle_that_is_written_in_two_parts_is_put_together() -> None:
    first = gtfs_realtime_pb2.FeedEntity(id="0")
    first.vehicle.trip.trip_id = "t1"
    second = gtfs_realtime_pb2.FeedEntity(id="0")
    second.vehicle.current_stop_sequence = 4
    both = first.SerializePartialToString() + second.SerializePartialToString()
    header = make_updates(header=NOW)
    decoded = decode(header + b"\x12" + bytes([len(both)]) + both)

    assert decoded.reports.sequences.tolist() == [4]
    assert to_differences(decoded) == []


def test_only_a_given_uncertainty_of_zero_is_certain() -> None:
    told = (
        stop(1, arrival={"time": NOW, "uncertainty": 0}, departure={"time": NOW}),
        stop(2, arrival={"time": NOW, "uncertainty": 30}, departure={"time": NOW, "uncertainty": 0}),
        stop(3, arrival={"time": NOW}, departure={"delay": 60}),
    )
    decoded = decode(make_updates(header=NOW, entities=[update("t1", *told)]))

    assert decoded.columns.certain.tolist() == [int(ARRIVAL), int(DEPARTURE), 0]
