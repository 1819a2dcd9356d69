"""The child process of `import_in_child`: imports SOURCE as AUTHORITY into FOLDER and tells standard output."""

import gc
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from stopbell_server.domain.errors import FeedRefused, FeedUnavailable
from stopbell_server.feeds.importing.report import to_json
from stopbell_server.feeds.importing.run import import_feed


def main() -> None:
    """Import what the command line names, and tell standard output."""
    # Millions of lists and no cycles: the collector would cost more than the import.
    gc.disable()
    source, authority, target_folder = sys.argv[1:]
    try:
        report = import_feed(Path(source), authority, Path(target_folder), _tell_progress)
    except FeedRefused as error:
        _tell({"refused": str(error)})
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
