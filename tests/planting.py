"""Plant a fault in a copy of the tree and see what a command says of it; the working tree itself is never touched."""

import os
import re
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"


class BrokenPlantError(Exception):
    """A plant does not fit the file it is meant for any more."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A fault in one file: the first match of a pattern is replaced, or text is added at the end."""

    path: str
    pattern: str
    """Regular expression over the whole file, a dot matches line ends too; empty: the text goes to the end."""
    text: str
    """As for `re.sub`: a backslash and a number stand for a group."""

    def make(self, tree: Path) -> str:
        """Give the file with the fault in it.

        Raises:
            BrokenPlantError: the file is not there, or nothing in it matches.
        """
        file = tree / self.path
        if not file.is_file():
            raise BrokenPlantError(f"there is no {self.path}")
        before = file.read_text(encoding="utf-8")
        if not self.pattern:
            return before + self.text
        after, count = re.subn(self.pattern, self.text, before, count=1, flags=re.DOTALL)
        if not count:
            raise BrokenPlantError(f"nothing in {self.path} matches {self.pattern!r}")
        if after == before:
            raise BrokenPlantError(f"{self.pattern!r} changes nothing in {self.path}")
        return after

    def apply(self, tree: Path) -> None:
        """Plant it.

        Raises:
            BrokenPlantError: the file is not there, or nothing in it matches.
        """
        (tree / self.path).write_text(self.make(tree), encoding="utf-8")


@contextmanager
def copy_tree() -> Generator[Path]:
    """Copy all files that are not ignored, as they are now, to a folder of their own."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True)
        for file in filter(None, names.stdout.split("\0")):
            if (ROOT / file).is_file():
                target = tree / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, target)
        (tree / ".venv").symlink_to(ROOT / ".venv")
        yield tree


def run_in(tree: Path, command: str) -> "subprocess.CompletedProcess[str]":
    """Run a shell command in a copy, with the copy's own packages before all others."""
    environment = os.environ | {
        "PATH": f"{BIN}:{os.environ['PATH']}",
        "PYTHONPATH": f"{tree}/assistant:{tree}/server:{tree}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        command, shell=True, cwd=tree, env=environment, capture_output=True, check=False, text=True, errors="replace"
    )
