"""Stops and lines of a Chinese city: found by old and new signs, a part of the name and its sound; told in Chinese."""

from pathlib import Path

import pytest

from stopbell_server.world import World
from tests.asking import ask
from tests.worldtext import open_text_world

CITY = {
    "agency.txt": """
        agency_name,agency_url,agency_timezone,agency_lang
        公交集团,https://example.org,Asia/Shanghai,zh
        """,
    "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon
        a,香港西九龍,31.2300,121.4700
        b,人民广场,31.2310,121.4750
        c,中山公园,31.2200,121.4200
        """,
    "routes.txt": """
        route_id,route_short_name,route_type
        r,10路,3
        m,2号线,1
        """,
    "trips.txt": """
        route_id,service_id,trip_id,trip_headsign
        r,d,t1,开往中山公园
        m,d,t2,中山公园
        """,
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        t1,08:00:00,08:00:00,a,1
        t1,08:10:00,08:10:00,b,2
        t1,08:20:00,08:20:00,c,3
        t2,08:05:00,08:05:00,a,1
        t2,08:12:00,08:12:00,b,2
        t2,08:30:00,08:30:00,c,3
        """,
    "calendar.txt": """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        d,1,1,1,1,1,1,1,20260101,20261231
        """,
}


@pytest.fixture
def city(tmp_path: Path) -> World:
    return open_text_world(tmp_path, CITY, at="2026-03-02T07:55:00+08:00")


@pytest.mark.parametrize(
    "query", ["香港西九龍", "香港西九龙", "西九龙", "西九龍", "xianggangxijiulong", "xijiulong", "Xianggang Xijiulong"]
)
def test_a_stop_is_found_by_old_and_new_signs_a_part_and_its_sound(city: World, query: str) -> None:
    found = ask(city, "find_stops", query=query, language="zh").data["stops"]
    assert [stop["id"] for stop in found] == ["test:a"]


def test_other_signs_are_not_taken_for_a_name(city: World) -> None:
    assert ask(city, "find_stops", query="东方明珠", language="zh").data["stops"] == []


def test_a_board_says_lines_as_the_sign_has_them_and_adds_no_word(city: World) -> None:
    board = ask(city, "get_arrivals", stop="人民广场", language="zh")
    assert board.structured["text"].startswith(
        "人民广场。此处目前没有实时时间。10路，开往中山公园，时刻表08:10。2号线，开往中山公园，时刻表08:12。"
    )
    assert "十路，开往中山公园，时刻表八点十分。" in board.structured["spoken"]


@pytest.mark.parametrize("route", ["10", "10路", "2", "2号线"])
def test_a_line_is_found_by_its_number_and_by_its_whole_sign(city: World, route: str) -> None:
    rows = ask(city, "get_arrivals", stop="人民广场", route=route, language="zh").data["arrivals"]
    assert {row["line"] for row in rows} == {"10路" if route.startswith("10") else "2号线"}
