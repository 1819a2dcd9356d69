"""Announcements that are longer than their budget, each with its length: none may join them, and none may grow.

`python -m tests.sound --write-lengths` writes the list anew, for whoever has heard why.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.sound.figures import Figures

LENGTHS_FILE = Path(__file__).with_name("lengths.toml")
SLACK = 0.1
"""Seconds."""

_HEAD = """# Longer than their budget at the default rate of 175 words a minute, in seconds. See lengths.py.
"""


def read_lengths() -> Mapping[tuple[str, str], float]:
    """Read the list: seconds by language and announcement."""
    table = tomllib.loads(LENGTHS_FILE.read_text(encoding="utf-8"))
    return {(language, name): seconds for language, rows in table.items() for name, seconds in rows.items()}


def write_lengths(rows: Sequence[Figures]) -> None:
    """Write the list from what was measured."""
    text = _HEAD
    for language in dict.fromkeys(row.announcement.language for row in rows):
        own = [row for row in rows if row.announcement.language == language and row.is_too_long]
        text += "".join((f"\n[{language}]\n", *(f'"{row.announcement.name}" = {row.seconds:.2f}\n' for row in own)))
    LENGTHS_FILE.write_text(text, encoding="utf-8")


def list_length_faults(rows: Sequence[Figures], known: Mapping[tuple[str, str], float]) -> list[str]:
    """Say what is too long and not known to be, what has grown, and what stands in the list for no reason."""
    faults: list[str] = []
    left = dict(known)
    for row in rows:
        key = (row.announcement.language, row.announcement.name)
        place, before = " ".join(key), left.pop(key, None)
        if before is None and row.is_too_long:
            faults.append(f"{place}: {row.seconds:.2f} s, its budget is {row.announcement.budget.value:.0f} s")
        elif before is not None and not row.is_too_long:
            faults.append(f"{place}: within its budget now, take it off the list")
        elif before is not None and row.seconds > before + SLACK:
            faults.append(f"{place}: {row.seconds:.2f} s, {before:.2f} s were known")
    return [*faults, *(f"{' '.join(key)}: no such announcement, take it off the list" for key in left)]
