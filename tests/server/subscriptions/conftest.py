"""The town, imported once for all tests of subscriptions."""

import pytest

from stopbell_server.world import World
from tests.town import open_town


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town at noon with its live feed; a frozen world, so tests may share it."""
    return open_town(tmp_path_factory.mktemp("town"))


@pytest.fixture(scope="session")
def other(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give a second feed with the same stops, named `other`."""
    return open_town(tmp_path_factory.mktemp("other"), authority="other")
