"""What else a feed would be refused for once the first cause is mended, so that its publisher needs one round only."""

from contextlib import suppress

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.feeds.archive import Archive
from stopbell_server.feeds.importing.columns import ALL_TABLES
from stopbell_server.feeds.importing.encoding import to_utf8
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.header import read_header
from stopbell_server.feeds.importing.report import Finding, Severity

_HEAD_BYTES = 2**16


def list_further_refusals(archive: Archive, known: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """List columns that are missing in tables that have not been refused already. Only headers are read."""
    refused = {finding.file for finding in known if finding.severity is Severity.REFUSED}
    log = FindingLog()
    for spec in ALL_TABLES:
        if spec.file in refused or not archive.has(spec.file):
            continue
        with suppress(FeedRefused):
            head = next(archive.read_blocks(spec.file, _HEAD_BYTES), b"")
            read_header(to_utf8(head[: len(head) // 2 * 2], spec.file, log), spec, log)
    return tuple(finding for finding in log.list_findings() if finding.severity is Severity.REFUSED)
