"""Which vehicle is this: the likely one and why, or that it cannot be told."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from stopbell_server.contract.codes import TABLE, Code
from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.realtimetext import make_updates, vehicle
from tests.town import NOON_POSIX, list_live, with_live

DEGREE_M = 111_195
"""Metres of a degree north."""


def which(town: World, *reports: dict[str, Any], age_s: int = 0, **arguments: Any) -> Asked:
    """Ask at Bridge Street, unless another place is given."""
    live = [make_updates(header=NOON_POSIX, entities=reports)]
    world = replace(with_live(town, live), now=town.now + timedelta(seconds=age_s))
    return ask(world, "get_vehicle_position", **(arguments or {"stop": "town:b1"}))


def bus(label: str, *, north_m: float = 5, age_s: int = 10, trip: str | None = "t1", **fields: Any) -> dict[str, Any]:
    """Give a report from so many metres north of Bridge Street."""
    said: dict[str, Any] = {"lat": 49.8450 + north_m / DEGREE_M, "lon": 24.03, "timestamp": NOON_POSIX - age_s}
    if trip:
        said["trip"] = {"trip_id": trip, "start_date": "20261130"}
    return vehicle(f"id-{label}", descriptor={"label": label}, **(said | fields))


STANDING: dict[str, Any] = {"current_stop_sequence": 2, "current_status": "STOPPED_AT"}
COMING: dict[str, Any] = {"current_stop_sequence": 2, "current_status": "IN_TRANSIT_TO"}


def list_told(asked: Asked) -> list[tuple[str, str, str]]:
    return [(one["vehicle"]["label"], one["standing"], one["likelihood"]) for one in asked.data["candidates"]]


def test_the_one_that_reports_to_stand_here_is_likely(town: World) -> None:
    asked = which(town, bus("7", trip="t2", north_m=120, **COMING), bus("412", **STANDING))
    assert list_told(asked) == [("412", "stands-here", "likely"), ("7", "next-here", "unlikely")]
    assert asked.status["state"] == "ok"
    assert asked.data["vehicle"]["label"] == "412"
    assert asked.data["journey"].endswith("/2026-11-30/t1")
    assert asked.text == (
        "Probably 10А to Озеро, vehicle 412, reports to stand at this stop, 5 metres north, reported 10 seconds ago. "
        "Next likely: 10А to Озеро, vehicle 7, this stop is its next, 120 metres north, reported 10 seconds ago. "
        "Ranked by what they report of this stop, by distance and by age of the report."
    )


def test_it_is_never_said_to_be_surely_it(town: World) -> None:
    for language, word in (("en", "Probably"), ("uk", "Імовірно")):
        asked = which(town, bus("412", **STANDING), stop="town:b1", language=language)
        assert asked.text.startswith(word)


def test_two_that_are_equally_likely_are_both_told_and_none_is_chosen(town: World) -> None:
    asked = which(town, bus("412", **STANDING), bus("7", trip="t2", north_m=12, **STANDING))
    assert (asked.status["state"], asked.status["code"]) == ("ambiguous", "vehicles-alike")
    assert [one["id"] for one in asked.status["candidates"]] == ["town:id-412", "town:id-7"]
    assert "vehicle" not in asked.data
    assert asked.text.startswith("It cannot be told which; it may be one of these: 1: 10А to Озеро, vehicle 412")
    assert "Ask the driver" in asked.text
    assert asked.text.count("vehicle 412") == 1


def test_a_few_metres_or_seconds_decide_nothing(town: World) -> None:
    asked = which(town, bus("412", age_s=5, **STANDING), bus("7", trip="t2", north_m=25, age_s=29, **STANDING))
    assert asked.status["code"] == "vehicles-alike"


def test_reports_that_are_too_old_decide_nothing(town: World) -> None:
    asked = which(town, bus("412", **STANDING), age_s=300)
    assert (asked.status["state"], asked.status["code"]) == ("unresolved", "vehicle-reports-old")
    assert list_told(asked) == [("412", "unknown", "unlikely")]
    assert "no contact with the vehicle for 5 minutes" in asked.text
    assert "vehicle" not in asked.data


def test_that_nothing_reports_does_not_mean_that_nothing_is_there(town: World) -> None:
    asked = which(town, bus("412", north_m=400))
    assert (asked.status["state"], asked.status["code"]) == ("unresolved", "no-vehicle-here")
    assert asked.text.startswith("No vehicle reports from here; that does not mean that there is none.")
    assert "candidates" not in asked.data


def test_one_that_is_near_by_a_fading_report_alone_is_told_but_not_as_likely(town: World) -> None:
    asked = which(town, bus("412", trip=None, age_s=100))
    assert asked.status["code"] == "vehicle-not-sure"
    assert asked.text.startswith("It cannot be told. Reports from near here: ")


def test_one_whose_trip_does_not_call_here_is_not_likely(town: World) -> None:
    """Line 7 runs from the station to the market and does not call at Bridge Street."""
    asked = which(town, bus("3", trip="v1"))
    assert list_told(asked) == [("3", "not-calling", "unlikely")]
    assert "does not call at this stop" in asked.text


def test_one_that_has_left_by_its_own_report_is_not_likely(town: World) -> None:
    left: dict[str, Any] = {"current_stop_sequence": 3, "current_status": "IN_TRANSIT_TO"}
    asked = which(town, bus("412", north_m=40, **left))
    assert list_told(asked) == [("412", "left", "unlikely")]


def test_a_rider_may_give_the_place_instead_of_the_stop(town: World) -> None:
    asked = which(town, bus("412", **STANDING), latitude=49.8450, longitude=24.0301)
    assert list_told(asked) == [("412", "stands-here", "likely")]
    assert "stop" not in asked.data


def test_the_place_of_the_rider_goes_before_that_of_the_stop(town: World) -> None:
    asked = which(town, bus("412", north_m=100, **STANDING), stop="town:b1", latitude=49.8459, longitude=24.03)
    assert asked.data["candidates"][0]["vehicle"]["distanceMeters"] < 10


def test_a_vehicle_that_names_its_stop_but_no_place_counts(town: World) -> None:
    silent = vehicle("id-5", trip="t1", stop_id="b1", current_status="STOPPED_AT", timestamp=NOON_POSIX - 10)
    assert list_told_ids(which(town, silent)) == ["town:id-5"]


def list_told_ids(asked: Asked) -> list[str]:
    return [one["vehicle"]["id"] for one in asked.data["candidates"]]


def test_a_feed_that_says_no_places_is_named(town: World) -> None:
    asked = ask(with_live(town, list_live()[:1]), "get_vehicle_position", stop="town:b1")
    assert asked.status["code"] == "no-vehicle-data"


@pytest.mark.parametrize("arguments", [{"latitude": 49.8}, {"longitude": 24.0}, {}])
def test_half_a_place_is_none(town: World, arguments: dict[str, float]) -> None:
    assert ask(town, "get_vehicle_position", **arguments).status["code"] == "bad-argument"


def test_each_way_of_not_knowing_may_be_asked_again() -> None:
    for code in (Code.VEHICLES_ALIKE, Code.VEHICLE_NOT_SURE, Code.VEHICLE_REPORTS_OLD, Code.NO_VEHICLE_HERE):
        assert TABLE[code].retryable


_REPORTS = st.lists(
    st.tuples(
        st.integers(0, 400),
        st.integers(0, 400),
        st.sampled_from(({}, STANDING, COMING, {"current_stop_sequence": 3, "current_status": "IN_TRANSIT_TO"})),
        st.sampled_from(("t1", "t2", "v1", None)),
    ),
    max_size=4,
)


@settings(max_examples=40, deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
@given(_REPORTS)
def test_whatever_reports_at_most_one_is_likely_and_the_order_of_reports_decides_nothing(
    town: World, reports: list[tuple[int, int, dict[str, Any], str | None]]
) -> None:
    sent = [
        bus(str(n), north_m=north_m, age_s=age_s, trip=trip, **said)
        for n, (north_m, age_s, said, trip) in enumerate(reports)
    ]
    asked, turned = which(town, *sent), which(town, *reversed(sent))
    assert asked.status.get("code") == turned.status.get("code")
    candidates = asked.data.get("candidates", [])
    if candidates:
        assert sorted(list_told(asked)) == sorted(list_told(turned))
    likely = [one for one in candidates if one["likelihood"] == "likely"]
    assert len(likely) <= 1
    assert ("vehicle" in asked.data) is bool(likely)
    assert (asked.status["state"] == "ok") is bool(likely)
    for one in likely:
        assert one["vehicle"]["ageSeconds"] <= 180
        assert one["standing"] not in ("left", "not-calling")
        assert not [other for other in candidates if other["likelihood"] == "possible"]
    if asked.status.get("code") == "vehicles-alike":
        assert len(asked.status["candidates"]) >= 2
        assert all(one["vehicle"]["ageSeconds"] <= 180 for one in candidates if one["likelihood"] == "possible")


def test_what_another_vehicle_of_the_same_trip_reports_says_nothing_of_this_one(town: World) -> None:
    asked = which(town, bus("1", trip="t2", age_s=20), bus("2", trip="t2", north_m=250, **STANDING))
    told = {label: standing for label, standing, _ in list_told(asked)}
    assert told == {"1": "unknown", "2": "stands-here"}
