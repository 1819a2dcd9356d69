"""The demonstration city, compiled once by the real importer."""

from dataclasses import dataclass

import pytest

from stopbell_server.demonstration.archive import export_archive
from stopbell_server.feeds.importing import ImportReport, import_feed
from stopbell_server.store.read import SqliteStore


@dataclass(frozen=True)
class CompiledCity:
    """The city's timetable and what its import reported."""

    store: SqliteStore
    report: ImportReport


@pytest.fixture(scope="session")
def city(tmp_path_factory: pytest.TempPathFactory) -> CompiledCity:
    folder = tmp_path_factory.mktemp("city")
    report = import_feed(export_archive(folder), "demo", folder / "compiled", lambda stage, done, total: None)
    return CompiledCity(SqliteStore(report.path), report)
