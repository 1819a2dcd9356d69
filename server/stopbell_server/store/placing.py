"""Putting a file in its place, apart from what writes feeds: that takes long to import."""

import os
from pathlib import Path


def put_in_place(partial: Path, path: Path) -> None:
    """Replace `path` by `partial` at once and for good, even if the power fails right after."""
    with partial.open("r+b") as file:
        os.fsync(file.fileno())
    partial.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
