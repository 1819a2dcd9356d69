"""The city's timetable written out as an archive."""

import zipfile
from pathlib import Path

import pytest

from stopbell_server.demonstration.__main__ import main
from stopbell_server.demonstration.archive import make_archive


def test_the_archive_is_written_where_asked_and_its_path_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["--export", str(tmp_path / "new" / "folder")])

    path = tmp_path / "new" / "folder" / "demonstration-gtfs.zip"
    assert (status, capsys.readouterr().out) == (0, f"{path}\n")
    assert path.read_bytes() == make_archive()


def test_the_archive_has_all_tables_that_gtfs_asks_for(tmp_path: Path) -> None:
    main(["--export", str(tmp_path)])

    with zipfile.ZipFile(tmp_path / "demonstration-gtfs.zip") as archive:
        names = set(archive.namelist())
    assert {"agency.txt", "calendar.txt", "routes.txt", "stop_times.txt", "stops.txt", "trips.txt"} <= names


def test_a_folder_that_cannot_be_written_is_said_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")

    assert main(["--export", str(blocked / "folder")]) == 1
    assert capsys.readouterr().err.startswith("The archive cannot be written to ")
