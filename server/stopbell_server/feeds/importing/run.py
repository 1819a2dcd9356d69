"""One import from end to end: source → compiled feed → file."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from stopbell_server.domain.errors import FeedRefused, StoreUnreadable
from stopbell_server.feeds.archive import Archive, open_archive
from stopbell_server.feeds.importing.compiled import CompiledFeed, compile_feed
from stopbell_server.feeds.importing.finding_log import FindingLog, ImportRefused
from stopbell_server.feeds.importing.further_refusals import list_further_refusals
from stopbell_server.feeds.importing.looking_up import look_up_values
from stopbell_server.feeds.importing.report import QUICK, ImportReport, Thoroughness, parse_report
from stopbell_server.feeds.importing.rows import write_feed
from stopbell_server.store.database import Database
from stopbell_server.store.schema import IMPORTER_VERSION, SCHEMA_VERSION
from stopbell_server.store.write import write_store

OnProgress = Callable[[str, int, int], None]
"""(stage, stages done, stages in all)."""

STAGES = ("opening", "reading stops", "reading trips", "reading stop times", "sorting", "writing")


def import_feed(
    source: Path, authority: str, target_folder: Path, on_progress: OnProgress, thoroughness: Thoroughness = QUICK
) -> ImportReport:
    """Compile a GTFS zip or folder into `target_folder/<version>.sqlite`; a version that is there is not made again.

    The report in the file names the first places of each fault; a thorough one is given, not kept.

    Raises:
        FeedRefused: the source cannot become a feed; nothing is written. It is an `ImportRefused`, which says what
            was found until then, unless the archive itself cannot be read.
        FeedUnavailable: the disk is full or the folder cannot be written.
    """

    def begin(stage: str) -> None:
        on_progress(stage, STAGES.index(stage), len(STAGES))

    begin("opening")
    with open_archive(source) as archive:
        version = to_version(archive.digest)
        path = target_folder / f"{version}.sqlite"
        report = find_report(path, authority)
        if report is None:
            log = FindingLog(thoroughness.places)
            feed = _compile(archive, log, begin, thoroughness)

            def make_report() -> ImportReport:
                return ImportReport(authority, version, path, feed.count_rows(), log.list_findings(), log.hidden)

            begin("sorting")
            with write_store(path) as writer:
                report = write_feed(writer, feed, log, make_report, begin)
            if thoroughness.is_whole:
                report = replace(report, findings=look_up_values(archive, report.findings))
    on_progress("done", len(STAGES), len(STAGES))
    return report


def _compile(
    archive: Archive, log: FindingLog, begin: Callable[[str], None], thoroughness: Thoroughness
) -> CompiledFeed:
    try:
        return compile_feed(archive, log, begin)
    except FeedRefused as error:
        findings = log.list_findings()
        further = list_further_refusals(archive, findings) if thoroughness.is_whole else ()
        raise ImportRefused(str(error), (*further, *findings), log.hidden) from error


def to_version(digest: str) -> str:
    """Give the version of a compiled feed from the sha256 of its source."""
    whole = f"{digest} schema {SCHEMA_VERSION} importer {IMPORTER_VERSION}"
    return hashlib.sha256(whole.encode()).hexdigest()[:32]


def find_report(path: Path, authority: str) -> ImportReport | None:
    """Read the report that stands in a compiled file; None when there is no usable file of this authority."""
    if not path.exists():
        return None
    try:
        database = Database(path)
        try:
            row = database.first("SELECT value FROM meta WHERE key = 'report'")
        finally:
            database.close()
    except StoreUnreadable:
        return None
    try:
        report = parse_report(json.loads(row[0]), path) if row else None
    except KeyError:
        # Another Stopbell wrote it.
        return None
    return report if report and report.authority == authority else None
