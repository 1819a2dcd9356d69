"""Rules 40 to 42: how old live data is, what a broken feed may not do, and whether it fits the timetable."""

from pathlib import Path

import pytest

from stopbell_server.domain.certainty import FeedState
from tests.asking import ask
from tests.realtimetext import Fields, alert, make_updates, stop, update, vehicle
from tests.server.rules.line import DAY, LINE, TODAY, open_line, show, to_posix
from tests.worldtext import open_text_world

LATE = update("T", stop(2, "B", departure={"delay": 60}), **TODAY)


@pytest.mark.parametrize(
    ("age_s", "certainty"), [(0, "live"), (90, "live"), (91, "ageing"), (181, "lost"), (1801, "timetable")]
)
def test_a_feed_that_is_served_again_and_again_still_ages(tmp_path: Path, age_s: int, certainty: str) -> None:
    """Rule 40, GTFS-RT FeedHeader.timestamp; OneBusAway/maglev#476, PR#550, digitransit-ui PR#4286."""
    row = show(open_line(tmp_path, LATE, age_s=age_s), "B")[0]
    assert row == f"T {'12:10' if certainty == 'timetable' else '12:11'} running {certainty}"


def test_lost_contact_is_told_with_the_answer(tmp_path: Path) -> None:
    """Rule 40; gtfs-realtime-validator#161: a stale feed is flagged, not passed on as live."""
    asked = ask(open_line(tmp_path, LATE, age_s=600), "get_arrivals", stop="test:B", language="en")
    assert (asked.status["state"], asked.status["code"]) == ("partial", "live-lost")


@pytest.mark.parametrize("header", [to_posix("12:05"), to_posix("11:58") * 1000], ids=["future", "milliseconds"])
def test_a_header_from_the_future_or_in_milliseconds_gives_no_live_time_in_the_future(
    tmp_path: Path, header: int
) -> None:
    """Rule 40, validator E050 and E001: seven minutes ahead is refused; milliseconds are read as what they mean."""
    payload = make_updates(header=header, entities=[LATE])
    world = open_text_world(tmp_path, {"stop_times.txt": LINE}, at=f"{DAY}T11:58:00+02:00", realtime=[payload])
    expected = "T 12:11 running live" if header > to_posix("12:05") else "T 12:10 running timetable"
    assert show(world, "B") == [expected]


def test_one_bad_entity_does_not_kill_the_feed(tmp_path: Path) -> None:
    """Rule 41; OpenTripPlanner#2560."""
    bad: list[Fields] = [update(None), update("T", stop(None)), {"vehicle": {}}, update("", stop(99, "nowhere"))]
    assert show(open_line(tmp_path, *bad, LATE), "B") == ["T 12:11 running live"]


def test_a_deleted_entity_is_left_out_of_a_full_feed(tmp_path: Path) -> None:
    """Rule 41, GTFS-RT FeedEntity.is_deleted: it has a meaning only in DIFFERENTIAL feeds."""
    assert show(open_line(tmp_path, LATE | {"is_deleted": True}), "B") == ["T 12:10 running timetable"]


def test_a_live_feed_of_another_timetable_is_told(tmp_path: Path) -> None:
    """Rule 42; iRail/iRail PR#593: 0 of 283 matched."""
    strangers = [update(f"x{n}", stop(1, departure={"delay": 0})) for n in range(283)]
    world = open_line(tmp_path, *strangers)
    live = world.live_state("test")
    assert (live.state, live.matched, live.updates) == (FeedState.UNMATCHED, 0, 283)
    assert ask(world, "get_arrivals", stop="test:B").status["code"] == "live-unmatched"


def test_a_feed_of_vehicles_and_alerts_alone_makes_no_time_live(tmp_path: Path) -> None:
    """Rules 26 and 39: a position predicts nothing."""
    position = vehicle("v", trip={"trip_id": "T"} | TODAY, lat=49.84, lon=24.03, timestamp=to_posix("11:58"))
    assert show(open_line(tmp_path, position, alert(header="N", informed_entity=[{"stop_id": "B"}])), "B") == [
        "T 12:10 running timetable"
    ]


@pytest.mark.parametrize(
    ("word", "wire"),
    [("NO_DATA_AVAILABLE", None), ("EMPTY", "empty"), ("NOT_BOARDABLE", "not-boardable"), ("FULL", "full")],
)
def test_occupancy_that_is_not_known_is_not_empty(tmp_path: Path, word: str, wire: str | None) -> None:
    """Rule 46, GTFS-RT OccupancyStatus."""
    position = vehicle("v", trip={"trip_id": "T"} | TODAY, occupancy_status=word, timestamp=to_posix("11:58"))
    call = ask(open_line(tmp_path, position, LATE), "get_arrivals", stop="test:B").data["arrivals"][0]
    assert call.get("occupancy") == wire


def test_a_feed_that_does_not_say_when_it_was_made_is_given_no_time_of_its_own(tmp_path: Path) -> None:
    """Rule 40: when it was fetched is not when it was made; how old its predictions are counts from there at least."""
    payload = make_updates(header=0, entities=[LATE])
    world = open_text_world(tmp_path, {"stop_times.txt": LINE}, at=f"{DAY}T11:58:00+02:00", realtime=[payload])
    provenance = ask(world, "get_arrivals", stop="test:B").structured["provenance"]
    assert [name for name in ("sourceTime", "ageSeconds") if name in provenance] == []
    assert (provenance["liveState"], provenance["retrievedTime"]) == ("live", f"{DAY}T11:58:00+02:00")
