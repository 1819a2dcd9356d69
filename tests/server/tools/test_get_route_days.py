"""A line on a kind of day, and the course that it takes."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.server.transit_realtime.asking import tell
from tests.town import NOON_AT, TOWN, open_town

COURSE = """
    shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
    s,49.8390,24.0301,1
    s,49.8401,24.0301,2
    s,49.8430,24.0303,3
    s,49.8450,24.0303,4
    s,49.8500,24.0303,5
    s,49.8600,24.0303,6
    """
OUTBOUND = TOWN["trips.txt"].replace("wheelchair_accessible", "wheelchair_accessible,shape_id")


def ask_line(world: World, day: str, **more: object) -> Asked:
    return ask(world, "get_route", route="10A", service_day=day, **more)


def open_course(tmp_path: Path) -> World:
    trips = "\n".join(
        line if "route_id" in line or not line.strip() else f"{line},{'s' if ',t' in line else ''}"
        for line in OUTBOUND.splitlines()
    )
    return open_town(tmp_path, files={"trips.txt": trips, "shapes.txt": COURSE})


def test_workdays_are_told_with_the_date_that_stands_for_them(town: World) -> None:
    asked = ask_line(town, "workday")
    assert asked.text.startswith("10А, by timetable, Mondays to Fridays, as on 30 November. To Озеро from Railway")
    assert "compared" not in asked.text
    assert (asked.data["dayType"], asked.data["serviceDay"]) == ("workday", "2026-11-30")
    assert asked.data["usualDays"] == [
        {
            "dayType": "workday",
            "serviceDay": "2026-11-30",
            "compared": 20,
            "comparedFrom": "2026-11-30",
            "comparedUntil": "2026-12-25",
            "different": 0,
            "otherDays": [],
        }
    ]


def test_the_same_in_ukrainian_and_aloud(town: World) -> None:
    asked = ask_line(town, " Workday ", language="uk")
    assert asked.text.startswith("10А, розклад з понеділка до п'ятниці, як 30 листопада. Напрямок: Озеро")
    assert asked.structured["spoken"].startswith("Десять а, розклад з понеділка до п'ятниці, як тридцятого листопада.")


def test_days_that_differ_are_counted_and_one_is_named(tmp_path: Path) -> None:
    exceptions = "service_id,date,exception_type\nweek,20261130,2\nweek,20261224,2\nweek,20261225,2"
    asked = ask_line(open_town(tmp_path, files={"calendar_dates.txt": exceptions}), "workday")
    assert "as on 1 December" in asked.text
    assert asked.text.endswith("Of 20 days compared, 3 have another timetable, for example 30 November.")
    assert asked.data["usualDays"][0]["otherDays"] == ["2026-11-30", "2026-12-24", "2026-12-25"]


def test_a_weekend_without_trips_says_so(town: World) -> None:
    asked = ask_line(town, "weekend")
    assert asked.text == "10А, by timetable, Saturdays and Sundays, as on 5 December. No trips are planned."
    assert asked.status["state"] == "ok"


def test_saturday_and_sunday_are_told_apart_where_they_differ(tmp_path: Path) -> None:
    files = {
        "calendar.txt": TOWN["calendar.txt"].rstrip() + "\n        sat,0,0,0,0,0,1,0,20260101,20261231\n",
        "trips.txt": TOWN["trips.txt"].rstrip() + "\n        r10,sat,z,Озеро,0,\n",
        "stop_times.txt": TOWN["stop_times.txt"].rstrip()
        + "\n        z,09:00:00,09:00:00,S1,1\n        z,09:30:00,09:30:00,e,2\n",
    }
    asked = ask_line(open_town(tmp_path, files=files), "weekend")
    assert asked.text == (
        "10А, by timetable, Saturdays, as on 5 December. To Озеро from Railway Station, only at 09:00. "
        "10А, by timetable, Sundays, as on 6 December. No trips are planned."
    )
    assert [one["serviceDay"] for one in asked.data["usualDays"]] == ["2026-12-05", "2026-12-06"]
    assert [(one["serviceDay"], one["departures"]) for one in asked.data["directions"]] == [("2026-12-05", ["09:00"])]


def test_a_kind_of_day_is_asked_for_a_stop_too(town: World) -> None:
    (direction,) = ask_line(town, "workday", stop="town:b1").data["directions"]
    assert direction["departures"] == ["12:06", "12:16", "12:26", "12:36", "12:46"]


def test_a_timetable_that_has_ended_has_no_usual_day(town: World) -> None:
    asked = ask_line(replace(town, now=NOON_AT + timedelta(days=90)), "saturday")
    assert (asked.status["code"], asked.data["directions"]) == ("timetable-ended", [])
    assert {"usualDays", "serviceDay"}.isdisjoint(asked.data)


def test_a_timetable_too_short_for_a_kind_of_day_says_so(tmp_path: Path) -> None:
    files = {
        "calendar.txt": TOWN["calendar.txt"].replace("20260101,20261231", "20261130,20261202"),
        "feed_info.txt": TOWN["feed_info.txt"].replace("20260101,20261231", "20261130,20261202"),
    }
    assert ask_line(open_town(tmp_path, files=files), "sunday").text == "10А: the timetable covers no such day."


def test_another_word_names_the_kinds_of_day(town: World) -> None:
    asked = ask_line(town, "holiday")
    assert asked.status["code"] == "bad-argument"
    assert "YYYY-MM-DD, workday, saturday, sunday, weekend" in asked.text


def test_the_course_runs_from_the_first_stop_to_the_last_and_only_when_asked_for(tmp_path: Path) -> None:
    world = open_course(tmp_path)
    told, plain = (ask_line(world, "", include_shapes=asked) for asked in (True, False))
    out, back = told.data["directions"]
    assert out["shape"] == {
        "points": [[49.8401, 24.0301], [49.843, 24.0303], [49.86, 24.0303]],
        "toleranceMeters": 5.0,
    }
    assert (out["lengthMeters"], "shape" in back, "lengthMeters" in back) == (2213, False, False)
    assert [("shape" in one, "lengthMeters" in one) for one in plain.data["directions"]] == [
        (False, True),
        (False, False),
    ]
    assert told.text == plain.text
    assert [[block["type"] for block in asked.structured["ui_blocks"]] for asked in (told, plain)] == [
        ["stop_list", "map"],
        ["stop_list"],
    ]


def test_the_side_of_a_stop_says_whether_the_course_or_the_next_stop_tells_it(tmp_path: Path) -> None:
    world = open_course(tmp_path)
    stops = [ask(world, "describe_stop", stop=stop).data["stop"] for stop in ("town:b1", "town:b2")]
    assert [(one["side"], one["headingSource"]) for one in stops] == [("north", "line"), ("south", "stops")]


@pytest.mark.parametrize("day", ["saturday", "sunday"])
def test_the_kinds_of_a_weekend_are_asked_for_alone(town: World, day: str) -> None:
    assert ask_line(town, day).data["usualDays"][0]["dayType"] == day


def test_who_asks_for_the_first_stop_means_all_platforms_of_the_terminus(tmp_path: Path) -> None:
    files = {
        "trips.txt": TOWN["trips.txt"].rstrip() + "\n        r10,week,z,Озеро,0,\n",
        "stop_times.txt": TOWN["stop_times.txt"].rstrip()
        + "\n        z,12:28:00,12:28:00,S2,1\n        z,12:45:00,12:45:00,e,2\n",
    }
    world = open_town(tmp_path, files=files)
    expected = ["12:03", "12:13", "12:23", "12:28", "12:33", "12:43"]
    assert ask_line(world, "").data["directions"][0]["departures"] == expected
    documented = tell(world, "get_route_static", route_name="10A").data["stops"][0][0]
    assert (documented["departures"], documented["schedule"]["workday"]) == (expected, expected)


def test_a_stop_of_the_same_name_far_away_is_no_part_of_the_terminus(tmp_path: Path) -> None:
    files = {
        "stops.txt": TOWN["stops.txt"].rstrip() + "\n        far,,Вокзал,49.8900,24.0300,0,,,\n",
        "trips.txt": TOWN["trips.txt"].rstrip() + "\n        r10,week,z,Озеро,0,\n",
        "stop_times.txt": TOWN["stop_times.txt"].rstrip()
        + "\n        z,12:28:00,12:28:00,far,1\n        z,12:45:00,12:45:00,e,2\n",
    }
    assert "12:28" not in ask_line(open_town(tmp_path, files=files), "").data["directions"][0]["departures"]
