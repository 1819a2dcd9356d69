"""Rules 43 to 45: whom an alert concerns, when, in which words, and what a closed stop means."""

from pathlib import Path
from typing import Any

import pytest

from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.ids import Authority, StopId, TripId
from tests.asking import ask
from tests.realtimetext import alert
from tests.server.rules.line import BOTH_WAYS, list_reasons, open_line, to_posix


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
        ([{"route_type": 900}], {"C": "mode", "D": "mode"}),
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


@pytest.mark.parametrize(
    ("selector", "count"),
    [
        ({"trip": {"trip_id": "T"}}, 1),
        ({"trip": {"trip_id": "U"}}, 0),
        ({"trip": {"route_id": "R"}}, 1),
        ({"trip": {"route_id": "S"}}, 0),
        ({"route_id": "S"}, 0),
        ({"agency_id": "A"}, 1),
        ({"agency_id": "other"}, 0),
        ({"stop_id": "B"}, 1),
        ({"stop_id": "E"}, 0),
    ],
)
def test_a_trip_hears_what_names_it_its_line_its_operator_or_its_stops(
    tmp_path: Path, selector: dict[str, Any], count: int
) -> None:
    """Rule 43, GTFS-RT EntitySelector."""
    world = open_line(tmp_path, alert(header="Notice", informed_entity=[selector]), files=BOTH_WAYS)
    assert len(world.list_alerts(trip=("test", TripId("T")))) == count


@pytest.mark.parametrize("selector", [{"route_id": "R"}, {"agency_id": "A"}, {"route_type": 3}])
def test_a_stop_that_nothing_serves_has_no_alerts_of_lines(tmp_path: Path, selector: dict[str, Any]) -> None:
    """Rule 43: a route alert concerns a stop through the routes that serve it."""
    stops = "stop_id,stop_name,stop_lat,stop_lon\n" + "".join(f"{name},{name},49.8,24.0\n" for name in "ABCDX")
    world = open_line(tmp_path, alert(header="N", informed_entity=[selector]), files={"stops.txt": stops})
    assert (list_reasons(world, "X"), len(list_reasons(world, "B"))) == ([], 1)


@pytest.mark.parametrize(("place", "count"), [("H", 1), ("B", 1), ("A", 0)])
@pytest.mark.parametrize("part", ["door", "lift"])
def test_a_closed_door_or_lift_is_told_at_its_station_and_platforms(
    tmp_path: Path, part: str, place: str, count: int
) -> None:
    """Rule 43; google/transit#268: the alert names an entrance or a node, and the rider asks for the station."""
    stops = """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        H,Hub,49.84,24.03,1,
        A,A,49.83,24.03,0,
        B,Hub,49.84,24.03,0,H
        C,C,49.85,24.03,0,
        D,D,49.86,24.03,0,
        door,North door,49.84,24.03,2,H
        lift,,49.84,24.03,3,H
        """
    entity = alert(header="N", effect="ACCESSIBILITY_ISSUE", informed_entity=[{"stop_id": part}])
    assert list_reasons(open_line(tmp_path, entity, files={"stops.txt": stops}), place) == ["station"] * count


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
