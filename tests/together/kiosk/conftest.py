"""One city for all tests that do not take it away."""

from collections.abc import Generator

import pytest

from tests.together.kiosk.stage import City


@pytest.fixture(scope="session")
def city(tmp_path_factory: pytest.TempPathFactory) -> Generator[City]:
    """Serve the demonstration city from a process of its own."""
    with City(tmp_path_factory.mktemp("city")) as made:
        yield made
