"""The town of the documentation, imported once."""

import pytest

from stopbell_server.world import World
from tests.server.transit_realtime.square import open_square


@pytest.fixture(scope="session")
def square(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town at the documented moment; a frozen world, so tests may share it."""
    return open_square(tmp_path_factory.mktemp("square"))
