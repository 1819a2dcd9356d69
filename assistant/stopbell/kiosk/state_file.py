"""The little that a kiosk remembers over a power cut: when it was last sure of the time. A torn file is no file."""

import json
import logging
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from stopbell_server.app import write_private

logger = logging.getLogger(__name__)

_NAME = "state.json"
_KEY = "lastSeen"


class StateFile:
    """One small file in the kiosk's folder."""

    def __init__(self, folder: Path) -> None:
        """Use this folder; it is made when something is first written."""
        self._path = folder / _NAME

    def read_last_seen(self) -> datetime | None:
        """Give when the kiosk last ran with a clock that nothing spoke against; None: nobody knows."""
        try:
            read: Any = json.loads(self._path.read_text(encoding="utf-8"))
            seen = datetime.fromisoformat(cast("dict[str, Any]", read)[_KEY])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            logger.warning("%s is not used: %r", self._path, error)
            return None
        return seen if seen.tzinfo else None

    def write_last_seen(self, now: datetime) -> None:
        """Keep the time; a disk that cannot be written is logged and does no harm."""
        try:
            write_private(self._path, json.dumps({_KEY: now.isoformat(timespec="seconds")}) + "\n")
        except OSError as error:
            logger.warning("%s cannot be written: %s", self._path, error.strerror)
