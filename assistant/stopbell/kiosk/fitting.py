"""Whether a kiosk can run on this system at all."""

import sys

from stopbell.kiosk.errors import UnfitSystemError


def check_system(platform: str = sys.platform) -> None:
    """Refuse where no terminal can be made raw and no signal ends a program; imports nothing that is only elsewhere.

    Args:
        platform: as `sys.platform` names it.

    Raises:
        UnfitSystemError: this is Windows.
    """
    if platform == "win32":
        raise UnfitSystemError(
            "A kiosk needs a terminal as Linux and macOS have it, and this is Windows. "
            "Run it on Linux; docs/other-systems.md says what works where."
        )
