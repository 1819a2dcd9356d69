"""The clock that a command runs by."""

import os
from collections.abc import Mapping

from stopbell_server.domain.clock import Clock, parse_clock
from stopbell_server.domain.errors import SettingsInvalid


def open_clock(asked: str | None = None, environment: Mapping[str, str] = os.environ) -> Clock:
    """Give the clock of `--at`, else of STOPBELL_AT, else the machine's own.

    Raises:
        SettingsInvalid: the instant is not ISO 8601 with an offset.
    """
    text, origin = (asked, "--at") if asked else (environment.get("STOPBELL_AT", "").strip(), "STOPBELL_AT")
    try:
        return parse_clock(text)
    except ValueError as error:
        raise SettingsInvalid(
            f"{origin} is {text!r}, not an instant with an offset; write for example 2026-11-30T08:00:00+02:00."
        ) from error
