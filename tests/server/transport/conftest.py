"""The town, imported once for all tests of the transports."""

import pytest

from stopbell_server.world import World
from tests.town import open_town


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town at noon with its live feed; a frozen world, so tests may share it."""
    return open_town(tmp_path_factory.mktemp("town"))


@pytest.fixture(scope="session")
def two_towns(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give two feeds side by side with the same stops, named `town` and `other`."""
    first = open_town(tmp_path_factory.mktemp("town"))
    second = open_town(tmp_path_factory.mktemp("other"), authority="other")
    return World((*second.feeds, *first.feeds), first.now)
