"""The cities that a rider can choose from at the first run."""

import asyncio
from pathlib import Path

import pytest

from stopbell.commands.home_cities import HomeCities
from stopbell.conversation.ports import City
from stopbell_server.app import Settings, open_world
from stopbell_server.home import Home
from tests.loopback import Loopback, answer
from tests.server.app.feeds import CLOCK, add, zip_feed


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_loaded_cities_are_those_that_answer(home: Home, tmp_path: Path) -> None:
    async def run() -> tuple[City, ...]:
        await add(home, "town", zip_feed(tmp_path / "town.zip"))
        async with open_world(home, CLOCK, Settings()) as live:
            return HomeCities(home, CLOCK, live).list_loaded()

    assert asyncio.run(run()) == (City("town", "Agency"),)


def test_found_cities_are_those_that_need_no_key(home: Home) -> None:
    async def run() -> tuple[tuple[City, ...], tuple[City, ...]]:
        async with open_world(home, CLOCK, Settings()) as live:
            cities = HomeCities(home, CLOCK, live)
            return cities.find("Львів", ("uk", "en")), cities.find("wmata", ("en",))

    assert asyncio.run(run()) == ((City("lviv", "Lvivavtodor, Lviv, Lviv Oblast, Ukraine"),), ())


def test_a_city_that_cannot_be_loaded_is_told_and_nothing_is_kept(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody listens at this proxy, so the city is out of reach without a look at the network.
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    async def run() -> bool:
        async with open_world(home, CLOCK, Settings()) as live:
            cities = HomeCities(home, CLOCK, live)
            return await cities.add(cities.find("Львів", ("uk",))[0])

    assert asyncio.run(run()) is False
    assert not home.feed_folder("lviv").exists()


def test_a_found_city_is_loaded_and_answers_at_once(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = zip_feed(tmp_path / "halifax.zip").read_bytes()

    async def run() -> tuple[bool, tuple[City, ...]]:
        # The loopback stands in for the publisher, as a proxy does.
        async with Loopback({"http://gtfs.halifax.ca/static/google_transit.zip": answer(body)}) as publisher:
            monkeypatch.setenv("http_proxy", publisher.address)
            async with open_world(home, CLOCK, Settings()) as live:
                cities = HomeCities(home, CLOCK, live)
                return await cities.add(cities.find("Halifax", ("en",))[0]), cities.list_loaded()

    assert asyncio.run(run()) == (True, (City("halifax", "Agency"),))
