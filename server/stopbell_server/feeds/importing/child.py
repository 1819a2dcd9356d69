"""An import in a process of its own: its memory goes back to the system and a crash takes nobody along.

The child is `__main__` of this package. It writes one JSON document a line to standard output:
{"progress": [stage, done, total]}, then one of {"report": …, "path": …}, {"refused": message, "findings": …,
"hidden": …} and {"unavailable": message}.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from stopbell_server.domain.errors import FeedRefused, FeedUnavailable
from stopbell_server.feeds.importing.finding_log import ImportRefused
from stopbell_server.feeds.importing.report import QUICK, ImportReport, Thoroughness, parse_finding, parse_report
from stopbell_server.feeds.importing.run import OnProgress

_PACKAGE = "stopbell_server.feeds.importing"
_LONGEST_TRACE = 4000


def import_in_child(
    source: Path, authority: str, target_folder: Path, on_progress: OnProgress, thoroughness: Thoroughness = QUICK
) -> ImportReport:
    """Do as `import_feed` does, in a child process. Blocks; a callback that raises ends the child.

    Raises:
        FeedRefused: the source cannot become a feed (`ImportRefused`), or the import ended unexpectedly.
        FeedUnavailable: the disk is full or the folder cannot be written.
    """
    command = [sys.executable, "-m", _PACKAGE, str(source), authority, str(target_folder)]
    command += [str(thoroughness.places), *(["whole"] if thoroughness.is_whole else [])]
    with tempfile.TemporaryFile() as trace:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=trace) as child:
            try:
                outcome = _follow(child.stdout or (), on_progress)
                status = child.wait()
            except BaseException:
                child.kill()
                raise
        if outcome is None:
            raise FeedRefused(_explain(source, status, trace))
    if "refused" in outcome:
        findings = tuple(map(parse_finding, outcome["findings"]))
        raise ImportRefused(outcome["refused"], findings, outcome["hidden"])
    if "unavailable" in outcome:
        raise FeedUnavailable(outcome["unavailable"])
    return parse_report(outcome["report"], Path(outcome["path"]))


def _follow(lines: Iterable[bytes], on_progress: OnProgress) -> dict[str, Any] | None:
    """Pass progress on until the outcome comes; None when the child ends without one."""
    for line in lines:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if "progress" in message:
            on_progress(*message["progress"])
        else:
            return message
    return None


def _explain(source: Path, status: int, trace: IO[bytes]) -> str:
    trace.seek(max(0, trace.seek(0, os.SEEK_END) - _LONGEST_TRACE))
    last = trace.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
    if status < 0:
        why = f"it was ended by signal {-status}, most likely for lack of memory"
        remedy = "Free some memory, or cut the feed by agency."
    else:
        why = last or f"status {status}"
        remedy = "Please report it with the feed's address."
    return f"{source.name}: the import ended unexpectedly ({why}). The previous version stays. {remedy}"
