"""Updates a feed where files may not grow: `python -m tests.server.app.limited HOME BYTES`, as on a full disk."""

import resource
import sys
from pathlib import Path

from stopbell.cli import main

if __name__ == "__main__":
    limit = int(sys.argv[2])
    # Python ignores the signal that comes with it, so that writing fails as it does on a full disk.
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    sys.exit(main(["--home", str(Path(sys.argv[1])), "feed", "update", "town"]))
