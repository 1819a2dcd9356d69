"""The one folder that holds everything this product keeps on a machine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

_FOLDER_MODE = 0o700
_NAME = "stopbell"


@dataclass(frozen=True, slots=True)
class Home:
    """Where things are; nothing is created before something is written."""

    root: Path

    @property
    def config_file(self) -> Path:
        """What a person writes by hand."""
        return self.root / "config.toml"

    @property
    def tokens_file(self) -> Path:
        """Who may ask over HTTP: where there is one, every request needs a token."""
        return self.root / "tokens.json"

    @property
    def feeds_folder(self) -> Path:
        """One folder for each feed, by name: its registry entry, its kept source and its compiled versions."""
        return self.root / "feeds"

    @property
    def rider_folder(self) -> Path:
        """What the assistant remembers of the rider."""
        return self.root / "rider"

    def feed_folder(self, name: str) -> Path:
        """Give the folder of one feed, whether it exists or not."""
        return self.feeds_folder / name


def open_home(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Home:
    """Give the home: the path asked for, else STOPBELL_HOME, else the platform's folder for a user's data."""
    if path is None:
        named = environment.get("STOPBELL_HOME", "").strip()
        path = Path(named) if named else platformdirs.user_data_path(_NAME, appauthor=False)
    return Home(path.expanduser().absolute())


def make_private_folder(folder: Path) -> Path:
    """Create a folder, with the parents it lacks, that only this user may enter; give it back.

    Folders that are there already keep the permissions that they have.
    """
    if not folder.is_dir():
        for missing in reversed([parent for parent in (folder, *folder.parents) if not parent.exists()]):
            missing.mkdir(mode=_FOLDER_MODE, exist_ok=True)
    return folder


def write_private(path: Path, content: str | bytes) -> None:
    """Replace a file as a whole, readable by this user only: a reader sees the old content or the new, never a part."""
    make_private_folder(path.parent)
    payload = content.encode() if isinstance(content, str) else content
    staged = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    descriptor = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(payload)
            file.flush()
            os.fsync(file.fileno())
        staged.replace(path)
    except BaseException:
        staged.unlink(missing_ok=True)
        raise
