"""Whether the drivers can work here: they build on parts of Textual that may change without notice."""

import sys
from importlib.metadata import PackageNotFoundError, version

TRIED = ((8, 2, 8), (9,))
"""From this version of Textual on, and below that one."""
NEEDED = ("write", "_get_terminal_size", "start_application_mode", "stop_application_mode")
"""What the drivers use of Textual's driver for POSIX systems."""


def find_hindrance(platform: str = sys.platform, textual: str | None = None) -> str | None:
    """Tell in a sentence why the drivers cannot work here; None if nothing is known against it. Imports no Textual.

    Args:
        platform: as `sys.platform` names it.
        textual: a version of Textual; None: the one that is installed.
    """
    if platform == "win32":
        return "the driver is for terminals of POSIX systems, and this is Windows"
    try:
        found = textual or version("textual")
    except PackageNotFoundError:
        return "Textual is not installed"
    if not TRIED[0] <= _to_numbers(found) < TRIED[1]:
        lowest, beyond = (".".join(map(str, numbers)) for numbers in TRIED)
        return f"Textual {found} has not been tried with it, only {lowest} and newer below {beyond}"
    return None


def find_lack(driver: type) -> str | None:
    """Tell in a sentence what Textual's driver lacks of what ours build on; None if it has all."""
    missing = [name for name in NEEDED if not hasattr(driver, name)]
    return f"Textual's driver lacks {', '.join(missing)}" if missing else None


def _to_numbers(text: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in text.split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        if not digits:
            break
        numbers.append(int(digits))
    return tuple(numbers)
