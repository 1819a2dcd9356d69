"""The nearest to Windows that runs here: `python -m tests.packaging.windows` prints what cannot be imported there.

First everything is imported as it is, so that other people's packages are there. Then our own packages are imported
anew while the platform says that it is Windows, its own module is there as a fake, and what POSIX has alone is not.
"""

import importlib
import json
import pkgutil
import sys
from types import ModuleType

import stopbell
import stopbell_server
import textual_aloud
from stopbell.cli import main

OURS = (stopbell, stopbell_server, textual_aloud)
POSIX_ONLY = ("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")


def list_modules() -> list[str]:
    """List all our modules but those that run when they are imported."""
    found = [one.name for package in OURS for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [name for name in found if not name.endswith("__main__")]


def become_windows() -> None:
    """Forget our own modules, take away what is POSIX's alone, and put Windows' locking in its place."""
    for name in list(sys.modules):
        if name.partition(".")[0] in {package.__name__ for package in OURS}:
            del sys.modules[name]
    for name in POSIX_ONLY:
        sys.modules[name] = None  # type: ignore[assignment]  # what makes an import of it fail
    sys.modules["msvcrt"] = ModuleType("msvcrt")
    sys.platform = "win32"


def list_missing() -> dict[str, str]:
    """Give the modules that cannot be imported, each with the name of what it lacks."""
    missing: dict[str, str] = {}
    for name in list_modules():
        try:
            importlib.import_module(name)
        except ImportError as error:
            missing[name] = str(error.name)
    return missing


if __name__ == "__main__":
    before = list_missing()
    become_windows()
    after = list_missing()
    status = main(["kiosk", "--stop", "Market Square"])
    print(json.dumps({"before": before, "after": after, "kiosk": status}))
