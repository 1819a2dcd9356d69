"""VehiclePositions as facts."""

from datetime import UTC, datetime

import pytest

from stopbell_server.domain.ids import StopId, TripId, VehicleId
from stopbell_server.domain.realtime import (
    Occupancy,
    TripDescriptor,
    Vehicle,
    VehiclePosition,
    VehicleStopStatus,
)
from stopbell_server.feeds.realtime import decode
from stopbell_server.feeds.realtime.vehicle_facts import to_position
from tests.realtimetext import make_updates, vehicle

TIME = 1_788_600_000


def read(entity: dict[str, object]) -> VehiclePosition:
    (message,) = decode(make_updates(header=TIME, entities=[entity])).vehicles
    return to_position(message)


def test_a_whole_position_is_read() -> None:
    entity = vehicle(
        "v1",
        trip="t1",
        position={"latitude": 49.84, "longitude": 24.03, "bearing": 370, "speed": 8.5},
        current_stop_sequence=3,
        stop_id="north",
        current_status="STOPPED_AT",
        timestamp=TIME,
        occupancy_status="FULL",
        occupancy_percentage=0,
    )
    assert read(entity) == VehiclePosition(
        vehicle=Vehicle(VehicleId("v1")),
        descriptor=TripDescriptor(TripId("t1")),
        lat=49.84,
        lon=24.03,
        bearing=10.0,
        speed=8.5,
        sequence=3,
        stop=StopId("north"),
        status=VehicleStopStatus.STOPPED_AT,
        timestamp=datetime.fromtimestamp(TIME, UTC),
        occupancy=Occupancy.FULL,
        occupancy_percent=0,
    )


def test_what_the_feed_leaves_out_is_none() -> None:
    assert read(vehicle("v1")) == VehiclePosition(Vehicle(VehicleId("v1")))


def test_without_a_stop_the_status_means_nothing() -> None:
    assert read(vehicle("v1", current_status="STOPPED_AT")).status is None


def test_a_stop_without_a_status_is_ahead() -> None:
    assert read(vehicle("v1", stop_id="north")).status is VehicleStopStatus.IN_TRANSIT_TO


@pytest.mark.parametrize(
    ("lat", "lon"),
    [(0, 0), (91, 24), (49.8, 181), ("NaN", 24), ("Infinity", "Infinity")],
)
def test_a_place_that_cannot_be_is_no_place(lat: object, lon: object) -> None:
    told = read(vehicle("v1", position={"latitude": lat, "longitude": lon, "bearing": "NaN", "speed": -1}))
    assert (told.lat, told.lon, told.bearing, told.speed) == (None, None, None, None)


def test_half_a_place_is_no_place() -> None:
    assert read(vehicle("v1", position={"latitude": 49.8})).lat is None


def test_no_data_on_occupancy_is_not_an_empty_vehicle() -> None:
    assert read(vehicle("v1", occupancy_status="NO_DATA_AVAILABLE")).occupancy is None
    assert read(vehicle("v1", occupancy_status="EMPTY")).occupancy is Occupancy.EMPTY
