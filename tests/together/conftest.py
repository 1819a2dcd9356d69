"""The town, imported once, and the command that serves it from a process of its own."""

import sys

import pytest

from stopbell_server.world import World
from tests.town import open_town


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town at noon with its live feed; a frozen world, so tests may share it."""
    return open_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def town_command(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the command line of a server over a town of its own."""
    return f"{sys.executable} -m tests.together.town_server {tmp_path_factory.mktemp('served')}"
