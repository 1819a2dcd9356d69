"""Rule 45: at a stop that an alert closes nothing is offered, whatever is predicted."""

from pathlib import Path
from typing import Any

import pytest

from stopbell_server.domain.certainty import CallStatus
from tests.asking import ask
from tests.realtimetext import Fields, alert, stop, update
from tests.server.rules.line import BOTH_WAYS, TODAY, list_calls, list_reasons, open_line, show, to_posix


def closed(**fields: Any) -> Fields:
    """Give an alert that closes stop B to whatever else is named."""
    period = fields.pop("active_period", [])
    return alert(
        header={"en": "Stop closed"},
        effect="NO_SERVICE",
        informed_entity=[{"stop_id": "B"} | fields],
        active_period=period,
    )


LATE = update("T", stop(2, "B", departure={"delay": 60}), **TODAY)


@pytest.mark.parametrize("entities", [[closed()], [closed(), LATE]], ids=["by plan", "with a prediction"])
def test_a_closed_stop_offers_no_departure_whatever_is_predicted(tmp_path: Path, entities: list[Fields]) -> None:
    """Rule 45, GTFS-RT Alert.Effect NO_SERVICE; mbta/mobile_app PR#125."""
    asked = ask(open_line(tmp_path, *entities), "get_arrivals", stop="test:B", language="en")
    (call,) = asked.data["arrivals"]
    assert (call["status"], call.get("minutes"), call.get("expectedDeparture")) == ("skipped", None, None)
    assert asked.text.count("Does not stop here") == 1
    assert "Stop closed" in asked.text


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"route_id": "R"}, "skipped"),
        ({"route_id": "S"}, "running"),
        ({"route_id": "R", "direction_id": 0}, "skipped"),
        ({"route_id": "R", "direction_id": 1}, "running"),
        ({"trip": {"trip_id": "T"}}, "skipped"),
        ({"trip": {"trip_id": "T", "start_date": "20261129"}}, "running"),
        ({"trip": {"trip_id": "U"}}, "running"),
        ({"route_type": 3}, "skipped"),
        ({"route_type": 0}, "running"),
        ({"agency_id": "A"}, "skipped"),
        ({"agency_id": "other"}, "running"),
        ({"active_period": [{"start": to_posix("12:00"), "end": to_posix("13:00")}]}, "skipped"),
        ({"active_period": [{"start": to_posix("11:00"), "end": to_posix("12:10")}]}, "running"),
        ({"active_period": [{"start": to_posix("12:11")}]}, "running"),
    ],
)
def test_a_stop_is_closed_only_to_what_the_alert_names_and_only_then(
    tmp_path: Path, fields: dict[str, Any], status: str
) -> None:
    """Rules 43 to 45: all fields of the selector and the period hold at the time of the call."""
    world = open_line(tmp_path, closed(**fields), files=BOTH_WAYS)
    assert [call.status.value for call in list_calls(world, "B")] == [status]


def test_other_stops_of_a_line_stay_open(tmp_path: Path) -> None:
    """Rule 45: NO_SERVICE at one stop is not NO_SERVICE."""
    assert show(open_line(tmp_path, closed(), LATE), "C") == ["T 12:21 running live"]


def test_a_line_without_service_is_told_and_its_trips_are_left_to_their_updates(tmp_path: Path) -> None:
    """Rule 45: what is said of a whole line does not name this stop."""
    entity = alert(header="No service", effect="NO_SERVICE", informed_entity=[{"route_id": "R"}])
    world = open_line(tmp_path, entity)
    assert [call.status for call in list_calls(world, "B")] == [CallStatus.RUNNING]
    assert list_reasons(world, "B") == ["route"]


def test_a_closed_station_closes_its_platforms_and_a_closed_platform_no_other(tmp_path: Path) -> None:
    """Rules 11 and 45."""
    stops = """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        H,Hub,49.84,24.03,1,
        A,A,49.83,24.03,0,
        B,Hub,49.84,24.03,0,H
        C,Hub,49.84,24.03,0,H
        D,D,49.86,24.03,0,
        """
    station = alert(header="N", effect="NO_SERVICE", informed_entity=[{"stop_id": "H"}])
    for number, (entity, expected) in enumerate(
        [(station, ["skipped", "skipped"]), (closed(), ["skipped", "running"])]
    ):
        world = open_line(tmp_path / str(number), entity, files={"stops.txt": stops})
        assert [call.status.value for call in list_calls(world, "H")] == expected


def test_a_call_moved_away_from_a_closed_stop_is_offered_where_it_stops_now(tmp_path: Path) -> None:
    """Rules 35 and 45."""
    moved = update("T", stop(2, "B", departure={"delay": 0}, stop_time_properties={"assigned_stop_id": "C"}), **TODAY)
    (call,) = list_calls(open_line(tmp_path, closed(), moved), "B")
    assert (call.status, call.stop.id) == (CallStatus.RUNNING, "C")


def test_an_added_trip_is_not_offered_at_a_closed_stop(tmp_path: Path) -> None:
    """Rules 34 and 45."""
    said = [stop(None, name, departure={"time": to_posix(clock)}) for name, clock in (("B", "12:05"), ("C", "12:15"))]
    added = update("N", *said, route_id="R", schedule_relationship="NEW", **TODAY)
    assert [call.trip for call in list_calls(open_line(tmp_path, closed(), added), "B")] == ["T"]


def test_a_headway_at_a_closed_stop_is_said_not_to_stop(tmp_path: Path) -> None:
    """Rules 6 and 45."""
    files = {"frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nT,11:00:00,13:00:00,600,0"}
    (call,) = list_calls(open_line(tmp_path, closed(), files=files), "B")
    assert (call.status, call.headway_s) == (CallStatus.SKIPPED, 600)


def test_a_closure_in_an_alert_feed_that_died_is_not_believed(tmp_path: Path) -> None:
    """Rules 40 and 45: after half an hour of silence a stop may be open again."""
    assert show(open_line(tmp_path, closed(), age_s=1801), "B") == ["T 12:10 running timetable"]
