"""Rules 17 to 21: who can board, always yes, no or unknown, and who says so."""

import re
from pathlib import Path

import pytest

from stopbell_server.domain.access import Access, AccessSource
from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.fleet import FleetRegistry, FleetRule
from stopbell_server.domain.ids import Authority, StopId
from tests.asking import ask
from tests.realtimetext import Fields, stop, update, vehicle
from tests.server.rules.line import LINE, TODAY, list_calls, open_line, to_posix

YES, NO, UNKNOWN = Access.YES, Access.NO, Access.UNKNOWN


def open_stops(station: str, platform: str) -> dict[str, str]:
    return {
        "stops.txt": f"""
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding
        H,Hub,49.84,24.03,1,,{station}
        A,Hub,49.84,24.03,0,H,{platform}
        B,B,49.85,24.03,0,,
        C,C,49.86,24.03,0,,1
        D,D,49.87,24.03,0,,2
        door,Door,49.84,24.03,2,H,
        area,Area,49.84,24.03,4,A,
        """
    }


@pytest.mark.parametrize(
    ("station", "platform", "value", "source"),
    [
        ("1", "", YES, AccessSource.STATION),
        ("1", "0", YES, AccessSource.STATION),
        ("2", "", NO, AccessSource.STATION),
        ("1", "2", NO, AccessSource.STOP),
        ("2", "1", YES, AccessSource.STOP),
        ("", "", UNKNOWN, AccessSource.NONE),
        ("", "1", YES, AccessSource.STOP),
    ],
)
def test_a_platform_that_says_nothing_speaks_as_its_station(
    tmp_path: Path, station: str, platform: str, value: Access, source: AccessSource
) -> None:
    """Rule 17, GTFS stops.wheelchair_boarding; OpenTripPlanner#2493, rust-transit/gtfs-structure#103,
    jamespfennell/gtfs PR#17."""
    fact = list_calls(open_line(tmp_path, files=open_stops(station, platform)), "A")[0].access.stop
    assert (fact.value, fact.source) == (value, source)


@pytest.mark.parametrize("stop_id", ["door", "area"])
def test_doors_and_boarding_areas_inherit_too(tmp_path: Path, stop_id: str) -> None:
    """Rule 17, GTFS stops.wheelchair_boarding for entrances; a boarding area inherits over its platform."""
    world = open_line(tmp_path, files=open_stops("1", ""))
    described = world.describe_stop(StopRef(Authority("test"), StopId(stop_id)))
    assert described is not None
    assert (described.access.value, described.access.source) == (YES, AccessSource.STATION)


@pytest.mark.parametrize(("stop_id", "value"), [("B", UNKNOWN), ("C", YES)])
def test_a_stop_without_a_station_speaks_for_itself(tmp_path: Path, stop_id: str, value: Access) -> None:
    """Rule 17, GTFS stops.wheelchair_boarding: empty is unknown, never no."""
    assert list_calls(open_line(tmp_path, files=open_stops("", "")), stop_id)[0].access.stop.value is value


@pytest.mark.parametrize(("word", "value"), [("", UNKNOWN), ("0", UNKNOWN), ("1", YES), ("2", NO)])
def test_a_trip_says_yes_no_or_nothing(tmp_path: Path, word: str, value: Access) -> None:
    """Rule 18, GTFS trips.wheelchair_accessible; google/transit#270, PR#340, rangelovkiril/rampme-software#90."""
    trips = f"route_id,service_id,trip_id,wheelchair_accessible\nR,daily,T,{word}"
    fact = list_calls(open_line(tmp_path, files={"trips.txt": trips}), "A")[0].access.vehicle
    assert fact.value is value


@pytest.mark.parametrize(
    ("stop_says", "vehicle_says", "verdict"),
    [
        ("1", "1", YES),
        ("1", "", UNKNOWN),
        ("", "1", UNKNOWN),
        ("", "", UNKNOWN),
        ("2", "1", NO),
        ("1", "2", NO),
        ("2", "", NO),
        ("", "2", NO),
    ],
)
def test_boarding_takes_both_the_stop_and_the_vehicle(
    tmp_path: Path, stop_says: str, vehicle_says: str, verdict: Access
) -> None:
    """Rule 20; OpenTripPlanner#4252, azavea/cac-tripplanner#665, transitous#2283: unknown is not no."""
    files = open_stops("", stop_says) | {
        "trips.txt": f"route_id,service_id,trip_id,wheelchair_accessible\nR,daily,T,{vehicle_says}"
    }
    assert list_calls(open_line(tmp_path, files=files), "A")[0].access.verdict is verdict


FLEET = FleetRegistry((FleetRule(re.compile("low-.*"), "id", low_floor=YES, wheelchair=YES),))
TRIP_SAYS_NO = {"trips.txt": "route_id,service_id,trip_id,wheelchair_accessible\nR,daily,T,2"}


def runs(vehicle_id: str, word: str | None = None) -> Fields:
    named = {"id": vehicle_id} | ({} if word is None else {"wheelchair_accessible": word})
    return update("T", stop(1, departure={"delay": 0}), vehicle=named, **TODAY)


@pytest.mark.parametrize(
    ("entity", "value", "source"),
    [
        (runs("low-1", "WHEELCHAIR_INACCESSIBLE"), NO, AccessSource.REALTIME),
        (runs("low-1", "UNKNOWN"), UNKNOWN, AccessSource.REALTIME),
        (runs("low-1", "NO_VALUE"), YES, AccessSource.FLEET),
        (runs("low-1"), YES, AccessSource.FLEET),
        (runs("other"), NO, AccessSource.TRIP),
        (update("T", stop(1, departure={"delay": 0}), **TODAY), NO, AccessSource.TRIP),
    ],
    ids=["live no", "live unknown", "live no value", "fleet", "not in the fleet", "no vehicle"],
)
def test_of_a_vehicle_the_live_word_comes_before_the_fleet_and_the_fleet_before_the_plan(
    tmp_path: Path, entity: Fields, value: Access, source: AccessSource
) -> None:
    """Rules 19 and 20, GTFS-RT VehicleDescriptor.wheelchair_accessible; google/transit#458, mfdz/GTFS-Issues#99."""
    fact = list_calls(open_line(tmp_path, entity, files=TRIP_SAYS_NO, fleet=FLEET), "A")[0].access.vehicle
    assert (fact.value, fact.source) == (value, source)


def test_a_vehicle_that_only_its_position_ties_to_the_trip_counts_too(tmp_path: Path) -> None:
    """Rule 20: the descriptor of this trip's update or of its vehicle position."""
    position = vehicle("low-1", trip={"trip_id": "T"} | TODAY, lat=49.84, lon=24.03, timestamp=to_posix("11:58"))
    fact = list_calls(open_line(tmp_path, runs("other"), position, fleet=FLEET), "A")[0].access.vehicle
    assert (fact.value, fact.source) == (YES, AccessSource.FLEET)


def test_a_vehicle_of_yesterdays_run_says_nothing_of_todays(tmp_path: Path) -> None:
    """Rule 20: the vehicle of the trip is not known, so the fleet list is not asked."""
    yesterday = vehicle("low-1", trip={"trip_id": "T", "start_date": "20261129"}, timestamp=to_posix("11:58"))
    assert list_calls(open_line(tmp_path, yesterday, fleet=FLEET), "A")[0].access.vehicle.value is UNKNOWN


@pytest.mark.parametrize("route_type", ["0", "1", "3"])
def test_access_is_never_derived_from_the_kind_of_vehicle(tmp_path: Path, route_type: str) -> None:
    """Rule 20."""
    routes = f"route_id,agency_id,route_short_name,route_type\nR,A,1,{route_type}"
    access = list_calls(open_line(tmp_path, files={"routes.txt": routes}), "A")[0].access
    assert (access.vehicle.value, access.low_floor) == (UNKNOWN, UNKNOWN)


def test_people_are_told_the_vehicles_label_and_never_its_id(tmp_path: Path) -> None:
    """Rule 21, GTFS-RT VehicleDescriptor.label and id."""
    entity = update("T", stop(1, departure={"delay": 0}), vehicle={"id": "x-9921", "label": "527"}, **TODAY)
    asked = ask(open_line(tmp_path, entity), "get_arrivals", stop="test:A", language="en", verbosity="full")
    assert asked.data["arrivals"][0]["vehicleLabel"] == "527"
    assert "527" in asked.text
    assert "9921" not in asked.text + asked.structured["spoken"]


def test_access_first_ranks_unknown_before_no_and_hides_none(tmp_path: Path) -> None:
    """OpenTripPlanner's costs of 600 and 3600 seconds: only the accessible ones would leave barely anything."""
    files = {
        "trips.txt": "route_id,service_id,trip_id,wheelchair_accessible\nR,daily,T,2\nR,daily,U,\nR,daily,V,1",
        "stop_times.txt": LINE
        + "".join(f"    {t},12:3{n}:00,12:3{n}:00,{s},{n}\n" for t in "UV" for n, s in ((1, "C"), (2, "D"))),
    }
    calls = list_calls(open_line(tmp_path, files=open_stops("", "") | files), "C", access=True)
    assert [call.trip for call in calls] == ["V", "U", "T"]


def test_what_does_not_come_is_neither_first_nor_counted(tmp_path: Path) -> None:
    """Rules 20 and 33: a cancelled vehicle cannot be boarded, however accessible it is."""
    files = {
        "trips.txt": "route_id,service_id,trip_id,wheelchair_accessible\nR,daily,T,1\nR,daily,V,1",
        "stop_times.txt": LINE + "    V,12:31:00,12:31:00,C,1\n    V,12:32:00,12:32:00,D,2\n",
    }
    cancelled = update("T", schedule_relationship="CANCELED", **TODAY)
    world = open_line(tmp_path, cancelled, files=open_stops("", "") | files)
    asked = ask(world, "get_arrivals", stop="test:C", access=True)
    assert [call["tripId"] for call in asked.data["arrivals"]] == ["V", "T"]
    assert asked.data["accessCounts"] == {"yes": 1, "no": 0, "unknown": 0}
