"""Rules 1 to 10: when a trip calls, on which day, and what the plan says of it."""

from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from stopbell_server.domain.calls import Coverage, StopRef
from stopbell_server.domain.ids import Authority, StopId
from tests.asking import ask
from tests.realtimetext import stop, update
from tests.server.rules.line import ARRIVALS, KYIV, LINE, TODAY, list_calls, open_line, show, to_posix

NIGHT = """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    {trip},{time},{time},A,1
    {trip},{later},{later},B,2
    """


def at_night(time: str, later: str, trip: str = "T") -> dict[str, str]:
    return {"stop_times.txt": NIGHT.format(trip=trip, time=time, later=later)}


@pytest.mark.parametrize(
    ("zone", "day", "time", "posix"),
    [
        ("Europe/Berlin", "2021-03-28", "00:30:00", 1616884200),
        ("Europe/Berlin", "2021-03-28", "06:30:00", 1616905800),
        ("Europe/Kyiv", "2026-03-29", "02:30:00", to_posix("01:30", "2026-03-29")),
        ("Europe/Kyiv", "2026-03-29", "05:00:00", to_posix("05:00", "2026-03-29")),
        ("Europe/Kyiv", "2026-10-25", "00:30:00", to_posix("01:30", "2026-10-25")),
        ("Europe/Kyiv", "2026-10-25", "05:00:00", to_posix("05:00", "2026-10-25")),
        ("America/New_York", "2026-03-08", "01:00:00", to_posix("00:00", "2026-03-08", ZoneInfo("America/New_York"))),
        ("America/New_York", "2026-11-01", "03:00:00", to_posix("03:00", "2026-11-01", ZoneInfo("America/New_York"))),
    ],
)
def test_on_a_morning_of_clock_change_times_count_from_noon(
    tmp_path: Path, zone: str, day: str, time: str, posix: int
) -> None:
    """Rule 1, GTFS field type Time; google/transit#325, mrcagney/gtfs_kit#8, planarnetwork/gb-transit PR#94."""
    files = at_night(time, time.replace(":00:00", ":20:00").replace(":30:00", ":50:00")) | {
        "calendar_dates.txt": f"service_id,date,exception_type\ndaily,{day.replace('-', '')},1"
    }
    world = open_line(tmp_path, at="00:00", day=day, zone=zone, files=files)
    start = datetime.fromtimestamp(posix - 60, ZoneInfo(zone))
    calls = list_calls(world, "A", start=start)
    assert [int(call.departure.scheduled.timestamp()) for call in calls if call.departure.scheduled] == [posix]


def test_the_night_before_a_clock_change_keeps_its_own_hours(tmp_path: Path) -> None:
    """Rule 1; OpenTripPlanner and Transitland differ here: 27:30 on Saturday is not 03:30 by the wall clock."""
    files = at_night("27:30:00", "27:50:00")
    spring = open_line(tmp_path, at="04:00", day="2026-03-29", files=files)
    assert show(spring, "A") == ["T 04:30 running timetable"]


def test_boards_of_two_zones_stand_side_by_side_in_one_night(tmp_path: Path) -> None:
    """Rules 1 and 4: one instant, two cities after midnight, each in its own hours and service day."""
    files = at_night("24:40:00", "24:50:00")
    kyiv = open_line(tmp_path, at="00:30", day="2026-10-25", files=files, authority="kyiv")
    london = open_line(tmp_path, day="2026-10-25", zone="Europe/London", files=files, authority="london")
    world = type(kyiv)((*kyiv.feeds, *london.feeds), kyiv.now)
    start = datetime(2026, 10, 25, 0, 30, tzinfo=ZoneInfo("Europe/London"))
    assert show(world, "A", authority="kyiv") == ["T 00:40 running timetable"]
    assert show(world, "A", authority="london", start=start) == ["T 00:40 running timetable"]
    assert list_calls(world, "A", authority="london", start=start)[0].service_day == date(2026, 10, 24)


def test_hours_of_one_digit_are_hours(tmp_path: Path) -> None:
    """Rule 1, GTFS field type Time: H:MM:SS."""
    world = open_line(tmp_path, at="08:00", files=at_night("8:05:00", " 8:09:00"))
    assert show(world, "A") == ["T 08:05 running timetable"]


def test_times_are_in_the_agencys_zone_and_not_in_the_stops(tmp_path: Path) -> None:
    """Rule 2, GTFS stops.stop_timezone; vingerha/gtfs2#107."""
    stops = "stop_id,stop_name,stop_lat,stop_lon,stop_timezone\nA,A,49.8,24.0,America/Chicago\n" + "".join(
        f"{name},{name},49.8{place},24.0,\n" for place, name in enumerate("BCD")
    )
    call = list_calls(open_line(tmp_path, files={"stops.txt": stops}), "A")[0]
    assert call.departure.scheduled == datetime(2026, 11, 30, 12, 0, tzinfo=KYIV)


@pytest.mark.parametrize(
    ("time", "later", "service_day"),
    [("25:30:00", "25:40:00", date(2026, 11, 29)), ("49:30:00", "52:00:00", date(2026, 11, 28))],
)
def test_a_trip_of_days_ago_is_still_to_come(tmp_path: Path, time: str, later: str, service_day: date) -> None:
    """Rule 4; OneBusAway/maglev#664, #453, vingerha/gtfs2#36, home-assistant/core#20991, BlinkTagInc/node-gtfs#189."""
    calls = list_calls(open_line(tmp_path, at="01:10", files=at_night(time, later)), "A")
    assert [(call.departure.scheduled, call.service_day) for call in calls] == [
        (datetime(2026, 11, 30, 1, 30, tzinfo=KYIV), service_day)
    ]


def test_two_service_days_that_overlap_at_night_are_in_the_order_of_the_clock(tmp_path: Path) -> None:
    """Rule 4; opentripplanner/OpenTripPlanner#6664: 27:35 of Monday stands after 02:35 of Tuesday."""
    files = {
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        late,27:35:00,27:35:00,A,1
        late,27:50:00,27:50:00,B,2
        early,02:35:00,02:35:00,A,1
        early,02:50:00,02:50:00,B,2
        """
    }
    rows = show(
        open_line(tmp_path, at="02:30", day="2026-12-01", files=files),
        "A",
        end=datetime(2026, 12, 1, 4, 0, tzinfo=KYIV),
    )
    assert rows == ["early 02:35 running timetable", "late 03:35 running timetable"]


def test_a_board_for_another_day_says_whether_that_day_is_covered(tmp_path: Path) -> None:
    """Rule 5, GTFS feed_info.feed_end_date: the day asked for counts, not today."""
    world = open_line(tmp_path)
    start = datetime(2027, 3, 1, 12, 0, tzinfo=KYIV)
    board = world.get_board(StopRef(Authority("test"), StopId("A")), start=start)
    assert board.coverage is Coverage.ENDED


def test_later_stops_of_a_frequency_run_past_the_end_of_its_starts(tmp_path: Path) -> None:
    """Rule 6, GTFS frequencies.end_time: it limits when runs leave their first stop."""
    files = {"frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nT,11:00:00,12:00:00,1800,1"}
    world = open_line(tmp_path, at="11:45", files=files)
    assert show(world, "C") == ["T 11:50 running timetable"]


def test_windows_of_one_headway_that_meet_are_one(tmp_path: Path) -> None:
    """Rule 6, GTFS frequencies.txt: a headway holds from row to row where one ends when the next begins."""
    rows = ("T,11:00:00,12:00:00,600,0", "T,12:00:00,12:30:00,600,0", "T,12:30:00,14:00:00,900,0")
    files = {"frequencies.txt": "\n".join(("trip_id,start_time,end_time,headway_secs,exact_times", *rows))}
    calls = list_calls(open_line(tmp_path, at="11:55", files=files), "A")
    assert [(call.headway_s, f"{call.frequency_end:%H:%M}") for call in calls] == [(600, "12:30"), (900, "14:00")]


def test_a_headway_holds_at_a_later_stop_until_the_last_run_has_passed(tmp_path: Path) -> None:
    """Rule 6, GTFS frequencies.exact_times 0; opentripplanner/OpenTripPlanner#1867, #1951, #6212, PR#2540."""
    files = {"frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nT,11:00:00,12:00:00,600,0"}
    call = list_calls(open_line(tmp_path, at="12:10", files=files), "C")[0]
    assert (call.headway_s, call.frequency_end) == (600, datetime(2026, 11, 30, 12, 20, tzinfo=KYIV))
    assert (call.departure.scheduled, call.arrival.scheduled) == (None, None)


@pytest.mark.parametrize(
    ("kind", "word", "sentence"),
    [("2", "phone", "must be booked by phone beforehand"), ("3", "ask-driver", "signal to the driver to stop")],
)
def test_a_stop_on_request_says_what_to_do(tmp_path: Path, kind: str, word: str, sentence: str) -> None:
    """Rule 7, GTFS stop_times.pickup_type 2 and 3."""
    times = LINE.replace("stop_sequence", "stop_sequence,pickup_type").replace("B,2", f"B,2,{kind}")
    asked = ask(open_line(tmp_path, files={"stop_times.txt": times}), "get_arrivals", stop="test:B", language="en")
    assert asked.data["arrivals"][0]["boarding"] == word
    assert sentence in asked.structured["spoken"]


def test_a_stop_where_nobody_gets_off_is_no_arrival(tmp_path: Path) -> None:
    """Rule 7, GTFS stop_times.drop_off_type 1."""
    times = LINE.replace("stop_sequence", "stop_sequence,drop_off_type").replace("B,2", "B,2,1")
    world = open_line(tmp_path, files={"stop_times.txt": times})
    assert show(world, "B", kind=ARRIVALS) == []
    assert show(world, "B") == ["T 12:10 running timetable"]


@pytest.mark.parametrize(
    "times",
    [
        LINE.replace("stop_sequence", "stop_sequence,timepoint").replace("B,2", "B,2,0"),
        LINE.replace("12:10:00,12:10:00", ","),
    ],
    ids=["timepoint 0", "no time"],
)
def test_an_approximate_time_is_said_with_about(tmp_path: Path, times: str) -> None:
    """Rule 8, GTFS stop_times.timepoint 0, and times that are interpolated."""
    asked = ask(open_line(tmp_path, files={"stop_times.txt": times}), "get_arrivals", stop="test:B", language="en")
    assert asked.data["arrivals"][0]["approximate"] is True
    assert "about" in asked.structured["spoken"]


def test_a_given_time_is_not_said_with_about(tmp_path: Path) -> None:
    """Rule 8, GTFS stop_times.timepoint: empty is exact."""
    asked = ask(open_line(tmp_path), "get_arrivals", stop="test:B", language="en")
    assert "approximate" not in asked.data["arrivals"][0]
    assert "about" not in asked.structured["spoken"]


HEADSIGN = {
    "trips.txt": "route_id,service_id,trip_id,trip_headsign\nR,daily,T,Trip",
    "stop_times.txt": LINE.replace("stop_sequence", "stop_sequence,stop_headsign").replace("B,2", "B,2,Row"),
}


@pytest.mark.parametrize(
    ("trip_says", "stop_says", "at_b", "at_c"),
    [
        ({}, {}, "Row", "Trip"),
        ({"trip_headsign": "Live trip"}, {}, "Live trip", "Live trip"),
        ({"trip_headsign": "Live trip"}, {"stop_headsign": "Live stop"}, "Live stop", "Live trip"),
    ],
)
def test_the_nearest_word_on_a_headsign_wins(
    tmp_path: Path, trip_says: dict[str, str], stop_says: dict[str, str], at_b: str, at_c: str
) -> None:
    """Rule 9, GTFS stop_times.stop_headsign; GTFS-RT TripProperties.trip_headsign, StopTimeProperties.stop_headsign."""
    said = stop(2, departure={"delay": 0}, stop_time_properties=stop_says)
    world = open_line(tmp_path, update("T", said, trip_properties=trip_says, **TODAY), files=HEADSIGN)
    assert [list_calls(world, place)[0].headsign for place in "BC"] == [at_b, at_c]


def test_two_visits_of_one_trip_at_one_stop_are_two_calls(tmp_path: Path) -> None:
    """Rule 10: feed, trip, service day, start and sequence together are the identity of a call."""
    loop = LINE.replace("12:20:00,C", "12:20:00,A")
    calls = list_calls(open_line(tmp_path, files={"stop_times.txt": loop}), "A")
    assert [(call.trip, call.sequence, f"{call.departure.scheduled:%H:%M}") for call in calls] == [
        ("T", 1, "12:00"),
        ("T", 3, "12:20"),
    ]


def test_a_trip_of_two_service_days_at_one_stop_is_two_calls(tmp_path: Path) -> None:
    """Rule 10; OneBusAway/maglev#1311, PR#1224: the service day is the trip's, not today's."""
    files = {
        "stop_times.txt": NIGHT.format(trip="T", time="23:50:00", later="47:55:00") + "    T,48:30:00,48:30:00,C,3\n"
    }
    calls = list_calls(open_line(tmp_path, at="23:45", files=files), "B")
    assert [(f"{call.departure.scheduled:%H:%M}", call.service_day) for call in calls] == [
        ("23:55", date(2026, 11, 29))
    ]
    calls = list_calls(open_line(tmp_path / "2", at="23:45", files=files), "A")
    assert [(f"{call.departure.scheduled:%H:%M}", call.service_day) for call in calls] == [
        ("23:50", date(2026, 11, 30))
    ]


def test_after_midnight_no_word_for_a_day_stands_in_a_time(tmp_path: Path) -> None:
    """vingerha/gtfs2#163: times on the wire are ISO 8601 with the zone's offset, and minutes are counted."""
    asked = ask(open_line(tmp_path, at="23:55", files=at_night("24:05:00", "24:20:00")), "get_arrivals", stop="test:A")
    call = asked.data["arrivals"][0]
    assert (call["scheduledDeparture"], call["serviceDay"], call["minutes"]) == (
        "2026-12-01T00:05:00+02:00",
        "2026-11-30",
        10,
    )
