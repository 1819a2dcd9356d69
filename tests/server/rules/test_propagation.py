"""Rules 26 to 36 on a board: what one update means for the stops before and after it."""

from pathlib import Path
from typing import Any

import pytest

from tests.asking import ask
from tests.realtimetext import Fields, stop, update
from tests.server.rules.line import ARRIVALS, LINE, TODAY, list_calls, open_line, show, to_posix


def test_a_trip_of_which_nothing_is_said_is_not_called_on_time(tmp_path: Path) -> None:
    """Rule 26, GTFS-RT "Trip Updates": no update is no information."""
    other = LINE + LINE.replace("T,", "U,").split("stop_sequence")[1]
    world = open_line(tmp_path, update("U", stop(1, departure={"delay": 0}), **TODAY), files={"stop_times.txt": other})
    asked = ask(world, "get_arrivals", stop="test:B", language="en", verbosity="full")
    silent = next(call for call in asked.data["arrivals"] if call["tripId"] == "T")
    assert (silent["certainty"], silent.get("delaySeconds")) == ("timetable", None)


@pytest.mark.parametrize(
    ("event", "row"),
    [
        ({"time": to_posix("12:13"), "delay": 0}, "T 12:23 running live"),
        ({"time": to_posix("12:13")}, "T 12:23 running live"),
        ({"delay": 0}, "T 12:20 running live"),
    ],
    ids=["time beside delay", "time alone", "delay of zero"],
)
def test_a_time_runs_on_as_a_delay_and_zero_is_a_delay(tmp_path: Path, event: dict[str, int], row: str) -> None:
    """Rule 27, GTFS-RT StopTimeEvent; google/transit#144, OpenTripPlanner#5347, #6391."""
    assert show(open_line(tmp_path, update("T", stop(2, "B", departure=event), **TODAY)), "C") == [row]


def test_a_delay_of_the_trip_holds_until_a_stop_has_its_own(tmp_path: Path) -> None:
    """Rule 29, GTFS-RT TripUpdate.delay."""
    world = open_line(tmp_path, update("T", stop(3, departure={"delay": 60}), delay=300, **TODAY))
    assert [*show(world, "B"), *show(world, "C")] == ["T 12:15 running live", "T 12:21 running live"]


def test_no_data_is_by_timetable_even_before_the_time_predicted_ahead_of_it(tmp_path: Path) -> None:
    """Rule 30, GTFS-RT StopTimeUpdate NO_DATA; OpenTripPlanner#7097, #5286: the plan is shown, and called a plan."""
    said = [stop(2, departure={"delay": 900}), stop(3, departure={"delay": 60}, schedule_relationship="NO_DATA")]
    world = open_line(tmp_path, update("T", *said, **TODAY))
    assert [*show(world, "B"), *show(world, "C")] == ["T 12:25 running live", "T 12:20 running timetable"]


DWELL = {"stop_times.txt": LINE.replace("12:20:00,12:20:00,C", "12:20:00,12:32:00,C").replace("12:30:00", "12:45:00")}


def test_a_rider_at_a_layover_hears_the_departure(tmp_path: Path) -> None:
    """Rule 31; vingerha/gtfs2 PR#172."""
    world = open_line(
        tmp_path, update("T", stop(3, arrival={"delay": 60}, departure={"delay": 0}), **TODAY), files=DWELL
    )
    assert show(world, "C") == ["T 12:32 running live"]
    assert show(world, "C", kind=ARRIVALS) == ["T 12:21 running live"]


def test_a_departure_before_its_own_arrival_is_held_and_said_with_about(tmp_path: Path) -> None:
    """Rule 31, GTFS-RT StopTimeUpdate; OpenTripPlanner#7097, #2295, PR#6392: hops are never negative."""
    said = stop(3, arrival={"delay": 600}, departure={"delay": -240})
    call = list_calls(open_line(tmp_path, update("T", said, **TODAY), files=DWELL), "C")[0]
    assert call.departure.expected == call.arrival.expected
    assert call.is_approximate


def test_an_update_that_is_dropped_too_early_gives_the_plan_back(tmp_path: Path) -> None:
    """Rule 32, GTFS-RT "Trip Updates", example with stop 4: what is no longer said no longer holds."""
    said, dropped = stop(2, departure={"delay": -240}), update("T", stop(4, arrival={"delay": 0}), **TODAY)
    assert show(open_line(tmp_path, update("T", said, **TODAY), at="12:05"), "B") == ["T 12:06 running live"]
    assert show(open_line(tmp_path / "2", dropped, at="12:05"), "B") == ["T 12:10 running timetable"]


def test_a_cancelled_trip_is_listed_and_says_so(tmp_path: Path) -> None:
    """Rule 33, GTFS-RT TripDescriptor CANCELED; onebusaway-android#1033, OpenTripPlanner#3119,
    mtransitapps/mtransit-for-android#389."""
    asked = ask(
        open_line(tmp_path, update("T", schedule_relationship="CANCELED", **TODAY)),
        "get_arrivals",
        stop="test:B",
        language="en",
    )
    call = asked.data["arrivals"][0]
    assert (call["status"], call.get("minutes")) == ("cancelled", None)
    assert "cancelled" in asked.structured["spoken"].casefold()


def test_a_partly_cancelled_trip_tells_where_it_does_not_stop_and_where_it_ends(tmp_path: Path) -> None:
    """Rule 33, GTFS-RT StopTimeUpdate SKIPPED; public-transport/transitous#1842."""
    said = [stop(n, schedule_relationship="SKIPPED") for n in (3, 4)]
    world = open_line(tmp_path, update("T", stop(1, departure={"delay": 60}), *said, **TODAY))
    assert [row for place in "ABC" for row in show(world, place)] == [
        "T 12:01 running live",
        "T 12:11 ends-here live",
        "T 12:20 skipped live",
    ]


def test_where_a_trip_ends_early_is_its_destination(tmp_path: Path) -> None:
    """Rule 33: nobody is told that it goes to a stop it skips."""
    world = open_line(tmp_path, update("T", stop(4, schedule_relationship="SKIPPED"), **TODAY))
    assert list_calls(world, "A")[0].destination == "C"


def test_a_trip_that_skips_a_stop_on_the_way_goes_on(tmp_path: Path) -> None:
    """Rule 33: only a trip that serves nothing more ends here."""
    world = open_line(tmp_path, update("T", stop(3, schedule_relationship="SKIPPED"), **TODAY))
    assert [row for place in "BC" for row in show(world, place)] == [
        "T 12:10 running timetable",
        "T 12:20 skipped live",
    ]


def test_a_trip_that_ends_early_is_an_arrival_there(tmp_path: Path) -> None:
    """Rule 33."""
    said = [stop(n, schedule_relationship="SKIPPED") for n in (3, 4)]
    world = open_line(tmp_path, update("T", *said, **TODAY))
    assert show(world, "B", kind=ARRIVALS) == ["T 12:10 ends-here timetable"]


def test_nothing_that_ends_here_is_offered_as_accessible(tmp_path: Path) -> None:
    """Rule 33: one cannot ride on it, however accessible it is."""
    said = [stop(n, schedule_relationship="SKIPPED") for n in (3, 4)]
    entity = update("T", *said, vehicle={"id": "v", "wheelchair_accessible": "WHEELCHAIR_ACCESSIBLE"}, **TODAY)
    asked = ask(open_line(tmp_path, entity), "find_low_floor_vehicles", stop="test:B", language="en")
    assert asked.data["calls"] == []


def own(relationship: str, trip: str = "N", **fields: Any) -> Fields:
    """Give a trip that brings its own stops: A at 12:05, C at 12:15."""
    said = [stop(None, name, arrival={"time": time}, departure={"time": time}) for name, time in OWN]
    return update(trip, *said, route_id="R", schedule_relationship=relationship, **(TODAY | fields))


OWN = (("A", to_posix("12:05")), ("C", to_posix("12:15")))


@pytest.mark.parametrize("relationship", ["NEW", "ADDED"])
def test_a_new_trip_has_the_times_it_brings(tmp_path: Path, relationship: str) -> None:
    """Rules 27 and 34, GTFS-RT TripDescriptor NEW and ADDED: there is no plan, so only times count."""
    world = open_line(tmp_path, own(relationship))
    assert show(world, "A") == ["T 12:00 running timetable", "N 12:05 added live"]
    assert show(world, "C") == ["T 12:20 running timetable"]
    assert list_calls(world, "A")[1].departure.scheduled is None


def test_a_new_trip_that_skips_its_last_stop_goes_where_it_ends(tmp_path: Path) -> None:
    """Rules 33 and 34."""
    said = [stop(None, name, departure={"time": time}) for name, time in OWN]
    skipped = stop(None, "D", schedule_relationship="SKIPPED")
    world = open_line(tmp_path, update("N", *said, skipped, route_id="R", schedule_relationship="NEW", **TODAY))
    assert list_calls(world, "A")[1].destination == "C"


def test_a_delay_alone_tells_nothing_of_a_new_trip(tmp_path: Path) -> None:
    """Rule 27: a delay needs a plan."""
    said = [stop(None, name, departure={"delay": 0}) for name in "AC"]
    world = open_line(tmp_path, update("N", *said, route_id="R", schedule_relationship="NEW", **TODAY))
    assert show(world, "A") == ["T 12:00 running timetable"]


@pytest.mark.parametrize("word", ["time", "delay"])
def test_an_added_trip_that_the_timetable_has_is_that_trip(tmp_path: Path, word: str) -> None:
    """Rule 34, GTFS-RT TripDescriptor ADDED: deprecated, and often said of trips that are planned."""
    event = {"time": to_posix("12:02")} if word == "time" else {"delay": 120}
    entity = update("T", stop(1, "A", departure=event), schedule_relationship="ADDED", **TODAY)
    assert show(open_line(tmp_path, entity), "A") == ["T 12:02 running live"]


def test_a_copy_takes_the_date_it_is_given(tmp_path: Path) -> None:
    """Rule 34, GTFS-RT DUPLICATED with TripProperties.start_date; OpenTripPlanner#7778, PR#7897, maglev#663."""
    new = {"trip_id": "copy", "start_date": "20261201", "start_time": "12:05:00"}
    entity = update("T", schedule_relationship="DUPLICATED", trip_properties=new)
    assert show(open_line(tmp_path, entity), "A") == ["T 12:00 running timetable"]
    assert show(open_line(tmp_path / "2", entity, day="2026-12-01"), "A") == [
        "T 12:00 running timetable",
        "copy 12:05 added timetable",
    ]


def test_a_moved_call_says_both_platforms(tmp_path: Path) -> None:
    """Rule 35, GTFS-RT StopTimeProperties.assigned_stop_id; OpenTripPlanner#6723, #5230, #3116."""
    stops = """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
        H,Hub,49.840,24.030,1,,
        A,Hub,49.8401,24.0301,0,H,1
        A2,Hub,49.8402,24.0302,0,H,2
        B,B,49.845,24.030,0,,
        C,C,49.850,24.030,0,,
        D,D,49.860,24.030,0,,
        """
    moved = stop(1, "A", departure={"delay": 0}, stop_time_properties={"assigned_stop_id": "A2"})
    world = open_line(tmp_path, update("T", moved, **TODAY), files={"stops.txt": stops})
    for place in ("A", "A2", "H"):
        asked = ask(world, "get_arrivals", stop=f"test:{place}", language="en")
        call = asked.data["arrivals"][0]
        assert (call["platform"], call["plannedPlatform"]) == ("2", "1")
        assert asked.text.count("Platform change") == 1


@pytest.mark.parametrize(("said", "wire"), [({}, None), ({"uncertainty": 0}, 0), ({"uncertainty": 120}, 120)])
def test_uncertainty_that_is_not_said_is_unknown(tmp_path: Path, said: dict[str, int], wire: int | None) -> None:
    """Rule 36, GTFS-RT StopTimeEvent.uncertainty: absent is unknown, 0 is certain."""
    entity = update("T", stop(2, departure={"delay": 0} | said), **TODAY)
    call = ask(open_line(tmp_path, entity), "get_arrivals", stop="test:B").data["arrivals"][0]
    assert call.get("uncertaintySeconds") == wire
