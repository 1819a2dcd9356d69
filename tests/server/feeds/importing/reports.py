"""Short forms of import reports, and feeds as raw bytes, for the tests of this folder."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

from stopbell_server.feeds.importing import ImportReport, import_feed
from tests.feedtext import make_feed

_SHORTNESS = ("no position", "no usable row in stop_times.txt", "only one usable row in stop_times.txt")


def ignore_progress(stage: str, done: int, total: int) -> None:
    """Take a progress step."""


def import_text(tmp_path: Path, files: Mapping[str, str | bytes]) -> ImportReport:
    """Import a feed written as text; bytes are written as they are."""
    texts = {name: text for name, text in files.items() if isinstance(text, str)}
    source = make_feed(tmp_path / "source", texts)
    for name, content in files.items():
        if isinstance(content, bytes):
            (source / name).write_bytes(content)
    return import_feed(source, "test", tmp_path / "compiled", ignore_progress)


def shorten(report: ImportReport) -> list[tuple[str, str, int | None, str | None, int]]:
    """Give severity, file, line, column and count of each finding.

    Left out is what feeds have because tests write them short: no departures, no positions, trips of one stop.
    """
    return [
        (finding.severity.value, finding.file, finding.line, finding.column, finding.count)
        for finding in report.findings
        if finding.handling != "there are no departures" and finding.what not in _SHORTNESS
    ]


def zip_folder(folder: Path, path: Path, prefix: str = "") -> Path:
    """Zip the files of a folder under a prefix."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            archive.writestr(f"{prefix}{file.name}", file.read_bytes())
    return path
