"""What is refused before anything is decoded, and what is unpacked or read as JSON instead."""

import gzip
import json

import pytest

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.feeds.realtime import decode, framing, payload
from tests.realtimetext import make_updates, stop, update

FEED = make_updates(
    header=1_788_600_000, entities=[update("t1", stop(1, "north", departure={"delay": 0})), update("t2")]
)


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"", "empty"),
        (b"not valid pb data", "not protobuf"),
        (b"<!DOCTYPE html><html>Login</html>", "web page"),
        (b"<?xml version='1.0'?><error/>", "web page"),
        (b"PK\x03\x04rest of a zip", "ZIP"),
        (gzip.compress(FEED)[:-6], "cut off"),
        (b"\x1f\x8bnothing like it", "damaged"),
        (FEED[:-1], "cut off"),
        (FEED + b"\x00garbage", "not protobuf"),
        (FEED + b"\x12", "cut off"),
        (FEED + b"\x12" + b"\xff" * 100_000, "not protobuf"),
        (FEED + b"\x1a" + b"\xff" * 100_000, "not protobuf"),
        (make_updates(header=None, entities=[update("t1")]), "no header"),
        (make_updates(header={"timestamp": 1, "incrementality": "DIFFERENTIAL"}), "DIFFERENTIAL"),
        (b'{"entity": []}', "no feed header"),
        (b'{"header": {"timestamp": 1}, "entity": [', "damaged or cut off"),
        (b'{"header": {"timestamp": 1}} and more', "damaged or cut off"),
        (b'{"header": ' + b"[" * 100_000, "damaged or cut off"),
    ],
)
def test_what_is_no_feed_is_refused_with_the_reason(sent: bytes, told: str) -> None:
    with pytest.raises(RealtimeRefused, match=told):
        decode(sent)


def test_a_refusal_does_not_repeat_what_was_sent() -> None:
    with pytest.raises(RealtimeRefused) as refused:
        decode(b"Invalid API key: 8c1f-secret")
    assert "secret" not in str(refused.value)


def test_a_packed_feed_is_unpacked() -> None:
    assert len(decode(gzip.compress(FEED)).updates) == 2


def test_a_packed_feed_of_several_members_is_unpacked_whole() -> None:
    assert len(decode(gzip.compress(FEED[:20]) + gzip.compress(FEED[20:])).updates) == 2


def test_a_small_answer_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payload, "MAX_UNPACKED_BYTES", 1_000_000)
    with pytest.raises(RealtimeRefused, match="more than 1000000 bytes"):
        decode(gzip.compress(bytes(50_000_000)))


def test_more_entities_than_any_feed_has_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "MAX_ENTITIES", 1)
    with pytest.raises(RealtimeRefused, match="has 2 entities"):
        decode(FEED)


def test_a_feed_of_a_header_alone_is_a_feed() -> None:
    decoded = decode(make_updates(header=1_788_600_000))
    assert (decoded.entity_count, decoded.kind) == (0, "unknown")


@pytest.mark.parametrize(
    "entity",
    [
        {"id": "1", "tripUpdate": {"trip": {"tripId": "t1", "scheduleRelationship": "CANCELED"}}},
        {"id": "1", "trip_update": {"trip": {"trip_id": "t1", "schedule_relationship": 3}}},
        {"id": "1", "tripUpdate": {"trip": {"tripId": "t1", "scheduleRelationship": 3}, "brandNew": {"a": [1]}}},
    ],
)
@pytest.mark.parametrize("timestamp", [1_788_600_000, "1788600000"])
def test_json_is_read_in_either_spelling(entity: dict[str, object], timestamp: object) -> None:
    sent = json.dumps({"entity": [entity], "header": {"gtfsRealtimeVersion": "2.0", "timestamp": timestamp}})
    decoded = decode(sent.encode())
    assert [(u.trip.trip_id, u.trip.schedule_relationship) for u in decoded.updates] == [("t1", 3)]
    assert decoded.header_time is not None
    assert decoded.header_time.timestamp() == 1_788_600_000


def test_json_may_begin_with_a_byte_order_mark_and_stand_in_a_response() -> None:
    feed = {"header": {"timestamp": 1_788_600_000}, "entity": [{"id": "1", "alert": {}}]}
    decoded = decode(b"\xef\xbb\xbf " + json.dumps({"status": "OK", "response": feed, "error": None}).encode())
    assert decoded.kind == "alerts"


def test_one_bad_json_entity_does_not_lose_the_others() -> None:
    entities = [
        {"id": "1", "tripUpdate": {"trip": {"tripId": "t1"}}},
        {"id": "2", "tripUpdate": {"trip": {"tripId": ["no", "text"]}}},
        17,
        {"id": "3", "tripUpdate": {"trip": {"tripId": "t3"}}},
    ]
    decoded = decode(json.dumps({"header": {"timestamp": 1_788_600_000}, "entity": entities}).encode())
    assert [u.trip.trip_id for u in decoded.updates] == ["t1", "t3"]
    assert decoded.bad_entities == 2
