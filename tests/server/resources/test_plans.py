"""Planned journeys as resources: those of the timetable, and the same on one day."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError

from stopbell_server.world import World
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.server.resources.reading import list_objects, read, read_document
from tests.town import NOON_POSIX, TOWN, open_town, with_live

PLAN = "mobility://service-journey/town/t1"
EXACT = TOWN["frequencies.txt"].replace(",0\n", ",1\n")


def dated(journey: str, day: str = "2026-11-30") -> str:
    return f"mobility://dated-vehicle-journey/town/{day}/{journey}"


def test_a_journey_of_the_timetable_tells_stops_times_and_days(town: World) -> None:
    document = read_document(town, PLAN)
    told = document["properties"]
    assert (document["type"], document["id"], told["journeyId"]) == ("ServiceJourney", PLAN, "t1")
    assert (told["line"], told["headsign"], told["destination"], told["direction"]) == ("10А", "Озеро", "Lake", 0)
    assert told["access"] == {"value": "no", "source": "trip"}
    assert [one.get("scheduledDeparture") for one in told["calls"]] == ["12:03:00", "12:06:00", "12:12:00", "12:20:00"]
    assert told["applies"] == [
        {
            "first": "2026-01-01",
            "last": "2026-12-31",
            "weekdays": ["monday", "tuesday", "wednesday", "thursday", "friday"],
        }
    ]
    assert list_objects(document, "route") == ["mobility://public-transport-route/town/r10"]
    assert len(list_objects(document, "stops")) == 4
    assert document["freshness"]["temporalMeaning"] == "static-plan"


def test_a_trip_that_repeats_tells_how_often_and_no_times_of_a_clock(town: World) -> None:
    told = read_document(town, "mobility://service-journey/town/f1")["properties"]
    assert told["repeats"] == [{"start": "06:00:00", "end": "22:00:00", "headwaySeconds": 1200, "exact": False}]
    assert [one.get("scheduledDeparture") for one in told["calls"]] == [None, None]
    assert [one["secondsFromStart"] for one in told["calls"]] == [0, 600]


def test_a_single_run_at_an_exact_time_has_an_address_and_its_own_times(tmp_path: Path) -> None:
    world = open_town(tmp_path, files={"frequencies.txt": EXACT})
    document = read_document(world, "mobility://service-journey/town/f1%4006%3A20%3A00")
    assert document["properties"]["journeyId"] == "f1@06:20:00"
    assert [one["scheduledDeparture"] for one in document["properties"]["calls"]] == ["06:20:00", "06:30:00"]
    run = read_document(world, dated("f1%4006%3A20%3A00"))
    assert run["properties"]["startTime"] == "06:20:00"
    assert list_objects(run, "serviceJourney") == [document["id"]]


def test_what_comes_only_so_often_has_no_single_runs(town: World) -> None:
    with pytest.raises(MCPError, match="mobility://service-journey/town/f1"):
        read(town, "mobility://service-journey/town/f1%4006%3A20%3A00")


def test_a_run_that_live_data_alone_names_belongs_to_the_trip_that_repeats(town: World) -> None:
    said = update(
        "f1", stop(1, "S2", departure={"time": NOON_POSIX + 60}), start_date="20261130", start_time="12:01:00"
    )
    world = with_live(town, [make_updates(header=NOON_POSIX, entities=[said])])
    document = read_document(world, dated("f1%4012%3A01%3A00"))
    assert list_objects(document, "serviceJourney") == ["mobility://service-journey/town/f1"]


def test_what_comes_only_so_often_stays_a_journey_of_the_plan_while_live_data_names_its_runs(town: World) -> None:
    said = [
        update("f1", stop(1, "S2", departure={"time": NOON_POSIX + at}), start_date="20261130", start_time=start)
        for at, start in ((60, "12:01:00"), (660, "12:11:00"))
    ]
    document = read_document(with_live(town, [make_updates(header=NOON_POSIX, entities=said)]), dated("f1"))
    assert document["id"] == dated("f1")
    assert list_objects(document, "runs") == [dated("f1%4012%3A01%3A00"), dated("f1%4012%3A11%3A00")]
    assert "vehicle" not in document["relationships"]
    assert not any("scheduledDeparture" in one for one in document["properties"]["calls"])


def test_a_run_that_is_cancelled_does_not_cancel_what_comes_so_often(town: World) -> None:
    cancelled = update("f1", start_date="20261130", start_time="12:01:00", schedule_relationship="CANCELED")
    world = with_live(town, [make_updates(header=NOON_POSIX, entities=[cancelled])])
    assert read_document(world, dated("f1"))["properties"]["operationalStatus"] == "planned"
    assert read_document(world, dated("f1%4012%3A01%3A00"))["properties"]["operationalStatus"] == "cancelled"
    watched = read_document(world, dated("f1").replace("dated-", "monitored-"))
    assert {one["status"] for one in watched["properties"]["calls"]} == {"running", "ends-here"}


def test_a_dated_journey_links_its_plan_its_day_and_what_is_watched_of_it(town: World) -> None:
    document = read_document(town, dated("t1"))
    assert (document["type"], document["id"]) == ("DatedVehicleJourney", dated("t1"))
    assert document["urn"] == "urn:ngsi-ld:DatedVehicleJourney:town:2026-11-30:t1"
    assert list_objects(document, "serviceJourney") == [PLAN]
    assert list_objects(document, "operatingDay") == ["mobility://operating-day/town/2026-11-30"]
    assert list_objects(document, "monitoredJourney") == ["mobility://monitored-vehicle-journey/town/2026-11-30/t1"]
    assert list_objects(document, "pattern") == list_objects(read_document(town, PLAN), "pattern")
    assert list_objects(document, "vehicle") == ["mobility://physical-vehicle/town/high-1"]
    assert document["properties"]["assignedVehicle"] == {"id": "town:high-1"}


def test_predictions_and_places_are_no_part_of_a_dated_journey(town: World) -> None:
    text = read(town, dated("t1")).text
    for word in ("expected", "observedArrival", "delay", "progress", '"lat"', "minutes", "certainty"):
        assert word not in text
    assert read_document(town, dated("t1"))["properties"]["calls"][1] == {
        "stopId": "town:b1",
        "name": "Bridge Street",
        "sequence": 2,
        "scheduledArrival": "2026-11-30T12:06:00+02:00",
        "scheduledDeparture": "2026-11-30T12:06:00+02:00",
    }


@pytest.mark.parametrize(
    ("journey", "status", "source"),
    [
        ("t1", "planned", "timetable"),
        ("t2", "cancelled", "live"),
        ("t3", "planned", "timetable"),
        ("t4", "partly-cancelled", "live"),
    ],
)
def test_a_dated_journey_tells_what_was_said_to_change_it(town: World, journey: str, status: str, source: str) -> None:
    told = read_document(town, dated(journey))["properties"]
    assert (told["operationalStatus"], told["statusSource"]) == (status, source)


def test_a_journey_of_tomorrow_is_only_planned_whatever_is_said_of_today(town: World) -> None:
    told = read_document(town, dated("t2", "2026-12-01"))["properties"]
    assert (told["operationalStatus"], told["statusSource"]) == ("planned", "timetable")
    assert [one.get("status") for one in told["calls"]] == [None, None, None, "ends-here"]


def with_told(town: World, *entities: Any) -> World:
    return with_live(town, [make_updates(header=NOON_POSIX, entities=list(entities))])


def test_a_replaced_journey_has_the_stops_that_live_data_brings(town: World) -> None:
    world = with_told(
        town,
        update(
            "t3",
            stop(1, "S1", departure={"time": NOON_POSIX + 1380}),
            stop(2, "e", arrival={"time": NOON_POSIX + 2400}),
            start_date="20261130",
            schedule_relationship="REPLACEMENT",
        ),
    )
    document = read_document(world, dated("t3"))
    assert document["properties"]["operationalStatus"] == "replaced"
    assert len(list_objects(document, "stops")) == 2
    assert "pattern" not in document["relationships"]
    assert list_objects(document, "serviceJourney") == ["mobility://service-journey/town/t3"]


def test_an_added_journey_has_no_plan(town: World) -> None:
    world = with_told(
        town,
        update(
            "extra-1",
            stop(1, "S1", departure={"time": NOON_POSIX + 600}),
            stop(2, "e", arrival={"time": NOON_POSIX + 1800}),
            route_id="r10",
            start_date="20261130",
            schedule_relationship="NEW",
        ),
    )
    document = read_document(world, dated("extra-1"))
    assert document["properties"]["operationalStatus"] == "added"
    assert "serviceJourney" not in document["relationships"]


def test_a_vehicle_that_is_named_and_does_not_report_is_told_but_not_linked(town: World) -> None:
    world = with_told(town, update("t3", start_date="20261130", vehicle={"id": "silent-7", "label": "7"}))
    document = read_document(world, dated("t3"))
    assert document["properties"]["assignedVehicle"] == {"id": "town:silent-7", "label": "7"}
    assert "vehicle" not in document["relationships"]


def test_a_vehicle_that_its_feed_withholds_is_neither_told_nor_linked(town: World) -> None:
    (view,) = town.feeds
    hidden = replace(view, withheld=("id", "label")).with_snapshot(view.snapshot)
    document = read_document(World((hidden,), town.now), dated("t5"))
    assert "assignedVehicle" not in document["properties"]
    assert "vehicle" not in document["relationships"]
    assert "assignedVehicle" in read_document(town, dated("t5"))["properties"]


def test_the_address_of_a_dated_journey_stays_while_its_state_changes(town: World) -> None:
    states = [
        with_told(town, update("t3", start_date="20261130", schedule_relationship="CANCELED")),
        with_told(town, update("t3", stop(2, "b1", departure={"delay": 600}), start_date="20261130")),
        with_told(town, vehicle("bus-1", trip="t3", lat=49.84, lon=24.03, timestamp=NOON_POSIX)),
    ]
    told = [read_document(world, dated("t3")) for world in states]
    assert {(one["id"], one["urn"]) for one in told} == {
        (dated("t3"), "urn:ngsi-ld:DatedVehicleJourney:town:2026-11-30:t3")
    }
    assert [one["properties"]["operationalStatus"] for one in told] == ["cancelled", "planned", "planned"]


@pytest.mark.parametrize(
    ("uri", "told"),
    [
        ("mobility://service-journey/town/t99", "No journey 't99'"),
        ("mobility://service-journey/atlantis/t1", "Loaded: town"),
        (dated("t99"), "get_arrivals"),
        (dated("t1", "2026-11-29"), "does not run on 2026-11-29.*service-journey/town/t1"),
        (dated("t1", "2030-01-01"), "does not speak of 2030-01-01; it covers 2026-01-01 to 2026-12-31"),
        (dated("t1", "today"), "YYYY-MM-DD"),
        (dated("t1", "20261130"), "YYYY-MM-DD"),
        (dated("t1%4008%3A00%3A00"), "no such run.*service-journey/town/t1"),
        (dated("f1%406%3A20%3A00"), "No journey"),
    ],
)
def test_what_is_not_there_says_what_is(town: World, uri: str, told: str) -> None:
    with pytest.raises(MCPError, match=told):
        read(town, uri)
