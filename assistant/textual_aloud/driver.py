"""Drivers for Textual: an app runs as it is, and the terminal gets only what changed."""

import logging
import threading
import time
from typing import Any, ClassVar

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.widget import Widget

from textual_aloud.manner import LOW_VISION, READER, Manner
from textual_aloud.parking import find_place, find_typed_row
from textual_aloud.translator import Translator

logger = logging.getLogger(__name__)

LAID_OUT_S = 0.5
"""After a change of size, what is drawn sooner for the old one is not shown."""


class AloudDriver(LinuxDriver):
    """Textual's own driver, with what it writes brought down to what changed."""

    MANNER: ClassVar[Manner]
    TRANSLATOR: ClassVar[type[Translator]] = Translator

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        """Take what Textual gives every driver."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)  # pyright: ignore[reportUnknownMemberType]  # an app of anything
        # The terminal's size is read when a signal says that it changed, which may be amid anything else.
        self._turn = threading.RLock()
        width, height = super()._get_terminal_size()
        self._translator: Translator | None = self.TRANSLATOR(width, height, self.MANNER)
        self._new_size: tuple[int, int] | None = None
        self._resized_at: float | None = None
        self._focused: Widget | None = None
        self._has_begun = False

    def start_application_mode(self) -> None:
        """Take the terminal; when it was given away before, show again what stood there."""
        super().start_application_mode()
        if self._has_begun:
            self.park()
        self._has_begun = True

    def write(self, data: str) -> None:
        """Take what Textual writes, and write what the terminal lacks."""
        with self._turn:
            translated = data if self._translator is None else self._translate(self._translator, data)
        if translated:
            super().write(translated)

    def park(self) -> None:
        """Put the cursor where it belongs now, without waiting for something to be drawn."""
        self.write("")

    def _get_terminal_size(self) -> tuple[int, int]:
        size = super()._get_terminal_size()
        self._new_size = size
        return size

    def _translate(self, translator: Translator, data: str) -> str:
        try:
            if self._new_size is not None:
                size, self._new_size = self._new_size, None
                if size != (translator.grid.width, translator.grid.height):
                    translator.resize(*size)
                    self._resized_at = time.monotonic()
            passed = translator.take(data)
            if not translator.is_touched and data:
                return passed
            if not self._is_laid_out(translator):
                return passed
            return passed + self._paint(translator)
        except Exception:
            # Better the app as Textual draws it than none.
            logger.exception("the driver for readers gave up; Textual draws as usual from now on")
            self._translator = None
            self._app.call_later(self._app.refresh, repaint=True, layout=True)
            return "\x1b[m\x1b[r\x1b[2J\x1b[?25h"

    def _paint(self, translator: Translator) -> str:
        focused, before = self._app.screen.focused, self._focused
        self._focused = focused
        has_moved = focused is not None and before is not None and focused is not before
        return translator.paint(
            find_place(self._app),
            typed_row=find_typed_row(self._app),
            is_told=has_moved and self.MANNER.tells_focus,
        )

    def _is_laid_out(self, translator: Translator) -> bool:
        """Whether the app has been laid out for a new size, or takes too long for it: else it would be told twice."""
        if self._resized_at is None:
            return True
        is_due = time.monotonic() - self._resized_at > LAID_OUT_S
        if is_due or self._app.screen.outer_size == (translator.grid.width, translator.grid.height):
            self._resized_at = None
            return True
        return False


class ReaderDriver(AloudDriver):
    """For screen readers and braille displays."""

    MANNER = READER


class LowVisionDriver(AloudDriver):
    """For eyes and magnifiers: colours stay, and the cursor is where the focus is."""

    MANNER = LOW_VISION
