"""Where one vehicle is: by number, by plate or by its journey, with the age of what is known."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from stopbell_server.domain.access import Access
from stopbell_server.domain.fleet import FleetRegistry, FleetRule
from stopbell_server.world import World
from tests.asking import ask
from tests.realtimetext import make_updates, vehicle
from tests.town import NOON_POSIX, with_live


def place(town: World, *vehicles: dict[str, Any], age_s: int = 0, **arguments: Any) -> Any:
    live = [make_updates(header=NOON_POSIX, entities=vehicles)]
    world = replace(with_live(town, live), now=town.now + timedelta(seconds=age_s))
    return ask(world, "get_vehicle_position", **arguments)


def report(vehicle_id: str | None = "bus-7", *, trip: Any = None, **fields: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"lat": 49.8461, "lon": 24.03, "timestamp": NOON_POSIX - 20, "descriptor": {"label": "412"}}
    return vehicle(vehicle_id, trip=trip or {"trip_id": "t1", "start_date": "20261130"}, **(given | fields))


@pytest.mark.parametrize(
    "asked", ["bus-7", "town:bus-7", "mobility://physical-vehicle/town/bus-7", "412", "AA 1234 BB", "aa-1234-bb"]
)
def test_a_vehicle_is_found_by_id_address_label_and_plate(town: World, asked: str) -> None:
    bus = report(descriptor={"label": "412", "license_plate": "AA1234BB"})
    assert place(town, bus, vehicle=asked).data["vehicle"]["id"] == "town:bus-7"


def test_a_plate_is_never_given_back(town: World) -> None:
    answer = place(town, report(descriptor={"license_plate": "AA1234BB"}), vehicle="AA1234BB")
    assert "AA1234BB" not in str(answer.structured) + answer.text


def test_the_place_is_told_by_the_nearest_stop_with_the_age_of_the_report(town: World) -> None:
    answer = place(town, report(), vehicle="412")
    assert answer.text == (
        "10А to Озеро, 110 metres north of Bridge Street, reported 20 seconds ago, vehicle 412, "
        "not wheelchair accessible."
    )
    assert answer.data["nearest"]["bearing"] == "north"


def test_the_place_is_told_in_ukrainian(town: World) -> None:
    answer = place(town, report(), vehicle="412", language="uk")
    assert answer.text.startswith("10А, напрямок: Озеро, 110 метрів на північ від зупинки Вулиця Мостова, ")


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("STOPPED_AT", "stands at Market"),
        ("INCOMING_AT", "coming in at Market"),
        ("IN_TRANSIT_TO", "next stop Market"),
    ],
)
def test_what_it_reports_of_its_stop_is_told(town: World, status: str, words: str) -> None:
    assert words in place(town, report(current_stop_sequence=3, current_status=status), vehicle="412").text


def test_a_report_that_is_too_old_is_told_as_the_last_known_place(town: World) -> None:
    bus = report(current_stop_sequence=3, current_status="STOPPED_AT")
    answer = place(town, bus, vehicle="412", age_s=600)
    assert answer.status["code"] == "vehicle-lost"
    assert answer.text.startswith("10А to Озеро, no contact with the vehicle for 10 minutes, last known place: ")
    assert "stands at" not in answer.text


def test_a_forgotten_report_does_not_say_that_there_is_no_vehicle(town: World) -> None:
    answer = place(town, report(), vehicle="412", age_s=3600)
    assert (answer.status["code"], answer.status["retryable"]) == ("unknown-vehicle", True)
    assert "There is no recent report of a vehicle 412." in answer.text


def test_a_number_that_several_vehicles_carry_is_asked_back(town: World) -> None:
    answer = place(town, report("bus-7"), report("tram-7", trip="v1"), vehicle="412")
    assert answer.status["code"] == "ambiguous-vehicle"
    assert [one["id"] for one in answer.status["candidates"]] == ["town:bus-7", "town:tram-7"]
    assert [one["label"] for one in answer.status["candidates"]] == ["10А, Озеро", "7, Ринок"]


def test_a_vehicle_is_found_by_its_journey(town: World) -> None:
    answer = place(town, report(), journey="mobility://monitored-vehicle-journey/town/2026-11-30/t1")
    assert answer.data["vehicle"]["label"] == "412"
    assert answer.data["journey"] == "mobility://monitored-vehicle-journey/town/2026-11-30/t1"
    assert answer.links == (answer.data["journey"],)


def test_a_journey_without_a_report_has_no_place(town: World) -> None:
    answer = place(town, report(), journey="t3")
    assert (answer.status["code"], answer.status["state"]) == ("vehicle-not-reported", "unresolved")
    assert "vehicle" not in answer.data


def test_a_feed_that_says_nothing_of_places_is_named(town: World) -> None:
    answer = ask(with_live(town, None), "get_vehicle_position", vehicle="412")
    assert answer.status["code"] == "no-vehicle-data"
    assert "Town Transport" in answer.text


def test_a_vehicle_without_place_or_stop_is_told_so(town: World) -> None:
    answer = place(town, report(lat=None, lon=None), vehicle="412")
    assert "its place is not reported" in answer.text


def test_what_a_fleet_file_knows_of_a_vehicle_is_told_and_what_it_does_not_is_left_out(town: World) -> None:
    rule = FleetRule(re.compile("low-9"), "id", ramp=Access.YES, audio=Access.NO)
    world = World((replace(town.feeds[0], fleet=FleetRegistry((rule,))),), town.now)
    asked = ask(world, "get_vehicle_position", vehicle="town:low-9")
    vehicle = asked.data["vehicle"]
    assert (vehicle["ramp"], vehicle["audio"]) == (True, False)
    assert "kneeling" not in vehicle
    assert "ramp, no announcements on board" in asked.text
    assert "kerb" not in asked.text
