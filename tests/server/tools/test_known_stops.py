"""What is remembered of stops: nothing of another timetable, another language or live data."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from mcp import Client

from stopbell_server.desk.known_stops import KnownStops, StopMemory
from stopbell_server.domain.calls import StopResolution
from stopbell_server.world import World
from tests.asking import play
from tests.town import TOWN, open_town


class Replaced:
    """A source of worlds that can be exchanged between two questions."""

    def __init__(self, world: World) -> None:
        self.world = world

    def current(self) -> World:
        return self.world


def test_a_stop_is_looked_up_once_while_the_timetable_stays(town: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    resolve = World.resolve_stop

    def count(world: World, stop: str) -> StopResolution:
        asked.append(stop)
        return resolve(world, stop)

    monkeypatch.setattr(World, "resolve_stop", count)
    known = KnownStops()
    for minutes in range(3):
        later = replace(town, now=town.now + timedelta(minutes=minutes))
        assert known.recall(later).resolve(later, "town:b1").found
    assert asked == ["town:b1"]


def test_another_timetable_is_asked_anew(tmp_path: Path) -> None:
    renamed = {"stops.txt": TOWN["stops.txt"].replace("Вулиця Мостова", "Вулиця Нова")}
    source = Replaced(open_town(tmp_path / "old"))

    async def scene(client: Client) -> tuple[str, str]:
        before = await _name_stop(client, "uk")
        source.world = open_town(tmp_path / "new", files=renamed)
        return before, await _name_stop(client, "uk")

    assert play(source, scene) == ("Вулиця Мостова", "Вулиця Нова")


def test_each_language_has_its_own_name_of_a_stop(town: World) -> None:
    async def scene(client: Client) -> list[str]:
        return [await _name_stop(client, tag) for tag in ("uk", "en", "uk")]

    assert play(town, scene) == ["Вулиця Мостова", "Bridge Street", "Вулиця Мостова"]


def test_what_is_remembered_has_a_bound(town: World) -> None:
    nowhere = World((), town.now)
    memory = StopMemory(())
    for number in range(3000):
        memory.resolve(nowhere, f"nothing {number}")
    assert len(memory.resolutions) <= 1024


async def _name_stop(client: Client, language: str) -> str:
    """Ask for a board and give the name it has for its stop."""
    result = await client.call_tool("get_arrivals", {"stop": "town:b1", "language": language})
    assert result.structured_content
    return result.structured_content["data"]["stop"]["name"]


def test_callers_who_see_different_feeds_do_not_make_each_other_forget(town: World) -> None:
    known, part = KnownStops(), World((), town.now)
    first = known.recall(town)
    assert known.recall(part) is not first
    assert known.recall(town) is first


def test_only_a_few_sets_of_timetables_are_remembered(town: World) -> None:
    known, views = KnownStops(), town.feeds
    first = known.recall(town)
    for number in range(2, 20):
        known.recall(World(views * number, town.now))
    assert known.recall(town) is not first
