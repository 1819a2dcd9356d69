"""Logs that cannot fill a disk or the board: the same once in a while, and small files where nobody collects."""

import logging
import sys
from collections import OrderedDict
from logging.handlers import RotatingFileHandler
from pathlib import Path

from stopbell_server.home import make_private_folder

QUIET_S = 600.0
_REMEMBERED = 500
_FILE_BYTES = 262_144
_NAME = "kiosk.log"


class QuietRepeats(logging.Filter):
    """Lets the same warning through once in ten minutes; a feed that is gone for a night is not news every minute."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        super().__init__()
        self._said: OrderedDict[tuple[str, str], float] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is news, by what was meant to be said and not by the numbers in it."""
        key = (record.name, str(record.msg))
        last = self._said.get(key)
        if last is not None and record.created - last < QUIET_S:
            return False
        self._said[key] = record.created
        self._said.move_to_end(key)
        while len(self._said) > _REMEMBERED:
            self._said.popitem(last=False)
        return True


def bound_logs(folder: Path, *, is_debug: bool) -> None:
    """Send logs to standard error where somebody collects them, else into two small files in the folder.

    Where standard error is the terminal, what is logged would stand across the board.
    """
    handler: logging.Handler
    if sys.stderr.isatty():
        make_private_folder(folder)
        handler = RotatingFileHandler(
            folder / _NAME, maxBytes=_FILE_BYTES, backupCount=1, encoding="utf-8", errors="replace"
        )
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    else:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("Stopbell: %(message)s"))
    if not is_debug:
        handler.addFilter(QuietRepeats())
    logging.basicConfig(handlers=[handler], level=logging.DEBUG if is_debug else logging.WARNING, force=True)
