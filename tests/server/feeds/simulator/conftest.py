"""The demonstration city as a timetable to simulate on, compiled once by the real importer."""

from pathlib import Path

import pytest

from stopbell_server.demonstration.archive import export_archive
from stopbell_server.domain.store import Store
from stopbell_server.feeds.importing import import_feed
from stopbell_server.store.read import SqliteStore


@pytest.fixture(scope="session")
def city(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Give the demonstration city's timetable."""
    folder: Path = tmp_path_factory.mktemp("city")
    report = import_feed(export_archive(folder), "simulated", folder / "compiled", lambda *_: None)
    return SqliteStore(report.path)
