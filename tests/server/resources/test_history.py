"""What was observed has addresses of its own; a journey whose monitoring has ended says so at the one it always had."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import TextResourceContents

from stopbell_server.world import World
from tests.asking import ask, play
from tests.realtimetext import stop, update, vehicle
from tests.town import NOON_AT, NOON_POSIX, with_live
from tests.watchedworld import Watched

JOURNEY = "mobility://monitored-vehicle-journey/town/2026-11-30/t1"
HISTORY = "mobility://historical-passings/town/2026-11-30/t1"
AT_STATION = "mobility://historical-stop-passings/town/S1"
DAY = "20261130"


def read(world: World, uri: str) -> dict[str, Any]:
    (content,) = play(world, lambda client: client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return json.loads(content.text)


def report(seconds: int, sequence: int, status: str) -> dict[str, Any]:
    trip = {"trip_id": "t1", "start_date": DAY}
    said: dict[str, Any] = {
        "current_stop_sequence": sequence,
        "current_status": status,
        "timestamp": NOON_POSIX + seconds,
    }
    return vehicle("high-1", trip=trip, **said)


T5 = update("t5", stop(2, "b1", departure={"delay": 0}), start_date=DAY)


@pytest.fixture
def watched(town: World) -> Watched:
    """Hear that t1 stood at its first stop at 12:03, went to the second, and then nothing more of it."""
    watched = Watched(with_live(town, None))
    for seconds, sequence, status in ((180, 1, "STOPPED_AT"), (200, 1, "STOPPED_AT"), (240, 2, "IN_TRANSIT_TO")):
        watched.hear(NOON_AT + timedelta(seconds=seconds + 5), report(seconds, sequence, status), T5)
    return watched


def test_a_journey_has_a_history_of_its_own(watched: Watched) -> None:
    document = read(watched.world, HISTORY)

    assert (document["type"], document["id"]) == ("HistoricalPassings", HISTORY)
    assert document["urn"] == "urn:ngsi-ld:HistoricalPassings:town:2026-11-30:t1"
    (passing,) = document["properties"]["passings"]
    assert (passing["stopId"], passing["stopSequence"], passing["scheduledDeparture"]) == (
        "town:S1",
        1,
        "2026-11-30T12:03:00+02:00",
    )
    assert passing["passing"] == {
        "evidence": "stood",
        "stoodFrom": "2026-11-30T12:03:00+02:00",
        "stoodUntil": "2026-11-30T12:03:20+02:00",
        "notBefore": "2026-11-30T12:03:20+02:00",
        "notAfter": "2026-11-30T12:04:00+02:00",
    }
    assert document["properties"]["recordedSince"] == "2026-11-30T12:03:05+02:00"
    assert document["freshness"]["temporalMeaning"] == "historical"
    assert document["freshness"]["validAt"] == "2026-11-30T12:04:00+02:00"
    assert document["relationships"]["monitoredJourney"][0]["object"] == JOURNEY


def test_what_holds_now_and_what_was_never_mix(watched: Watched) -> None:
    current, past = read(watched.world, JOURNEY), read(watched.world, HISTORY)

    assert (current["freshness"]["temporalMeaning"], past["freshness"]["temporalMeaning"]) == ("current", "historical")
    assert "behind" not in current["properties"]
    assert not [call for call in current["properties"]["calls"] if "passing" in call]
    assert current["properties"]["monitoring"]["history"] == HISTORY
    assert not {"calls", "phase", "delaySeconds", "vehicle"} & past["properties"].keys()


def test_a_stop_tells_what_was_observed_there(watched: Watched) -> None:
    document = read(watched.world, AT_STATION)

    assert (document["type"], document["freshness"]["temporalMeaning"]) == ("HistoricalStopPassings", "historical")
    (passing,) = document["properties"]["passings"]
    assert (passing["journey"], passing["line"], passing["passing"]["evidence"]) == (HISTORY, "10А", "stood")
    assert document["properties"]["recordedSince"] == "2026-11-30T12:03:05+02:00"


def test_where_nothing_was_observed_there_is_not_enough_evidence(watched: Watched) -> None:
    for uri in (HISTORY.replace("t1", "t5"), AT_STATION.replace("S1", "e")):
        document = read(watched.world, uri)
        assert document["properties"]["passings"] == []
        assert document["properties"]["status"]["code"] == "insufficient-evidence"
        assert "validAt" not in document["freshness"]


def test_without_a_record_there_is_no_history_and_that_says_nothing(town: World) -> None:
    for uri in (HISTORY, AT_STATION):
        with pytest.raises(MCPError, match="says nothing of what happened"):
            read(with_live(town, None), uri)


def test_an_unknown_journey_has_no_history(watched: Watched) -> None:
    for uri in (HISTORY.replace("t1", "t99"), HISTORY.replace("2026-11-30", "2026-11-29")):
        with pytest.raises(MCPError, match="No journey"):
            read(watched.world, uri)


def test_once_monitoring_has_ended_the_same_address_says_so(watched: Watched) -> None:
    before = read(watched.world, JOURNEY)
    watched.hear(NOON_AT + timedelta(minutes=12), T5)
    document = read(watched.world, JOURNEY)

    assert (document["id"], document["urn"]) == (before["id"], before["urn"])
    assert document["freshness"]["temporalMeaning"] == "historical"
    assert document["freshness"]["validAt"] == "2026-11-30T12:04:00+02:00"
    properties = document["properties"]
    assert properties["monitoring"] == {
        "state": "ended",
        "mentioned": "2026-11-30T12:04:00+02:00",
        "mentionedBy": "vehicle",
        "ageSeconds": 480,
        "keptUntil": "2026-11-30T14:04:00+02:00",
        "recordedSince": "2026-11-30T12:03:05+02:00",
        "history": HISTORY,
    }
    assert properties["status"]["code"] == "monitoring-ended"
    assert properties["lastReport"] == {
        "observedTime": "2026-11-30T12:04:00+02:00",
        "stopId": "town:b1",
        "name": "Bridge Street",
        "status": "in-transit-to",
    }
    assert not {"calls", "phase", "delaySeconds", "vehicle", "now"} & properties.keys()


def test_the_last_predictions_are_told_as_what_was_expected_then(town: World) -> None:
    watched = Watched(with_live(town, None))
    told = update("t1", stop(2, "b1", arrival={"time": NOON_POSIX + 480}), start_date=DAY)
    watched.hear(NOON_AT, told, T5)
    watched.hear(NOON_AT + timedelta(minutes=5), T5)

    assert read(watched.world, JOURNEY)["properties"]["lastPredictions"] == [
        {
            "stopId": "town:b1",
            "name": "Bridge Street",
            "stopSequence": 2,
            "expectedArrival": "2026-11-30T12:08:00+02:00",
        }
    ]


def test_expiry_deletes_neither_the_plan_nor_the_history(watched: Watched) -> None:
    watched.hear(NOON_AT + timedelta(minutes=12), T5)

    for uri in (
        "mobility://dated-vehicle-journey/town/2026-11-30/t1",
        "mobility://service-journey/town/t1",
        "mobility://public-transport-route/town/r10",
    ):
        assert read(watched.world, uri)["id"] == uri
    assert read(watched.world, HISTORY)["properties"]["passings"]


def test_after_the_bound_of_history_only_the_plan_is_known(watched: Watched) -> None:
    watched.hear(NOON_AT + timedelta(minutes=12), T5)
    watched.hear(NOON_AT + timedelta(minutes=125), T5)
    document = read(watched.world, JOURNEY)

    assert document["properties"]["monitoring"]["state"] == "not-monitored"
    assert document["freshness"]["temporalMeaning"] == "day-plan"
    assert {call["certainty"] for call in document["properties"]["calls"]} == {"timetable"}
    assert read(watched.world, HISTORY)["properties"]["passings"] == []


def test_a_journey_that_runs_tomorrow_is_not_monitored_and_says_so(watched: Watched) -> None:
    document = read(watched.world, JOURNEY.replace("2026-11-30", "2026-12-01"))

    assert document["properties"]["monitoring"]["state"] == "not-monitored"
    assert document["freshness"]["temporalMeaning"] == "day-plan"


def test_the_tool_says_that_nothing_more_is_heard(watched: Watched) -> None:
    watched.hear(NOON_AT + timedelta(minutes=12), T5)
    asked = ask(watched.world, "get_monitored_journey", journey=JOURNEY)

    assert asked.status["code"] == "monitoring-ended"
    assert "Live data has said nothing of this trip for 8 minutes." in asked.text
    assert asked.data["monitoring"]["state"] == "ended"


def test_the_tool_tells_the_last_stop_that_was_left(watched: Watched) -> None:
    asked = ask(watched.world, "get_monitored_journey", journey=JOURNEY, verbosity="rich")

    assert asked.data["behind"]["passing"]["evidence"] == "stood"
    assert "It left Railway Station at about 12:04, as its vehicle reported." in asked.text


def test_a_trip_that_was_seen_at_its_last_stop_came(watched: Watched) -> None:
    for seconds, sequence, status in ((1200, 3, "IN_TRANSIT_TO"), (1260, 4, "STOPPED_AT")):
        watched.hear(NOON_AT + timedelta(seconds=seconds), report(seconds - 5, sequence, status), T5)
    watched.hear(NOON_AT + timedelta(minutes=30), T5)
    asked = ask(watched.world, "get_monitored_journey", journey=JOURNEY)

    assert asked.text.startswith("It came to its last stop, Lake, at about 12:20, as its vehicle reported.")


def test_a_trip_whose_time_is_over_is_not_said_to_have_come(watched: Watched) -> None:
    watched.hear(NOON_AT + timedelta(minutes=30), T5)
    asked = ask(watched.world, "get_monitored_journey", journey=JOURNEY)

    assert asked.text.startswith("Due at its last stop, Lake, at 12:20 by timetable. Whether it came is not reported.")


VEHICLE = "mobility://physical-vehicle/town/high-1"


def test_a_vehicle_that_was_forgotten_is_told_as_it_was_last_reported(watched: Watched) -> None:
    before = read(watched.world, VEHICLE)
    watched.hear(NOON_AT + timedelta(minutes=40), T5)
    document = read(watched.world, VEHICLE)

    assert (document["id"], document["urn"]) == (before["id"], before["urn"])
    assert document["freshness"]["temporalMeaning"] == "historical"
    assert document["properties"]["lastReport"] == {
        "observedTime": "2026-11-30T12:04:00+02:00",
        "stopId": "town:b1",
        "name": "Bridge Street",
        "status": "in-transit-to",
    }
    assert document["properties"]["status"]["code"] == "vehicle-lost"
    assert document["relationships"]["lastJourney"] == [{"object": JOURNEY}]


def test_a_vehicle_is_not_told_after_the_bound_nor_where_its_id_is_withheld(watched: Watched) -> None:
    watched.hear(NOON_AT + timedelta(minutes=40), T5)
    view = watched.view
    withheld = World((replace(view, withheld=("id",)),), watched.world.now)
    for world in (withheld, watched.hear(NOON_AT + timedelta(minutes=130), T5)):
        with pytest.raises(MCPError, match="does not say it is not running"):
            read(world, VEHICLE)
