"""Report 14, "said 10 minutes, it had passed": what was due is told to who asks, never as passed unless seen."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.watchedworld import Watched
from tests.worldtext import open_text_world

NOW = "2026-11-30T12:00:00+02:00"
AT = 1796032800
AT_NOON = datetime.fromisoformat(NOW)
FILES = {
    "trips.txt": "route_id,service_id,trip_id,trip_headsign\nR,daily,A,Zoo\nR,daily,B,Zoo\nR,daily,old,Zoo",
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,A,9A,3",
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        old,11:44:00,11:44:00,oak,1
        old,12:30:00,12:30:00,zoo,2
        A,11:58:00,11:58:00,oak,1
        A,12:10:00,12:10:00,elm,2
        A,12:20:00,12:20:00,zoo,3
        B,12:15:00,12:15:00,oak,1
        B,12:25:00,12:25:00,zoo,2
        """,
}
ASKED = {"stop": "oak", "passed": True}


def tell(tmp_path: Path, *entities: dict[str, object], language: str = "en") -> Asked:
    live: Sequence[bytes] | None = [make_updates(header=AT, entities=entities)] if entities else None
    return ask(open_text_world(tmp_path, FILES, at=NOW, realtime=live), "get_arrivals", **ASKED, language=language)


def test_a_planned_call_was_due_and_nobody_says_that_it_came(tmp_path: Path) -> None:
    asked = tell(tmp_path)

    assert asked.text.startswith("9A to Zoo was due 2 minutes ago by timetable. Whether it came is not reported. oak. ")
    (passed,) = asked.data["passed"]
    assert (passed["minutesAgo"], passed["knownBy"], passed["gone"]) == (2, "timetable", False)
    assert [call["tripId"] for call in asked.data["arrivals"]] == ["B"]


def test_a_predicted_call_was_expected(tmp_path: Path) -> None:
    asked = tell(tmp_path, update("A", stop(1, "oak", departure={"time": AT - 240}), start_date="20261130"))

    assert "9A to Zoo was expected 4 minutes ago. Whether it came is not reported." in asked.text


def test_a_vehicle_seen_beyond_the_stop_has_passed(tmp_path: Path) -> None:
    seen = vehicle("bus-7", trip={"trip_id": "A", "start_date": "20261130"}, current_stop_sequence=2, timestamp=AT - 20)
    asked = tell(tmp_path, update("A", stop(1, "oak", departure={"time": AT - 240}), start_date="20261130"), seen)

    assert "9A to Zoo has passed; it was expected 4 minutes ago." in asked.text
    assert "not reported" not in asked.text
    assert asked.data["passed"][0]["gone"] is True


def test_a_cancelled_trip_was_not_missed(tmp_path: Path) -> None:
    asked = tell(tmp_path, update("A", schedule_relationship="CANCELED", start_date="20261130"))

    assert "9A to Zoo, due 2 minutes ago, was cancelled." in asked.text


def test_what_is_late_is_still_to_come(tmp_path: Path) -> None:
    asked = tell(tmp_path, update("A", stop(1, "oak", departure={"time": AT + 300}), start_date="20261130"))

    assert asked.data["passed"] == []
    assert asked.text.startswith("Nothing was due in the last 15 minutes. oak. ")


def test_nobody_is_told_who_does_not_ask(tmp_path: Path) -> None:
    asked = ask(open_text_world(tmp_path, FILES, at=NOW), "get_arrivals", stop="oak")

    assert "passed" not in asked.data
    assert "ago" not in asked.text


def test_ukrainian_says_so_too(tmp_path: Path) -> None:
    asked = tell(tmp_path, language="uk")

    assert "9A, напрямок: Zoo: за розкладом, 2 хвилини тому. Чи він приїхав, не повідомлено." in asked.text


def test_a_line_that_was_not_due_is_named(tmp_path: Path) -> None:
    world = open_text_world(tmp_path, FILES, at="2026-11-30T12:14:00+02:00")

    assert ask(world, "get_arrivals", **ASKED, route="9A").text.startswith("None was due in the last 15 minutes: 9A. ")


def test_what_is_due_now_is_not_told_as_missed(tmp_path: Path) -> None:
    world = open_text_world(tmp_path, FILES, at="2026-11-30T11:58:30+02:00")

    asked = ask(world, "get_arrivals", **ASKED).data
    assert [passed["call"]["tripId"] for passed in asked["passed"]] == ["old"]
    assert asked["arrivals"][0]["tripId"] == "A"


def watch(tmp_path: Path, *heard: tuple[int, dict[str, Any]]) -> World:
    """Hear one thing after the other, so many seconds from noon, and give the world at noon."""
    watched = Watched(open_text_world(tmp_path, FILES, at=NOW))
    for seconds, entity in heard:
        watched.hear(AT_NOON + timedelta(seconds=seconds), entity)
    return watched.wait(AT_NOON - watched.world.now)


def report(at: int, sequence: int, status: str, trip: str = "A") -> dict[str, Any]:
    said: dict[str, Any] = {"current_stop_sequence": sequence, "current_status": status, "timestamp": AT + at}
    return vehicle("bus-7", trip={"trip_id": trip, "start_date": "20261130"}, **said)


def test_a_vehicle_that_stood_here_and_was_then_further_on_has_left(tmp_path: Path) -> None:
    heard = ((-160, report(-165, 1, "STOPPED_AT")), (-130, report(-135, 2, "IN_TRANSIT_TO")))
    asked = ask(watch(tmp_path, *heard), "get_arrivals", **ASKED)

    assert asked.text.startswith("9A to Zoo stood here and left about 2 minutes ago, as its vehicle reported.")
    (passed,) = [one for one in asked.data["passed"] if one["call"]["tripId"] == "A"]
    assert (passed["knownBy"], passed["gone"], passed["passing"]["evidence"]) == ("observed", True, "stood")


def test_a_vehicle_that_went_by_is_not_said_to_have_stood(tmp_path: Path) -> None:
    heard = ((-160, report(-165, 1, "IN_TRANSIT_TO")), (-130, report(-135, 2, "IN_TRANSIT_TO")))
    asked = ask(watch(tmp_path, *heard), "get_arrivals", **ASKED)

    assert "9A to Zoo passed about 2 minutes ago, as its vehicle reported." in asked.text


def test_a_vehicle_that_left_early_is_gone_from_the_board_too(tmp_path: Path) -> None:
    heard = (
        (-160, report(-165, 1, "STOPPED_AT", "B")),
        (-130, report(-135, 2, "IN_TRANSIT_TO", "B")),
    )
    asked = ask(watch(tmp_path, *heard), "get_arrivals", **ASKED)

    assert asked.text.startswith(
        "9A to Zoo stood here and left about 2 minutes ago, as its vehicle reported. "
        "9A to Zoo was due 2 minutes ago by timetable. No vehicle reports on that trip. "
        "Whether it came is not reported."
    )
    assert [call["tripId"] for call in asked.data["arrivals"]] == []


def test_a_vehicle_that_left_late_is_found_though_it_was_due_long_ago(tmp_path: Path) -> None:
    heard = (
        (-310, report(-315, 1, "STOPPED_AT", "old")),
        (-280, report(-285, 2, "IN_TRANSIT_TO", "old")),
    )
    asked = ask(watch(tmp_path, *heard), "get_arrivals", **ASKED)

    (passed,) = [one for one in asked.data["passed"] if one["call"]["tripId"] == "old"]
    assert (passed["minutesAgo"], passed["knownBy"]) == (4, "observed")


def test_reports_that_lie_far_apart_say_that_it_passed_and_not_when(tmp_path: Path) -> None:
    heard = ((-700, report(-705, 1, "IN_TRANSIT_TO")), (-20, report(-25, 2, "IN_TRANSIT_TO")))
    asked = ask(watch(tmp_path, *heard), "get_arrivals", **ASKED)

    assert "9A to Zoo has passed; it was due 2 minutes ago by timetable." in asked.text


def test_a_time_that_the_feed_recorded_is_told_as_it_is(tmp_path: Path) -> None:
    said = update("A", stop(1, "oak", departure={"time": AT - 130, "uncertainty": 0}), start_date="20261130")
    asked = ask(watch(tmp_path, (-60, said)), "get_arrivals", **ASKED)

    assert asked.text.startswith("9A to Zoo passed 2 minutes ago.")
    assert asked.data["passed"][0]["passing"]["departed"] == "2026-11-30T11:57:50+02:00"


def test_whether_it_came_is_not_known_and_nothing_is_recorded_from_before(tmp_path: Path) -> None:
    asked = ask(watch(tmp_path, (-30, report(-35, 1, "IN_TRANSIT_TO", "B"))), "get_arrivals", **ASKED)

    assert "Whether it came is not reported. Nothing is recorded from before 11:59." in asked.text
    assert asked.status["code"] == "insufficient-evidence"
    assert asked.data["recordedSince"] == "2026-11-30T11:59:30+02:00"


def test_who_asks_what_came_is_told_who_stood_here(tmp_path: Path) -> None:
    heard = ((-160, report(-165, 2, "STOPPED_AT")), (-130, report(-135, 3, "IN_TRANSIT_TO")))
    asked = ask(watch(tmp_path, *heard), "get_arrivals", stop="elm", passed=True, kind="arrivals")

    assert "9A to Zoo came about 2 minutes ago, as its vehicle reported." in asked.text
