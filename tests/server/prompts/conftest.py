"""The town, imported once for all tests of the prompts."""

from datetime import timedelta

import pytest

from stopbell_server.world import World
from tests.town import NOON_AT, NOON_POSIX, list_live, open_town, with_live


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town at noon with its live feed; a frozen world, so tests may share it."""
    return open_town(tmp_path_factory.mktemp("town"))


@pytest.fixture(scope="session")
def later_town(town: World) -> World:
    """Give the town seven minutes later, with a live feed of that moment: trips are under way."""
    return with_live(town, list_live(NOON_POSIX + 420), at=NOON_AT + timedelta(minutes=7))
