"""Rules 43 to 45: whom an alert concerns, when, in which words, and what a closed stop means."""

from pathlib import Path
from typing import Any

import pytest

from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.certainty import CallStatus
from stopbell_server.domain.ids import Authority, StopId, TripId
from stopbell_server.world import World
from tests.asking import ask
from tests.realtimetext import Fields, alert, stop, update
from tests.server.rules.line import LINE, TODAY, list_calls, open_line, show, to_posix

BOTH_WAYS = {
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,A,1,3\nS,A,2,0",
    "trips.txt": "route_id,service_id,trip_id,direction_id\nR,daily,T,0\nR,daily,U,1\nS,daily,V,0",
    "stop_times.txt": LINE
    + """    U,12:00:00,12:00:00,D,1
    U,12:10:00,12:10:00,E,2
    U,12:20:00,12:20:00,A,3
    V,12:05:00,12:05:00,C,1
    V,12:15:00,12:15:00,D,2
    """,
}
"""Line 1 calls at B going out and at E coming back; line 2 is a tram from C to D."""


def list_reasons(world: World, stop: str) -> list[str]:
    """Say why each alert concerns a stop."""
    return [match.reason for match in world.list_alerts(stop=StopRef(Authority("test"), StopId(stop)))]


@pytest.mark.parametrize(
    ("selectors", "at"),
    [
        ([{"stop_id": "B"}], {"B": "stop"}),
        ([{"route_id": "R"}], {"A": "route", "B": "route", "C": "route", "D": "route", "E": "route"}),
        ([{"route_id": "R", "stop_id": "B"}], {"B": "stop"}),
        ([{"route_id": "S", "stop_id": "B"}], {}),
        ([{"route_id": "S"}, {"stop_id": "B"}], {"B": "stop", "C": "route", "D": "route"}),
        ([{"route_id": "R", "direction_id": 0}], {"A": "route", "B": "route", "C": "route", "D": "route"}),
        ([{"route_id": "R", "direction_id": 1}], {"A": "route", "D": "route", "E": "route"}),
        ([{"route_id": "R", "direction_id": 1, "stop_id": "B"}], {}),
        ([{"route_id": "S", "direction_id": 1}], {}),
        ([{"direction_id": 1, "stop_id": "B"}], {"B": "stop"}),
        ([{"trip": {"trip_id": "V"}}], {"C": "trip", "D": "trip"}),
        ([{"route_type": 0}], {"C": "mode", "D": "mode"}),
        ([{"agency_id": "A", "route_type": 0}], {"C": "mode", "D": "mode"}),
        ([{"agency_id": "other"}], {}),
    ],
)
def test_fields_of_a_selector_hold_together_and_selectors_apart(
    tmp_path: Path, selectors: list[dict[str, Any]], at: dict[str, str]
) -> None:
    """Rule 43, GTFS-RT EntitySelector; whatcomtrans/publicwtadata#4: one stop of a line is not the whole line."""
    world = open_line(tmp_path, alert(header="Notice", informed_entity=selectors), files=BOTH_WAYS)
    found = {place: reasons[0] for place in "ABCDE" if (reasons := list_reasons(world, place))}
    assert found == at


@pytest.mark.parametrize(("trip", "count"), [("T", 0), ("U", 1), ("V", 0)])
def test_a_direction_counts_for_a_trip(tmp_path: Path, trip: str, count: int) -> None:
    """Rule 43, GTFS-RT EntitySelector.direction_id."""
    entity = alert(header="Notice", informed_entity=[{"route_id": "R", "direction_id": 1}])
    world = open_line(tmp_path, entity, files=BOTH_WAYS)
    assert len(world.list_alerts(trip=("test", TripId(trip)))) == count


def test_a_direction_that_the_timetable_does_not_give_hides_no_alert(tmp_path: Path) -> None:
    """Rule 43, GTFS trips.direction_id is optional: an alert too many is heard, one too few is missed."""
    entity = alert(header="Notice", informed_entity=[{"route_id": "R", "direction_id": 1}])
    assert list_reasons(open_line(tmp_path, entity), "B") == ["route"]


PERIODS: list[tuple[list[dict[str, str]], bool | None]] = [
    ([], True),
    ([{"start": "11:00", "end": "13:00"}], True),
    ([{"start": "11:58"}], True),
    ([{"end": "11:59"}], True),
    ([{"start": "11:00", "end": "11:58"}], None),
    ([{"start": "11:59"}], False),
    ([{"start": "08:00", "end": "09:00"}, {"start": "18:00", "end": "19:00"}], False),
    ([{"start": "08:00", "end": "09:00"}, {"start": "11:00", "end": "12:00"}], True),
]


@pytest.mark.parametrize(("periods", "state"), PERIODS)
def test_a_period_holds_from_its_start_until_before_its_end(
    tmp_path: Path, periods: list[dict[str, str]], state: bool | None
) -> None:
    """Rule 44, GTFS-RT Alert.active_period: [start, end), open ends, none is as long as it is in the feed."""
    active = [{end: to_posix(clock) for end, clock in period.items()} for period in periods]
    world = open_line(tmp_path, alert(header="N", informed_entity=[{"stop_id": "B"}], active_period=active))
    found = world.list_alerts(stop=StopRef(Authority("test"), StopId("B")))
    assert [match.is_active for match in found] == ([] if state is None else [state])


def test_an_alert_to_come_is_told_as_to_come_and_not_on_the_board(tmp_path: Path) -> None:
    """Rule 44; OpenTripPlanner#1104, onebusaway-android#700: future alerts are said as future."""
    entity = alert(header="Works", informed_entity=[{"stop_id": "B"}], active_period=[{"start": to_posix("18:00")}])
    world = open_line(tmp_path, entity)
    (told,) = ask(world, "get_alerts", stop="test:B", language="en").data["alerts"]
    assert (told["active"], told["starts"]) == (False, "2026-11-30T18:00:00+02:00")
    assert ask(world, "get_arrivals", stop="test:B").data["alerts"] == []


@pytest.mark.parametrize(
    ("texts", "language", "shown"),
    [
        ({"en": "Closed", "uk": "Зачинено"}, "en", "Closed"),
        ({"en-AU": "Shut, mate", "uk": "Зачинено"}, "en", "Shut, mate"),
        ({"en": "Closed", "en-AU": "Shut, mate"}, "en", "Closed"),
        ({"de": "Gesperrt", "uk": "Зачинено"}, "en", "Зачинено"),
        ({"de": "Gesperrt"}, "en", "Gesperrt"),
        ("No language", "en", "No language"),
        ({"en-html": "<b>Closed</b>", "en": "Closed"}, "en", "Closed"),
    ],
)
def test_an_alert_is_told_in_the_nearest_language_it_has(
    tmp_path: Path, texts: str | dict[str, str], language: str, shown: str
) -> None:
    """Rule 45, GTFS-RT TranslatedString; bcpearce/homeassistant-gtfs-realtime PR#112: en-AU is English."""
    world = open_line(tmp_path, alert(header=texts, informed_entity=[{"stop_id": "B"}]))
    (told,) = ask(world, "get_alerts", stop="test:B", language=language).data["alerts"]
    assert told["header"] == shown


def test_words_for_the_voice_are_spoken_and_the_others_shown(tmp_path: Path) -> None:
    """Rule 45, GTFS-RT Alert.tts_header_text."""
    entity = alert(
        header={"en": "Stn clsd"}, spoken_header={"en": "Station closed"}, informed_entity=[{"stop_id": "B"}]
    )
    asked = ask(open_line(tmp_path, entity), "get_alerts", stop="test:B", language="en")
    assert "Stn clsd" in asked.text
    assert "Station closed" in asked.structured["spoken"]
    assert "Stn clsd" not in asked.structured["spoken"]


def test_what_a_blind_rider_must_hear_comes_first(tmp_path: Path) -> None:
    """Rule 45: a lift that is out of order goes before no service, and that before a detour."""
    effects = ["OTHER_EFFECT", "DETOUR", "NO_SERVICE", "ACCESSIBILITY_ISSUE"]
    entities = [alert(header=effect, effect=effect, informed_entity=[{"stop_id": "B"}]) for effect in effects]
    data = ask(open_line(tmp_path, *entities), "get_alerts", stop="test:B", limit=10).data
    assert [one["header"] for one in data["alerts"]] == effects[::-1]


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
