"""Lists that go on page by page: nothing twice, nothing lost, and no strange cursor is taken."""

import base64
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from stopbell_server.world import World
from tests.asking import ask, ask_with
from tests.realtimetext import alert, make_updates, stop, update, vehicle
from tests.server.tools.paging import LISTS, list_items, read_pages
from tests.town import NOON_POSIX, open_town, with_live

QUESTIONS: list[tuple[str, Mapping[str, Any]]] = [
    ("get_arrivals", {"stop": "town:b1"}),
    ("get_arrivals", {"stop": "town:S", "access": True}),
    ("find_stops", {"query": "вулиця"}),
    ("search_nearby_stops", {"latitude": 49.845, "longitude": 24.03, "radius_meters": 5000}),
    (
        "search_nearby_stops",
        {"latitude": 49.845, "longitude": 24.03, "radius_meters": 5000, "accessibility": "wheelchair"},
    ),
    ("search_active_journeys", {"stop": "town:e"}),
    ("search_active_journeys", {"route": "10A"}),
    ("search_active_journeys", {"latitude": 49.842, "longitude": 24.03, "radius_meters": 2000}),
    ("get_alerts", {}),
    ("get_alerts", {"stop": "town:b1"}),
    ("find_low_floor_vehicles", {"stop": "town:b1"}),
    ("find_low_floor_vehicles", {"latitude": 49.842, "longitude": 24.03}),
]


@pytest.fixture(scope="module")
def busy(town: World) -> World:
    """Give the town a quarter of an hour later, with several of everything in its live feeds."""
    at = NOON_POSIX + 900
    low = [
        vehicle(
            f"low-{n}",
            trip={"trip_id": f"t{n}", "start_date": "20261130"},
            lat=49.842 + n / 1000,
            lon=24.03,
            timestamp=at - 20,
        )
        for n in range(1, 5)
    ]
    news = [alert(header=f"News {n}", informed_entity=[{"stop_id": "b1"}]) for n in range(5)]
    late = [update(f"t{n}", stop(1, departure={"delay": 0}), start_date="20261130") for n in range(1, 5)]
    live = [make_updates(header=at, entities=entities) for entities in (late, low, news)]
    return with_live(town, live, at=town.now + timedelta(minutes=15))


@pytest.mark.parametrize(("tool", "arguments"), QUESTIONS)
@pytest.mark.parametrize("limit", [1, 2])
def test_pages_put_together_are_the_whole_list(
    busy: World, tool: str, arguments: Mapping[str, Any], limit: int
) -> None:
    whole = ask_with(busy, tool, {**arguments, "limit": 20})
    assert "nextCursor" not in whole.data
    pages = list(read_pages(busy, tool, arguments, limit))
    assert [item for page in pages for item in list_items(tool, page)] == list_items(tool, whole)
    assert [page.data.get("before", 0) for page in pages] == list(range(0, len(list_items(tool, whole)) or 1, limit))


@pytest.mark.parametrize(("tool", "arguments"), QUESTIONS)
def test_most_of_those_lists_have_a_second_page(busy: World, tool: str, arguments: Mapping[str, Any]) -> None:
    """So that the test above can fail."""
    assert len(list_items(tool, ask_with(busy, tool, {**arguments, "limit": 20}))) > 1


def test_a_later_page_says_that_it_goes_on_and_how_many_are_left(town: World) -> None:
    first, second, *_ = read_pages(town, "get_arrivals", {"stop": "town:b1"}, 2)
    assert first.text.endswith("3 more within an hour. Alert: Detour.")
    assert "Continued: 2 were given before." in second.text
    assert second.text.endswith("1 more within an hour.")


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("search_nearby_stops", {"latitude": 49.845, "longitude": 24.03}, "Nearest stop"),
        ("find_stops", {"query": "вулиця"}, "found for"),
        ("get_alerts", {}, "2 alerts"),
        ("find_low_floor_vehicles", {"stop": "town:b1"}, "Next low-floor"),
        ("search_active_journeys", {"route": "10A"}, "under way"),
    ],
)
def test_a_later_page_does_not_begin_as_if_it_were_the_first(
    busy: World, tool: str, arguments: Mapping[str, Any], words: str
) -> None:
    _, second, *_ = read_pages(busy, tool, arguments, 1)
    assert words not in second.text
    assert second.text.startswith("Continued: 1 was given before.")


def test_the_numbers_of_a_search_go_on(town: World) -> None:
    _, second = read_pages(town, "find_stops", {"query": "вулиця"}, 1)
    assert "2: Bridge Street" in second.text


def test_a_limit_may_change_from_page_to_page(town: World) -> None:
    first = ask(town, "get_arrivals", stop="town:b1", limit=1)
    rest = ask(town, "get_arrivals", stop="town:b1", limit=20, cursor=first.data["nextCursor"], language="uk")
    assert [call["tripId"] for call in rest.data["arrivals"]] == ["t2", "t3", "t4", "t5"]


def test_what_is_late_now_and_was_told_does_not_come_again(town: World) -> None:
    first = ask(town, "get_arrivals", stop="town:b1", limit=1)
    late = update("t1", stop(2, "b1", departure={"delay": 1800}), start_date="20261130")
    moved = with_live(town, [make_updates(header=NOON_POSIX, entities=[late])])
    rest = ask(moved, "get_arrivals", stop="town:b1", limit=20, cursor=first.data["nextCursor"])
    assert [call["tripId"] for call in rest.data["arrivals"]] == ["t2", "t3", "t4", "t5"]


def test_what_has_moved_before_the_end_of_the_last_page_is_not_lost(town: World) -> None:
    """An offset, or the last time that was told, would leave it out."""
    first = ask(town, "get_arrivals", stop="town:b1", limit=2)
    assert [call["tripId"] for call in first.data["arrivals"]] == ["t1", "t2"]
    early = update("t3", stop(2, "b1", departure={"delay": -1500}), start_date="20261130")
    moved = with_live(town, [make_updates(header=NOON_POSIX, entities=[early])])
    rest = ask(moved, "get_arrivals", stop="town:b1", limit=1, cursor=first.data["nextCursor"])
    assert [call["tripId"] for call in rest.data["arrivals"]] == ["t3"]


def test_time_that_passes_does_not_stretch_the_list(town: World) -> None:
    first = ask(town, "get_arrivals", stop="town:b1", limit=1, within_minutes=30)
    later = replace(town, now=town.now + timedelta(minutes=10))
    rest = ask(later, "get_arrivals", stop="town:b1", limit=20, within_minutes=30, cursor=first.data["nextCursor"])
    assert rest.data["windowEnd"] == first.data["windowEnd"] == "2026-11-30T12:30:00+02:00"
    assert [call["tripId"] for call in rest.data["arrivals"]] == ["t2", "t3"]


def test_a_list_that_has_ended_meanwhile_says_so(town: World) -> None:
    lift, detour = (alert(header=header, informed_entity=[{"route_id": "r10"}]) for header in ("Lift", "Detour"))
    both, one = (
        with_live(town, [make_updates(header=NOON_POSIX, entities=entities)]) for entities in ([lift, detour], [lift])
    )
    first = ask(both, "get_alerts", limit=1)
    assert [one["header"] for one in first.data["alerts"]] == ["Lift"]
    told = ask(one, "get_alerts", cursor=first.data["nextCursor"])
    assert (told.text, told.data["alerts"]) == ("There is nothing more in this list.", [])


CURSOR_ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    "get_arrivals": {
        "stop": "town:b2",
        "route": "10A",
        "headsign": "Lake",
        "mode": "bus",
        "access": True,
        "within_minutes": 61,
        "kind": "arrivals",
    },
    "get_alerts": {"stop": "town:b2", "route": "10A", "trip": "t1", "authority": "town"},
    "search_nearby_stops": {
        "latitude": 49.846,
        "longitude": 24.031,
        "radius_meters": 501,
        "mode": "bus",
        "accessibility": "wheelchair",
    },
}
STARTS: Mapping[str, Mapping[str, Any]] = {
    "get_arrivals": {"stop": "town:b1"},
    "get_alerts": {},
    "search_nearby_stops": {"latitude": 49.845, "longitude": 24.03},
}


@pytest.mark.parametrize(
    ("tool", "name"), [(tool, name) for tool, others in CURSOR_ARGUMENTS.items() for name in others]
)
def test_a_cursor_of_another_question_is_refused(town: World, tool: str, name: str) -> None:
    cursor = ask_with(town, tool, {**STARTS[tool], "limit": 1}).data["nextCursor"]
    other = {**STARTS[tool], name: CURSOR_ARGUMENTS[tool][name], "cursor": cursor}
    assert ask_with(town, tool, other).status["code"] == "cursor-not-valid"


def test_a_cursor_of_another_tool_is_refused(town: World) -> None:
    cursor = ask(town, "get_alerts", limit=1).data["nextCursor"]
    refused = ask(town, "get_arrivals", stop="town:b1", cursor=cursor)
    assert (refused.status["code"], refused.is_error) == ("cursor-not-valid", True)
    assert refused.text == "That is not a continuation of this list. Ask again without the cursor."


@pytest.mark.parametrize("cursor", ["1", "2", "AAAA", "щось", "=" * 40, "A" * 3000, "?" * 20, "\x00", "{}"])
def test_what_is_no_cursor_is_refused(town: World, cursor: str) -> None:
    assert ask(town, "get_arrivals", stop="town:b1", cursor=cursor).status["code"] == "cursor-not-valid"


def test_a_cursor_in_which_anything_was_changed_is_refused(town: World) -> None:
    cursor = ask(town, "get_arrivals", stop="town:b1", limit=1).data["nextCursor"]
    whole = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    changed = [whole[:n] + bytes([whole[n] ^ 1]) + whole[n + 1 :] for n in range(len(whole))]
    forged = [base64.urlsafe_b64encode(one).decode().rstrip("=") for one in (*changed, whole[:-1], whole + b"\0")]
    for one in (*forged, cursor[:-1], cursor + "A", "!" + cursor, cursor + "=="):
        assert ask(town, "get_arrivals", stop="town:b1", cursor=one).status["code"] == "cursor-not-valid", one


@pytest.mark.parametrize(("minutes", "code"), [(15, None), (16, "cursor-old"), (-2, None), (-3, "cursor-old")])
def test_a_cursor_is_good_for_a_quarter_of_an_hour(town: World, minutes: int, code: str | None) -> None:
    cursor = ask(town, "get_alerts", limit=1).data["nextCursor"]
    later = replace(town, now=town.now + timedelta(minutes=minutes))
    told = ask(later, "get_alerts", cursor=cursor)
    assert told.status.get("code") in (code, "live-lost")
    if code:
        assert (told.status["state"], told.text) == (
            "unresolved",
            "This list is too old to go on with. Ask again from the beginning.",
        )


def test_a_cursor_over_another_timetable_is_refused_as_old(town: World, tmp_path: Any) -> None:
    cursor = ask(town, "get_alerts", limit=1).data["nextCursor"]
    other = open_town(tmp_path, files={"feed_info.txt": ""})
    assert ask(other, "get_alerts", cursor=cursor).status["code"] == "cursor-old"


def test_every_tool_that_counts_more_has_a_cursor() -> None:
    assert set(LISTS) == {tool for tool, _ in QUESTIONS}
