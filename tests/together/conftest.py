"""The town, imported once, and the command that serves it from a process of its own."""

import sys
from pathlib import Path

import pytest

from stopbell_server.world import World
from tests.town import open_town


@pytest.fixture(scope="session")
def town_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder in which the town is compiled."""
    return tmp_path_factory.mktemp("town")


@pytest.fixture(scope="session")
def town(town_folder: Path) -> World:
    """Give the town at noon with its live feed; a frozen world, so tests may share it."""
    return open_town(town_folder)


@pytest.fixture
def town_command(town: World, town_folder: Path) -> str:
    """Give the command line that serves the same town from a process of its own."""
    assert town.feeds
    return f"{sys.executable} -m tests.together.town_server {town_folder}"
