"""A journey followed stop by stop: what is behind it, what is next, and what says so."""

from datetime import timedelta
from typing import Any

import pytest

from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.town import NOON_AT, NOON_POSIX, with_live

DAY = "20261130"
MARKET = "м/1:а б"


def follow(town: World, minutes: int, *entities: Any, age_s: int = 20, **arguments: Any) -> Asked:
    """Ask for t1 (12:03 station, 12:06 bridge, 12:12 market, 12:20 lake) some minutes after noon."""
    at = NOON_AT + timedelta(minutes=minutes)
    posix = NOON_POSIX + minutes * 60
    live = [make_updates(header=posix - age_s, entities=entities)] if entities else None
    return ask(with_live(town, live, at=at), "get_monitored_journey", **{"journey": "town:t1", **arguments})


def at_stop(sequence: int, minutes: int, status: str = "IN_TRANSIT_TO", age_s: int = 20) -> dict[str, Any]:
    """Give a report of the vehicle of t1, so many minutes after noon."""
    return vehicle(
        "bus-7",
        trip={"trip_id": "t1", "start_date": DAY},
        lat=49.845,
        lon=24.03,
        current_stop_sequence=sequence,
        current_status=status,
        timestamp=NOON_POSIX + minutes * 60 - age_s,
        descriptor={"label": "412"},
    )


def late(delay_s: int) -> dict[str, Any]:
    return update("t1", stop(1, "S1", departure={"delay": delay_s}), start_date=DAY)


def list_progress(asked: Asked) -> list[tuple[str, str]]:
    return [(one["name"], one["progress"]) for one in asked.data["calls"]]


def test_a_rider_on_board_hears_the_next_stop_first_and_the_one_after_it(town: World) -> None:
    asked = follow(town, 10, at_stop(3, 10), late(0))
    assert asked.text.startswith("Next stop Market, 2 minutes, live, then Lake. 10А to Озеро, on time, vehicle 412.")
    assert asked.structured["spoken"].startswith("Next stop Market, two minutes, live, then Lake.")


def test_in_ukrainian_too(town: World) -> None:
    asked = follow(town, 10, at_stop(3, 10), late(180), language="uk")
    assert asked.text.startswith("Наступна зупинка Ринок, через 5 хвилин, наживо, потім Озеро.")
    assert "запізнюється на 3 хвилини" in asked.text


def test_stops_are_behind_only_by_a_report_of_the_vehicle(town: World) -> None:
    asked = follow(town, 10, at_stop(3, 10))
    assert (asked.data["knownBy"], asked.data["before"]) == ("vehicle", 2)
    assert list_progress(asked) == [("Market", "next"), ("Lake", "ahead")]


@pytest.mark.parametrize(("entities", "known_by"), [((), "timetable"), ((late(0),), "prediction")])
def test_a_past_time_alone_puts_no_stop_behind(town: World, entities: tuple[Any, ...], known_by: str) -> None:
    uri = "mobility://monitored-vehicle-journey/town/2026-11-30/t1"
    asked = follow(town, 10, *entities, journey=uri)
    assert asked.data["knownBy"] == known_by
    assert f"by {known_by}" in asked.text
    assert asked.data["before"] == 2
    assert "passed" not in asked.text
    assert "No vehicle reports on this trip. Its place is not known." in asked.text


def test_a_standing_vehicle_is_at_its_stop_and_the_next_one_follows(town: World) -> None:
    asked = follow(town, 7, at_stop(2, 7, "STOPPED_AT"), late(60))
    assert list_progress(asked) == [("Bridge Street", "here"), ("Market", "next"), ("Lake", "ahead")]
    assert asked.text.startswith("Now at Bridge Street. Next stop Market, 6 minutes, live, then Lake.")


def test_a_vehicle_that_is_still_to_come_has_not_probably_left(town: World) -> None:
    asked = follow(town, 10, at_stop(2, 10), late(0))
    assert asked.text.startswith("Next stop Bridge Street, expected at 12:06, not there yet, then Market.")


def test_an_old_report_says_no_more_where_the_vehicle_is(town: World) -> None:
    asked = follow(town, 10, at_stop(2, 10, age_s=600), late(0))
    assert asked.data["knownBy"] == "prediction"
    assert asked.status["code"] == "vehicle-lost"
    assert "no contact with the vehicle for 10 minutes" in asked.text


def test_predictions_that_are_too_old_are_told_as_such(town: World) -> None:
    asked = follow(town, 10, late(0), age_s=600)
    assert asked.status["code"] == "live-lost"
    assert "live," not in asked.text.split("Whether")[0]


def test_a_skipped_stop_is_never_the_next_one_and_is_named(town: World) -> None:
    skips = update("t1", stop(3, MARKET, schedule_relationship="SKIPPED"), start_date=DAY, delay=0)
    asked = follow(town, 10, at_stop(3, 10), skips)
    assert asked.text.startswith("Next stop Lake, the last stop, ")
    assert "Does not stop at Market." in asked.text


def test_a_trip_that_has_not_begun_names_its_first_stop(town: World) -> None:
    asked = follow(town, 0)
    assert asked.data["phase"] == "not-started"
    assert asked.text.startswith("First stop Railway Station, timetable 12:03, then Bridge Street.")


def test_a_cancelled_trip_has_no_next_stop(town: World) -> None:
    asked = ask(town, "get_monitored_journey", journey="t2")
    assert asked.text.startswith("Cancelled: 10А to Озеро, 12:13.")
    assert (asked.data["phase"], {one["progress"] for one in asked.data["calls"]}) == ("cancelled", {"ahead"})


def test_the_end_by_plan_is_not_told_as_an_arrival(town: World) -> None:
    asked = follow(town, 25)
    assert asked.data["phase"] == "ended"
    assert "Due at its last stop, Lake, at 12:20 by timetable. Whether it came is not reported." in asked.text


def test_a_vehicle_that_stands_at_the_last_stop_is_there(town: World) -> None:
    assert follow(town, 21, at_stop(4, 21, "STOPPED_AT")).text.startswith("At its last stop, Lake.")


def test_a_line_by_headway_has_no_times_of_its_own(town: World) -> None:
    asked = ask(town, "get_monitored_journey", journey="f1")
    assert (asked.data["phase"], asked.data["knownBy"]) == ("unknown", "nothing")
    assert not [one for one in asked.data["calls"] if "scheduledDeparture" in one or "minutes" in one]


def test_without_a_day_the_run_is_meant_that_is_under_way(town: World) -> None:
    assert follow(town, 5).data["serviceDay"] == "2026-11-30"


def test_a_trip_of_several_days_asks_for_the_day(town: World) -> None:
    morning = with_live(town, None, at=NOON_AT + timedelta(days=1, hours=-4))
    asked = ask(morning, "get_monitored_journey", journey="t1")
    assert asked.status["code"] == "ambiguous-trip"
    days = [one["id"].split("/")[-2] for one in asked.status["candidates"]]
    assert days == ["2026-11-30", "2026-12-01", "2026-12-02"]
    chosen = ask(morning, "get_monitored_journey", journey=asked.status["candidates"][1]["id"])
    assert chosen.data["serviceDay"] == "2026-12-01"


def test_a_journey_is_found_by_its_vehicle(town: World) -> None:
    asked = follow(town, 10, at_stop(3, 10), journey="", vehicle="412")
    assert (asked.data["tripId"], asked.data["vehicle"]["label"]) == ("t1", "412")


def test_a_vehicle_without_a_journey_is_told_where_it_is(town: World) -> None:
    asked = ask(town, "get_monitored_journey", vehicle="odd-3")
    assert asked.status["code"] == "vehicle-without-journey"
    assert "200 metres south of Bridge Street" in asked.text
    assert "uri" not in asked.data


def test_a_trip_that_only_live_data_has_is_followed(town: World) -> None:
    extra = update(
        "extra-1",
        stop(1, "S1", departure={"time": NOON_POSIX + 120}),
        stop(2, "b1", arrival={"time": NOON_POSIX + 300}),
        stop(3, MARKET, arrival={"time": NOON_POSIX + 600}),
        schedule_relationship="NEW",
        route_id="r10",
        start_date=DAY,
    )
    asked = follow(town, 3, extra, journey="extra-1")
    assert list_progress(asked) == [("Bridge Street", "next"), ("Market", "ahead")]
    assert asked.data["knownBy"] == "prediction"


def test_what_is_beyond_the_limit_is_counted_and_the_last_stop_told(town: World) -> None:
    asked = follow(town, 0, limit=2)
    assert (len(asked.data["calls"]), asked.data["more"], asked.data["last"]["name"]) == (2, 2, "Lake")
    assert "2 more stops, the last is Lake, timetable 12:20." in asked.text


def test_the_journey_of_a_board_can_be_followed_by_its_address(town: World) -> None:
    call = ask(town, "get_arrivals", stop="town:b1").data["arrivals"][0]
    asked = ask(town, "get_monitored_journey", journey=call["journey"])
    assert (asked.data["uri"], asked.data["tripId"]) == (call["journey"], call["tripId"])
    assert asked.links == (call["journey"],)


@pytest.mark.parametrize("service_day", ["yesterday", "2026-13-01", "20261130x"])
def test_a_day_that_is_none_is_refused_by_name(town: World, service_day: str) -> None:
    asked = ask(town, "get_monitored_journey", journey="t1", service_day=service_day)
    assert asked.status["code"] == "bad-argument"
    assert "YYYY-MM-DD" in asked.text
