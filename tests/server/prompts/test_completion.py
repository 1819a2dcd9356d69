"""Arguments of prompts complete with what is there now: stops, lines, vehicles, trips, days, languages."""

from collections.abc import Mapping

import pytest
from mcp.types import PromptReference

from stopbell_server.prompt_files import find_prompts, read_prompts
from stopbell_server.world import World
from tests.asking import play

FREE = {"latitude", "longitude", "radius_meters", "time", "limit"}
"""Any number or time may stand there; nothing can be offered."""


def complete(
    world: World, argument: str, typed: str, *, prompt: str = "ride_companion", given: Mapping[str, str] | None = None
) -> list[str]:
    reference = PromptReference(name=prompt)
    done = play(
        world,
        lambda client: client.complete(
            reference, {"name": argument, "value": typed}, context_arguments=dict(given or {})
        ),
    )
    return done.completion.values


@pytest.mark.parametrize("argument", ["stop", "destination", "origin"])
def test_stops_are_found_in_any_script_each_name_once(town: World, argument: str) -> None:
    assert complete(town, argument, "мост") == ["Bridge Street"]
    assert complete(town, argument, "mostova") == ["Bridge Street"]
    assert complete(town, argument, "") == []


def test_lines_are_listed_as_people_count_them(town: World) -> None:
    assert complete(town, "route", "") == ["7", "10А"]
    assert complete(town, "route", "1") == ["10А"]


def test_lines_are_those_of_the_stop_that_was_chosen(town: World) -> None:
    assert complete(town, "route", "", given={"stop": "b1"}) == ["10А"]
    assert complete(town, "route", "", given={"stop": "no such stop"}) == ["7", "10А"]


def test_vehicles_are_those_that_report_by_what_is_read_on_them(town: World) -> None:
    assert complete(town, "vehicle", "", prompt="journey_status") == ["9", "high-1", "odd-3"]
    assert complete(town, "vehicle", "HI", prompt="journey_status") == ["high-1"]


def test_trips_are_those_under_way_on_the_line_that_was_chosen(later_town: World) -> None:
    begin = "mobility://monitored-vehicle-journey/town/2026-11-30"
    listed = complete(later_town, "journey", "", prompt="journey_progress", given={"route": "10А"})
    assert f"{begin}/t1" in listed
    assert all(one.startswith(begin) for one in listed)
    assert complete(later_town, "journey", "t1", prompt="journey_progress", given={"route": "10А"}) == [f"{begin}/t1"]
    assert complete(later_town, "journey", "", prompt="journey_progress") == []


def test_days_are_those_whose_trips_may_run(town: World) -> None:
    assert complete(town, "service_day", "", prompt="journey_status") == ["2026-11-29", "2026-11-30", "2026-12-01"]
    assert complete(town, "service_day", "2026-12", prompt="journey_status") == ["2026-12-01"]


def test_choices_and_languages_complete(town: World) -> None:
    assert complete(town, "language", "") == ["en", "es", "uk"]
    assert complete(town, "arrive_by", "t", prompt="plan_accessible_trip") == ["true"]


def test_every_argument_that_can_be_offered_is(later_town: World) -> None:
    typed = {"stop": "мост", "origin": "мост", "destination": "мост"}
    for name, texts in read_prompts(find_prompts()).items():
        for argument in texts["en"].arguments:
            offered = complete(later_town, argument, typed.get(argument, ""), prompt=name, given={"route": "10А"})
            assert bool(offered) is (argument not in FREE), (name, argument)


def test_nothing_is_offered_of_a_world_without_feeds(town: World) -> None:
    empty = World((), town.now)
    for argument in ("stop", "route", "vehicle", "journey", "service_day"):
        assert complete(empty, argument, "1", given={"route": "1", "stop": "1"}) == []
