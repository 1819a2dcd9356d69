"""Which driver an app is to be run with here."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from textual_aloud.fitting import find_hindrance, find_lack

if TYPE_CHECKING:
    from textual.driver import Driver

For = Literal["reader", "low-vision"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A driver, or why there is none."""

    driver: "type[Driver] | None"
    """For `App(driver_class=...)`; None there lets Textual choose its own."""
    hindrance: str | None
    """An English sentence for logs and operators; None with a driver."""


def find_driver(who: For, *, platform: str = sys.platform, textual: str | None = None) -> Choice:
    """Find the driver for a reader, or for low vision; never raises for what is missing here.

    Args:
        who: whom the screen is for.
        platform: as `sys.platform` names it.
        textual: a version of Textual; None: the one that is installed.
    """
    hindrance = find_hindrance(platform, textual)
    if hindrance is not None:
        return Choice(None, hindrance)
    try:
        from textual.drivers.linux_driver import LinuxDriver

        from textual_aloud.driver import LowVisionDriver, ReaderDriver
    except ImportError as error:
        return Choice(None, f"a part of Textual cannot be loaded: {error}")
    if (lack := find_lack(LinuxDriver)) is not None:
        return Choice(None, lack)
    return Choice(ReaderDriver if who == "reader" else LowVisionDriver, None)
