"""Report 14, "said 10 minutes, it had passed": what was due is told to who asks, never as passed unless seen."""

from collections.abc import Sequence
from pathlib import Path

from tests.asking import Asked, ask
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.worldtext import open_text_world

NOW = "2026-11-30T12:00:00+02:00"
AT = 1796032800
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
