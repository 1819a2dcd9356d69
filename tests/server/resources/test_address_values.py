"""Parts of addresses as they are typed."""

from dataclasses import replace
from pathlib import Path

import pytest
from mcp.types import Completion, ResourceTemplateReference

from stopbell_server.world import World
from tests.asking import play
from tests.town import TOWN, open_town

ROUTE = "mobility://public-transport-route/{authority}/{routeId}"
STOP = "mobility://public-transport-stop/{authority}/{stopId}"
STATION = "mobility://transport-station/{authority}/{stationId}"
PATTERN = "mobility://journey-pattern/{authority}/{patternId}"
PLAN = "mobility://service-journey/{authority}/{journeyId}"
DATED = "mobility://dated-vehicle-journey/{authority}/{date}/{journeyId}"
VEHICLE = "mobility://physical-vehicle/{authority}/{vehicleId}"
HOURS = "mobility://public-transport-route/{authority}/{routeId}/journeys/{date}/{hour}"


def complete(world: World, template: str, name: str, typed: str, **given: str) -> Completion:
    reference = ResourceTemplateReference(type="ref/resource", uri=template)
    return play(
        world, lambda client: client.complete(reference, {"name": name, "value": typed}, context_arguments=given)
    ).completion


@pytest.mark.parametrize(
    ("template", "name", "typed", "given", "values"),
    [
        (ROUTE, "routeId", "", {"authority": "town"}, ["r10", "r7"]),
        (ROUTE, "routeId", "r1", {"authority": "town"}, ["r10"]),
        (ROUTE, "routeId", "7", {"authority": "town"}, ["r7"]),
        (ROUTE, "routeId", "10a", {}, ["r10"]),
        (ROUTE, "routeId", "r", {"authority": "atlantis"}, []),
        (STOP, "stopId", "b", {"authority": "town"}, ["b1", "b2"]),
        (STOP, "stopId", "Вокзал", {"authority": "town"}, ["S1", "S2"]),
        (STATION, "stationId", "Вокзал", {"authority": "town"}, ["S"]),
        (STATION, "stationId", "S", {"authority": "town"}, ["S"]),
        (PLAN, "journeyId", "t", {"authority": "town"}, ["t1", "t2", "t3", "t4", "t5"]),
        (DATED, "journeyId", "t", {"authority": "town", "date": "2026-11-30"}, ["t1", "t2", "t3", "t4", "t5"]),
        (DATED, "journeyId", "t", {"authority": "town", "date": "2026-11-29"}, []),
        (DATED, "journeyId", "t", {"authority": "town", "date": "someday"}, []),
        (DATED, "date", "2026-12-3", {"authority": "town"}, ["2026-12-30", "2026-12-31"]),
        (
            DATED,
            "date",
            "2026-12-0",
            {"authority": "town", "journeyId": "t1"},
            [f"2026-12-0{n}" for n in (1, 2, 3, 4, 7, 8, 9)],
        ),
        (DATED, "date", "1999", {"authority": "town"}, []),
        (VEHICLE, "vehicleId", "", {"authority": "town"}, ["high-1", "low-9", "odd-3"]),
        (VEHICLE, "vehicleId", "low", {"authority": "town"}, ["low-9"]),
        (HOURS, "hour", "2", {"authority": "town"}, ["20", "21", "22", "23"]),
        (HOURS, "hour", "08:5", {"authority": "town"}, [f"08:5{n}" for n in range(10)]),
        (HOURS, "hour", "99", {"authority": "town"}, []),
        (HOURS, "elsewhere", "1", {"authority": "town"}, []),
    ],
)
def test_what_may_stand_there_is_told(
    town: World, template: str, name: str, typed: str, given: dict[str, str], values: list[str]
) -> None:
    done = complete(town, template, name, typed, **given)
    assert done.values == values
    assert (done.total, done.has_more) == (len(values), False)


def test_the_days_begin_with_today(town: World) -> None:
    done = complete(town, DATED, "date", "", authority="town")
    assert done.values[:2] == ["2026-11-30", "2026-12-01"]
    assert (len(done.values), done.has_more) == (20, True)


def test_of_a_pattern_the_line_may_be_typed_or_the_whole(town: World) -> None:
    every = complete(town, PATTERN, "patternId", "r10", authority="town").values
    assert len(every) == 2
    assert complete(town, PATTERN, "patternId", "r10.1.", authority="town").values == [
        one for one in every if one.startswith("r10.1.")
    ]
    assert complete(town, PATTERN, "patternId", every[0][:-3], authority="town").values == [every[0]]


def test_of_a_trip_that_repeats_at_exact_times_the_runs_are_told(tmp_path: Path) -> None:
    world = open_town(tmp_path, files={"frequencies.txt": TOWN["frequencies.txt"].replace(",0\n", ",1\n")})
    given = {"authority": "town", "date": "2026-11-30"}
    assert complete(world, DATED, "journeyId", "f1@06", **given).values == ["f1@06:00:00", "f1@06:20:00", "f1@06:40:00"]
    assert complete(world, PLAN, "journeyId", "f", authority="town").values[:2] == ["f1", "f1@06:00:00"]


def test_every_value_that_is_told_can_be_read(town: World) -> None:
    for template, name in ((ROUTE, "routeId"), (STOP, "stopId"), (PATTERN, "patternId"), (VEHICLE, "vehicleId")):
        for value in complete(town, template, name, "b" if name == "stopId" else "", authority="town").values:
            uri = template.replace("{authority}", "town").replace(f"{{{name}}}", value)
            assert play(town, lambda client, uri=uri: client.read_resource(uri)).contents


def test_what_is_not_known_any_more_is_not_offered(town: World) -> None:
    later = replace(town, now=town.now.replace(hour=15))
    assert complete(later, VEHICLE, "vehicleId", "", authority="town").values == []


def test_how_many_there_are_is_left_open_where_not_all_were_looked_for(tmp_path: Path) -> None:
    trips = [f"n{n:03d}" for n in range(150)]
    rows = "".join(f"{trip},12:00:00,12:00:00,S1,1\n{trip},12:05:00,12:05:00,b1,2\n" for trip in trips)
    files = {
        "trips.txt": "route_id,service_id,trip_id\n" + "".join(f"r10,week,{trip}\n" for trip in trips),
        "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + rows,
        "frequencies.txt": "",
    }
    done = complete(
        open_town(tmp_path, live=[], files=files), DATED, "journeyId", "n", authority="town", date="2026-11-30"
    )
    assert (len(done.values), done.total, done.has_more) == (20, None, True)
