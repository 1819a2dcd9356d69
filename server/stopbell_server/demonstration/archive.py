"""The city's timetable as a GTFS archive: the same bytes each time, so that a store knows it again."""

import csv
import io
import zipfile
from collections.abc import Iterable
from pathlib import Path

from stopbell_server.demonstration.city_files import list_tables
from stopbell_server.demonstration.lines import read_lines
from stopbell_server.demonstration.tables import (
    FREQUENCIES,
    STOP_TIMES,
    TRIPS,
    list_frequencies,
    list_stop_times,
    list_trips,
)

_MOMENT = (2024, 1, 1, 0, 0, 0)
"""A fixed time of writing for every member, as the bytes must not depend on when they are written."""


def make_archive() -> bytes:
    """Give the GTFS zip; equal bytes on every call and machine with the same zlib."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in make_tables().items():
            member = zipfile.ZipInfo(name, _MOMENT)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3
            member.external_attr = 0o644 << 16
            archive.writestr(member, text)
    return buffer.getvalue()


def make_tables() -> dict[str, str]:
    """Give all tables by file name, in the order of their names."""
    lines = read_lines()
    made = {
        "trips.txt": _to_csv(TRIPS, list_trips(lines)),
        "stop_times.txt": _to_csv(STOP_TIMES, list_stop_times(lines)),
        "frequencies.txt": _to_csv(FREQUENCIES, list_frequencies(lines)),
    }
    written = {table.name: table.read_text(encoding="utf-8") for table in list_tables()}
    return dict(sorted((written | made).items()))


def export_archive(folder: Path) -> Path:
    """Write the GTFS zip into a folder, which is created when missing; give the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "demonstration-gtfs.zip"
    path.write_bytes(make_archive())
    return path


def _to_csv(header: Iterable[str], rows: Iterable[Iterable[str | int]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return buffer.getvalue()
