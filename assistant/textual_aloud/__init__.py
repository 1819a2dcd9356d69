"""Drivers that let people with screen readers, braille displays and magnifiers use any Textual app.

`find_driver("reader")` gives a driver class for `App(driver_class=...)`, or None and a reason where Textual's own has
to do. Without a change to an app: `TEXTUAL_DRIVER=textual_aloud.driver:ReaderDriver`.
"""

from textual_aloud.choosing import Choice, find_driver
from textual_aloud.manner import LOW_VISION, READER, Manner

__all__ = ["LOW_VISION", "READER", "Choice", "Manner", "find_driver"]
