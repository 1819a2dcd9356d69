"""TripUpdates as facts: what is absent is None, what is zero is zero."""

from datetime import UTC, date, datetime

import pytest

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import RouteId, StopId, TripId, VehicleId
from stopbell_server.domain.realtime import (
    Occupancy,
    StopRelationship,
    StopTimeEvent,
    StopTimeUpdate,
    TripDescriptor,
    TripRelationship,
    TripUpdate,
    Vehicle,
)
from stopbell_server.feeds.realtime import decode
from stopbell_server.feeds.realtime.trip_facts import to_trip_update
from tests.realtimetext import make_updates, stop, update

TIME = 1_788_600_000


def read(entity: dict[str, object]) -> TripUpdate:
    (message,) = decode(make_updates(header=TIME, entities=[entity])).updates
    return to_trip_update(message)


def test_a_whole_update_is_read() -> None:
    entity = update(
        "t1",
        stop(
            4,
            "north",
            arrival={"time": TIME, "delay": 60, "uncertainty": 0},
            departure={"time": TIME + 30},
            departure_occupancy_status="FEW_SEATS_AVAILABLE",
            stop_time_properties={"assigned_stop_id": "north-2", "stop_headsign": "Port"},
        ),
        route_id="line",
        direction_id=0,
        start_date="20260905",
        start_time="25:10:00",
        schedule_relationship="ADDED",
        timestamp=TIME - 5,
        delay=-30,
        trip_properties={
            "trip_id": "t1-copy",
            "start_date": "20260906",
            "start_time": "7:05:00",
            "trip_headsign": "Harbour",
            "trip_short_name": "IC 7",
        },
        vehicle={
            "id": "v1",
            "label": "Tram 12",
            "license_plate": "BC 1",
            "wheelchair_accessible": "WHEELCHAIR_ACCESSIBLE",
        },
    )
    assert read(entity) == TripUpdate(
        descriptor=TripDescriptor(
            trip=TripId("t1"),
            route=RouteId("line"),
            direction=0,
            start_date=date(2026, 9, 5),
            start_s=25 * 3600 + 600,
            relationship=TripRelationship.ADDED,
        ),
        updates=(
            StopTimeUpdate(
                sequence=4,
                stop=StopId("north"),
                arrival=StopTimeEvent(TIME, 60, 0),
                departure=StopTimeEvent(TIME + 30),
                assigned_stop=StopId("north-2"),
                headsign="Port",
                occupancy=Occupancy.FEW_SEATS_AVAILABLE,
            ),
        ),
        vehicle=Vehicle(VehicleId("v1"), "Tram 12", "BC 1", Access.YES),
        timestamp=datetime.fromtimestamp(TIME - 5, UTC),
        delay_s=-30,
        headsign="Harbour",
        short_name="IC 7",
        new_trip=TripId("t1-copy"),
        new_start_date=date(2026, 9, 6),
        new_start_s=7 * 3600 + 300,
    )


def test_what_the_feed_leaves_out_is_none() -> None:
    assert read(update("t1", stop(None, "north"))) == TripUpdate(
        TripDescriptor(TripId("t1")), (StopTimeUpdate(stop=StopId("north")),)
    )


def test_a_delay_of_zero_is_a_value() -> None:
    told = read(update("t1", stop(0, departure={"delay": 0}), delay=0))
    assert (told.delay_s, told.updates[0].sequence, told.updates[0].departure) == (0, 0, StopTimeEvent(delay_s=0))


@pytest.mark.parametrize(
    ("event", "fact"),
    [
        ({"time": TIME * 1000}, StopTimeEvent(TIME)),
        ({"time": TIME * 1000, "delay": 5}, StopTimeEvent(TIME, 5)),
        ({"time": 0, "delay": 5}, StopTimeEvent(None, 5)),
        ({"time": -1}, None),
        ({"time": 2**62}, None),
        ({"uncertainty": 10}, None),
        ({"time": TIME, "uncertainty": -1}, StopTimeEvent(TIME)),
        ({}, None),
    ],
)
def test_an_impossible_time_is_not_told(event: dict[str, int], fact: StopTimeEvent | None) -> None:
    assert read(update("t1", stop(1, arrival=event))).updates[0].arrival == fact


def test_times_beside_no_data_are_dropped() -> None:
    told = read(update("t1", stop(1, schedule_relationship="NO_DATA", arrival={"delay": 9}, departure={"time": TIME})))
    assert told.updates == (StopTimeUpdate(1, relationship=StopRelationship.NO_DATA),)


@pytest.mark.parametrize(
    ("given", "in_order"),
    [
        ([3, 1, 2], [1, 2, 3]),
        ([None, 3, None, 1], [None, 1, None, 3]),
        ([2, 2, 1], [1, 2, 2]),
    ],
)
def test_updates_are_put_in_order_where_they_have_a_sequence(
    given: list[int | None], in_order: list[int | None]
) -> None:
    told = read(update("t1", *(stop(sequence, f"s{place}") for place, sequence in enumerate(given))))
    assert [u.sequence for u in told.updates] == in_order
    assert len({u.stop for u in told.updates}) == len(given)


@pytest.mark.parametrize(
    ("named", "access"),
    [
        (None, None),
        ("NO_VALUE", None),
        ("UNKNOWN", Access.UNKNOWN),
        ("WHEELCHAIR_ACCESSIBLE", Access.YES),
        ("WHEELCHAIR_INACCESSIBLE", Access.NO),
    ],
)
def test_no_value_keeps_the_plan_and_unknown_is_a_word_of_its_own(named: str | None, access: Access | None) -> None:
    fields = {} if named is None else {"wheelchair_accessible": named}
    told = read(update("t1", vehicle={"id": "v1"} | fields))
    assert told.vehicle == Vehicle(VehicleId("v1"), wheelchair=access)


def test_no_data_on_occupancy_is_not_an_empty_vehicle() -> None:
    told = read(update("t1", stop(1, departure_occupancy_status="NO_DATA_AVAILABLE")))
    assert told.updates[0].occupancy is None


@pytest.mark.parametrize(
    ("start_date", "start_time", "day", "seconds"),
    [
        ("20260230", "08:61:00", None, None),
        ("2026-09-05", "08:00", date(2026, 9, 5), 8 * 3600),
        ("", "", None, None),
        ("tomorrow", "noon", None, None),
        ("٢٠٢٦٠٩٠٥", "٠٨:٠٠:٠٠", None, None),
    ],
)
def test_a_start_that_cannot_be_read_counts_as_not_given(
    start_date: str, start_time: str, day: date | None, seconds: int | None
) -> None:
    told = read(update("t1", start_date=start_date, start_time=start_time)).descriptor
    assert (told.start_date, told.start_s) == (day, seconds)


def test_text_for_people_is_cleaned_and_ids_stay_as_they_are() -> None:
    told = read(update(" t\u202e1", vehicle={"id": "v 1 ", "label": "Tram\x1b[31m\n 12\u202e"}))
    assert told.descriptor.trip == " t\u202e1"
    assert told.vehicle == Vehicle(VehicleId("v 1 "), "Tram[31m 12")


def test_broken_utf8_costs_the_letter_and_not_the_feed() -> None:
    feed = make_updates(header=TIME, entities=[update("abc", vehicle={"label": "Lin?e"})])
    (message,) = decode(feed.replace(b"Lin?e", b"Lin\xffe").replace(b"abc", b"a\xfec")).updates
    told = to_trip_update(message)
    assert (told.descriptor.trip, told.vehicle) == ("a\ufffdc", Vehicle(label="Lin\ufffde"))


@pytest.mark.parametrize("relationship", [r.name for r in TripRelationship])
def test_every_relationship_has_its_word(relationship: str) -> None:
    assert read(update("t1", schedule_relationship=relationship)).descriptor.relationship.name == relationship
