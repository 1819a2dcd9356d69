"""What is kept of a feed's entities, and what is counted against it."""

from datetime import UTC, datetime

import pytest

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.feeds.realtime import decode
from tests.realtimetext import alert, make_updates, stop, update, vehicle

TIME = 1_788_600_000


def test_content_says_what_a_source_carries() -> None:
    mixed = make_updates(header=TIME, entities=[update("t1"), vehicle("v1"), alert(header="Lift out of order")])
    assert decode(mixed).kind == "updates+vehicles+alerts"


def test_an_entity_may_carry_an_update_and_its_vehicle() -> None:
    both = make_updates(header=TIME, entities=[update("t1") | vehicle("v1", trip="t1")])
    decoded = decode(both)
    assert (len(decoded.updates), len(decoded.vehicles), decoded.entity_count) == (1, 1, 1)


def test_a_damaged_entity_is_counted_and_the_others_stay() -> None:
    damaged = b"\x12\x04\x0a\x03ab"  # the id promises more bytes than the entity has
    feed = make_updates(header=TIME, entities=[update("t1")])
    decoded = decode(feed + damaged + make_updates(header=None, entities=[update("t2")]))
    assert [u.trip.trip_id for u in decoded.updates] == ["t1", "t2"]
    assert (decoded.bad_entities, decoded.entity_count) == (1, 3)


def test_a_feed_of_damaged_entities_only_is_refused() -> None:
    with pytest.raises(RealtimeRefused, match="none of the feed's 2 entities"):
        decode(make_updates(header=TIME) + b"\x12\x04\x0a\x03ab" * 2)


def test_fields_of_later_versions_are_stepped_over() -> None:
    later = b"\x98\x3f\x07" + b"\xa2\x3f\x02hi" + b"\xa9\x3f12345678" + b"\xad\x3f1234"  # fields 1011 to 1013
    feed = make_updates(header=TIME, entities=[update("t1")])
    decoded = decode(later + feed + later + make_updates(header=None, entities=[update("t2")]) + later)
    assert [u.trip.trip_id for u in decoded.updates] == ["t1", "t2"]


def test_deleted_entities_are_left_out_and_counted() -> None:
    feed = make_updates(header=TIME, entities=[update("t1"), update("t2") | {"is_deleted": True}])
    decoded = decode(feed)
    assert [u.trip.trip_id for u in decoded.updates] == ["t1"]
    assert decoded.problems == {"deleted-entities": 1}


def test_an_update_that_names_no_trip_at_all_is_a_bad_entity() -> None:
    nameless = {"trip_update": {"stop_time_update": [stop(1, "north")]}}
    decoded = decode(make_updates(header=TIME, entities=[nameless, update("t1")]))
    assert (len(decoded.updates), decoded.bad_entities) == (1, 1)


@pytest.mark.parametrize(
    ("timestamp", "time", "problems"),
    [
        (TIME, datetime.fromtimestamp(TIME, UTC), {}),
        (TIME * 1000, datetime.fromtimestamp(TIME, UTC), {"millisecond-times": 1}),
        (0, None, {}),
        (17, None, {"impossible-times": 1}),
        (2**64 - 1, None, {"impossible-times": 1}),
    ],
)
def test_the_header_time_is_read_or_known_to_be_missing(
    timestamp: int, time: datetime | None, problems: dict[str, int]
) -> None:
    decoded = decode(make_updates(header=timestamp))
    assert (decoded.header_time, decoded.problems) == (time, problems)


def test_a_long_feed_is_decoded_whole_and_in_order() -> None:
    trips = [f"trip-{number}" for number in range(3000)]
    entities = [update(trip, *(stop(n, f"stop-{n}", arrival={"delay": n}) for n in range(1, 9))) for trip in trips]
    decoded = decode(make_updates(header=TIME, entities=entities))
    assert [u.trip.trip_id for u in decoded.updates] == trips
