"""Calls on the wire."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from stopbell_server.contract.from_calls import to_monitored_call
from stopbell_server.contract.naming import Naming
from stopbell_server.domain.access import Access, AccessFact, AccessSource, AccessVerdict
from stopbell_server.domain.calls import Call, CallKind, Times
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.ids import StopId, TripId, VehicleId
from stopbell_server.domain.network import Boarding
from stopbell_server.domain.realtime import Occupancy, Vehicle
from tests.contract.facts import KYIV, NOW, STOP, Untranslated, make_call

UKRAINIAN = Naming(Untranslated(), "uk", "uk")


def to_wire(call: Call, kind: CallKind = CallKind.DEPARTURES, *, clock_ok: bool = True) -> dict[str, Any]:
    return to_monitored_call(call, kind, UKRAINIAN, KYIV, NOW, clock_ok=clock_ok).to_wire()


def test_a_live_call_crosses_whole() -> None:
    vehicle = Vehicle(id=VehicleId("v7"), label="1207", plate="BC 0001 AA")
    access = AccessVerdict(
        AccessFact(Access.YES, AccessSource.STATION), AccessFact(Access.YES, AccessSource.FLEET), Access.YES
    )
    call = make_call(
        vehicle=vehicle,
        access=access,
        destination="Пасічна, кінцева",
        occupancy=Occupancy.FEW_SEATS_AVAILABLE,
        stops_away=2,
        departure=Times(NOW.replace(minute=5), NOW.replace(minute=7), uncertainty_s=0),
    )
    assert to_wire(call) == {
        "type": "MonitoredCall",
        "line": "T02",
        "lineId": "r1",
        "mode": "tram",
        "headsign": "Пасічна",
        "destination": "Пасічна, кінцева",
        "tripId": "t1",
        "serviceDay": "2026-11-30",
        "stopId": "707",
        "stopSequence": 3,
        "scheduledArrival": "2026-11-30T10:05:00+02:00",
        "expectedArrival": "2026-11-30T10:07:00+02:00",
        "scheduledDeparture": "2026-11-30T10:05:00+02:00",
        "expectedDeparture": "2026-11-30T10:07:00+02:00",
        "delaySeconds": 120,
        "uncertaintySeconds": 0,
        "minutes": 7,
        "certainty": "live",
        "status": "running",
        "stopsAway": 2,
        "vehicleId": "v7",
        "vehicleLabel": "1207",
        "occupancy": "few-seats",
        "access": {
            "verdict": "yes",
            "stop": {"value": "yes", "source": "station"},
            "vehicle": {"value": "yes", "source": "fleet"},
            "lowFloor": "yes",
        },
        "journey": "mobility://monitored-vehicle-journey/lviv/2026-11-30/t1",
    }


def test_what_is_not_known_is_left_out() -> None:
    bare = make_call(
        route=None,
        route_label=None,
        trip=None,
        sequence=None,
        headsign=None,
        destination=None,
        arrival=Times(),
        departure=Times(),
        certainty=Certainty.NONE,
    )
    assert to_wire(bare) == {
        "type": "MonitoredCall",
        "serviceDay": "2026-11-30",
        "stopId": "707",
        "certainty": "none",
        "status": "running",
        "access": {
            "verdict": "unknown",
            "stop": {"value": "unknown", "source": "none"},
            "vehicle": {"value": "unknown", "source": "none"},
            "lowFloor": "unknown",
        },
    }


def test_a_timetable_call_has_no_expected_time_and_no_delay() -> None:
    planned = Times(scheduled=NOW.replace(minute=5))
    wire = to_wire(make_call(arrival=planned, departure=planned, certainty=Certainty.TIMETABLE))
    assert {"expectedArrival", "expectedDeparture", "observedArrival", "delaySeconds"}.isdisjoint(wire)
    assert wire["minutes"] == 5


def test_a_past_time_is_not_called_observed() -> None:
    past = Times(scheduled=NOW - timedelta(minutes=5))
    wire = to_wire(make_call(arrival=past, departure=past, certainty=Certainty.TIMETABLE))
    assert {"observedArrival", "observedDeparture", "minutes"}.isdisjoint(wire)


def test_an_early_vehicle_has_a_negative_delay() -> None:
    early = Times(scheduled=NOW.replace(minute=5), expected=NOW.replace(minute=4))
    assert to_wire(make_call(departure=early))["delaySeconds"] == -60


def test_missing_uncertainty_is_not_zero() -> None:
    assert "uncertaintySeconds" not in to_wire(make_call())


@pytest.mark.parametrize("status", [CallStatus.CANCELLED, CallStatus.SKIPPED, CallStatus.REPLACED])
def test_what_does_not_come_has_no_minutes(status: CallStatus) -> None:
    wire = to_wire(make_call(status=status))
    assert "minutes" not in wire
    assert wire["scheduledDeparture"] == "2026-11-30T10:05:00+02:00"


def test_no_minutes_are_given_by_a_clock_that_cannot_be_believed() -> None:
    wire = to_wire(make_call(), clock_ok=False)
    assert "minutes" not in wire
    assert wire["expectedDeparture"] == "2026-11-30T10:07:00+02:00"


def test_a_frequency_call_gives_a_headway_instead_of_minutes() -> None:
    wire = to_wire(make_call(certainty=Certainty.FREQUENCY, headway_s=600, start_s=30_600))
    assert "minutes" not in wire
    assert (wire["headwayMinutes"], wire["startTime"]) == (10, "08:30:00")
    assert wire["journey"].endswith("/t1%4008%3A30%3A00")


def test_arrivals_count_to_the_arrival() -> None:
    call = make_call(arrival=Times(NOW.replace(minute=3)), departure=Times(NOW.replace(minute=9)))
    assert to_wire(call, CallKind.ARRIVALS)["minutes"] == 3
    assert to_wire(call, CallKind.DEPARTURES)["minutes"] == 9


def test_boarding_is_said_of_the_end_that_was_asked_for() -> None:
    call = make_call(pickup=Boarding.PHONE_AGENCY, drop_off=Boarding.REGULAR)
    assert to_wire(call)["boarding"] == "phone"
    assert "boarding" not in to_wire(call, CallKind.ARRIVALS)


def test_a_moved_call_names_the_platform_it_was_planned_at() -> None:
    here = replace(STOP, id=StopId("707b"), platform="2")
    wire = to_wire(make_call(stop=here, planned_stop=replace(STOP, platform="1")))
    assert (wire["stopId"], wire["platform"], wire["plannedPlatform"]) == ("707b", "2", "1")


def test_a_destination_equal_to_the_headsign_is_not_repeated() -> None:
    assert "destination" not in to_wire(make_call(headsign="ПАСІЧНА", destination="Пасічна"))


def test_a_licence_plate_never_crosses() -> None:
    wire = to_wire(make_call(vehicle=Vehicle(plate="BC 0001 AA")))
    assert "BC 0001 AA" not in str(wire)


def test_control_characters_of_a_feed_do_not_cross() -> None:
    wire = to_wire(make_call(headsign="Па\x1b[31mсіч\u202eна\x07", vehicle=Vehicle(label="12\x0007")))
    assert wire["headsign"] == "Па[31mсічна"
    assert wire["vehicleLabel"] == "1207"


def test_a_full_call_stays_below_900_bytes() -> None:
    call = make_call(
        vehicle=Vehicle(id=VehicleId("100200300"), label="1207"),
        headsign="Вулиця Пасічна через Площу Ринок",
        destination="Вулиця Пасічна",
        trip=TripId("12042026-OCT26-MVS-BUS-Weekday-03"),
        occupancy=Occupancy.STANDING_ROOM_ONLY,
        stops_away=12,
        is_approximate=True,
    )
    model = to_monitored_call(call, CallKind.DEPARTURES, UKRAINIAN, KYIV, NOW, clock_ok=True)
    assert len(model.model_dump_json(by_alias=True, exclude_none=True).encode()) <= 900
