"""Whether a screen reader seems to run: then our own voice would say everything twice."""

from pathlib import Path

NAMES = frozenset({"orca", "espeakup", "brltty", "fenrir", "yasr", "tdsr", "cthulhu"})
"""Programs that read a terminal aloud or in braille, as the system names their processes."""


def find_screen_reader(processes: Path = Path("/proc")) -> str | None:
    """Give the name of a screen reader that runs, or None; where processes cannot be listed, None."""
    try:
        names = {_read_name(entry) for entry in processes.iterdir() if entry.name.isdecimal()}
    except OSError:
        return None
    return min(names & NAMES, default=None)


def _read_name(entry: Path) -> str:
    try:
        return (entry / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
