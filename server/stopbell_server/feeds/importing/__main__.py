"""The child process of `import_in_child`: imports SOURCE as AUTHORITY into FOLDER and tells standard output.

What may follow is how thorough the report is to be: the most places of each fault, and `whole`.
"""

import gc
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from stopbell_server.domain.errors import FeedRefused, FeedUnavailable
from stopbell_server.feeds.importing.finding_log import ImportRefused
from stopbell_server.feeds.importing.report import QUICK, Thoroughness, finding_to_json, to_json
from stopbell_server.feeds.importing.run import import_feed


def main() -> None:
    """Import what the command line names, and tell standard output."""
    # Millions of lists and no cycles: the collector would cost more than the import.
    gc.disable()
    source, authority, target_folder, *how = sys.argv[1:]
    thoroughness = Thoroughness(int(how[0]), "whole" in how) if how else QUICK
    try:
        report = import_feed(Path(source), authority, Path(target_folder), _tell_progress, thoroughness)
    except ImportRefused as error:
        findings = [finding_to_json(finding) for finding in error.findings]
        _tell({"refused": str(error), "findings": findings, "hidden": error.hidden})
    except FeedRefused as error:
        _tell({"refused": str(error), "findings": [], "hidden": 0})
    except FeedUnavailable as error:
        _tell({"unavailable": str(error)})
    else:
        _tell({"report": to_json(report), "path": str(report.path)})
    # Everything is on disk; taking a million small objects apart would only keep the parent waiting.
    with suppress(OSError):
        sys.stdout.flush()
    os._exit(0)


def _tell_progress(stage: str, done: int, total: int) -> None:
    _tell({"progress": (stage, done, total)})


def _tell(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
