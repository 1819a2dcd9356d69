"""Rules 37 to 39: what stands on a board, in which order, in which words."""

from pathlib import Path

import pytest

from tests.asking import ask
from tests.realtimetext import stop, update
from tests.server.rules.line import LINE, TODAY, list_calls, open_line, show, to_posix


def at_b(time: str, **fields: str) -> dict[str, object]:
    """Give an update of trip T with an absolute departure at B."""
    return update("T", stop(2, "B", departure={"time": to_posix(time)}), **(TODAY | fields))


@pytest.mark.parametrize(
    ("predicted", "minutes"),
    [
        ("12:08:59", "gone"),
        ("12:09:00", 0),
        ("12:09:30", 0),
        ("12:10:00", 0),
        ("12:10:30", 0),
        ("12:10:31", 1),
        ("12:11:59", 1),
        ("12:12:00", 2),
        ("13:10:00", 60),
        ("13:10:01", "gone"),
    ],
)
def test_minutes_are_never_negative_and_never_more_than_there_are(
    tmp_path: Path, predicted: str, minutes: int | str
) -> None:
    """Rule 37; OneBusAway/onebusaway-ios#320, onebusaway-iphone PR#202: a minute either side is now."""
    world = open_line(tmp_path, at_b(predicted), at="12:10:00")
    told = [call["minutes"] for call in ask(world, "get_arrivals", stop="test:B").data["arrivals"]]
    assert told == ([] if minutes == "gone" else [minutes])


def test_a_late_bus_stays_after_its_planned_time(tmp_path: Path) -> None:
    """Rule 37; Code4HR/hrt-bus-finder#15."""
    assert show(open_line(tmp_path, at_b("12:25"), at="12:20"), "B") == ["T 12:25 running live"]


def test_an_early_bus_that_is_gone_leaves_the_board(tmp_path: Path) -> None:
    """Rule 37; kbrianps/busones#5: nobody is told of minutes that have passed."""
    assert show(open_line(tmp_path, at_b("12:04"), at="12:06"), "B") == []


def test_a_bus_planned_after_the_window_and_early_is_in_it(tmp_path: Path) -> None:
    """Rule 37: the window is of effective times."""
    assert show(open_line(tmp_path, at_b("12:04"), at="11:06"), "B") == ["T 12:04 running live"]


def test_order_is_by_effective_time(tmp_path: Path) -> None:
    """Rule 37: predicted else scheduled."""
    files = {"stop_times.txt": LINE + "    U,12:12:00,12:12:00,B,1\n    U,12:40:00,12:40:00,D,2\n"}
    assert show(open_line(tmp_path, at_b("12:15"), files=files), "B") == [
        "U 12:12 running timetable",
        "T 12:15 running live",
    ]


def test_a_stop_with_only_timetable_rows_says_so_once(tmp_path: Path) -> None:
    """Rule 38; OneBusAway/onebusaway#10, #23, onebusaway-alexa PR#98."""
    files = {"stop_times.txt": LINE + "    U,12:12:00,12:12:00,B,1\n    U,12:40:00,12:40:00,D,2\n"}
    asked = ask(open_line(tmp_path, files=files), "get_arrivals", stop="test:B", language="en")
    assert asked.text.count("No live times here now") == 1


def test_each_row_says_how_its_time_is_known(tmp_path: Path) -> None:
    """Rule 38: a live row and one by timetable are never one kind."""
    files = {"stop_times.txt": LINE + "    U,12:25:00,12:25:00,B,1\n    U,12:40:00,12:40:00,D,2\n"}
    asked = ask(open_line(tmp_path, at_b("12:15"), files=files), "get_arrivals", stop="test:B", language="en")
    assert [call["certainty"] for call in asked.data["arrivals"]] == ["live", "timetable"]
    assert "No live times" not in asked.text
    assert "timetable 12:25" in asked.text


def test_an_arrival_needs_no_vehicle(tmp_path: Path) -> None:
    """Rule 39: a prediction stands by itself."""
    (call,) = list_calls(open_line(tmp_path, at_b("12:15")), "B")
    assert (call.certainty.value, call.vehicle, call.stops_away) == ("live", None, None)


def test_where_a_line_ends_nothing_is_said_to_leave(tmp_path: Path) -> None:
    """bustimes/bustimes.org#275, #53, hfurubotten/enturclient#4, jamespfennell/realtimerail.nyc#37,
    onebusaway-android#287, #436, onebusaway-application-modules#148: even with pickup_type 0 and a prediction."""
    times = LINE.replace("stop_sequence", "stop_sequence,pickup_type").replace("D,4", "D,4,0")
    entity = update("T", stop(4, "D", departure={"delay": 0}), **TODAY)
    assert show(open_line(tmp_path, entity, files={"stop_times.txt": times}), "D") == []


def test_an_empty_board_says_which_time_was_looked_at(tmp_path: Path) -> None:
    """OneBusAway/onebusaway-alexa#78, #22, PR#25."""
    asked = ask(open_line(tmp_path, at="15:00"), "get_arrivals", stop="test:B", language="en", within_minutes=30)
    assert asked.data["arrivals"] == []
    assert "30 minutes" in asked.text


def test_a_board_can_be_of_one_line(tmp_path: Path) -> None:
    """OneBusAway/onebusaway-alexa#67: the wish most often told."""
    files = {
        "stop_times.txt": LINE + "    U,12:12:00,12:12:00,B,1\n    U,12:40:00,12:40:00,D,2\n",
        "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,A,1,3\nS,A,2,3",
        "trips.txt": "route_id,service_id,trip_id\nR,daily,T\nS,daily,U",
    }
    asked = ask(open_line(tmp_path, files=files), "get_arrivals", stop="test:B", route="2", language="en")
    assert [call["tripId"] for call in asked.data["arrivals"]] == ["U"]


def test_departures_of_one_line_share_a_sentence(tmp_path: Path) -> None:
    """OneBusAway/onebusaway-alexa#70, mbta/screens PR#316: what repeats is said once."""
    rows = "".join(f"    U,12:{n}5:00,12:{n}5:00,{name},{n}\n" for n, name in ((1, "B"), (2, "C"), (3, "D")))
    files = {"stop_times.txt": LINE + rows}
    asked = ask(open_line(tmp_path, files=files), "get_arrivals", stop="test:B", language="en")
    assert len(asked.data["arrivals"]) == 2
    assert asked.text.count("to D") == 1


def test_minutes_are_spoken_as_minutes_and_never_as_a_letter(tmp_path: Path) -> None:
    """OneBusAway/onebusaway-iphone#1179, #1172: "11 m" is read as metres."""
    asked = ask(open_line(tmp_path, at_b("12:11"), at="12:00"), "get_arrivals", stop="test:B", language="en")
    assert "eleven minutes" in asked.structured["spoken"]


def test_digits_of_a_time_are_spoken_as_a_time(tmp_path: Path) -> None:
    """nammayatri/nammayatri#4430, carrismetropolitana/gtfs#292: digits of a time are read as a time."""
    asked = ask(open_line(tmp_path, at="12:00"), "get_arrivals", stop="test:B", language="en")
    assert "twelve ten" in asked.structured["spoken"]
    assert not any(character.isdigit() for character in asked.structured["spoken"])


def test_a_board_of_a_busy_stop_stays_small(tmp_path: Path) -> None:
    """vikramgorla/mcp-swiss PR#6, DeusData/codebase-memory-mcp#1375: lists are capped, the rest is counted."""
    rows = "".join(f"    t{n},12:{n:02}:00,12:{n:02}:00,B,1\n    t{n},13:30:00,13:30:00,D,2\n" for n in range(60))
    asked = ask(open_line(tmp_path, files={"stop_times.txt": LINE + rows}), "get_arrivals", stop="test:B")
    assert (len(asked.data["arrivals"]), asked.data["more"] > 50) == (3, True)
    assert len(asked.text) < 600
