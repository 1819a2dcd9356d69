"""Keeps keys out of the HTTP library's own log lines, which print whole addresses."""

import logging
from types import TracebackType
from typing import Self

import httpx

from stopbell_server.feeds.fetch.source import show_location

_LOGGERS = ("httpx", "httpcore.http11", "httpcore.connection", "httpcore.proxy")


class QuietLogs(logging.Filter):
    """While entered, addresses lose their query and user, and header dumps are not logged."""

    def __enter__(self) -> Self:
        """Listen to the library's loggers."""
        for name in _LOGGERS:
            logging.getLogger(name).addFilter(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave them as they were."""
        for name in _LOGGERS:
            logging.getLogger(name).removeFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten what is logged of an address; drop the dumps of headers, a redirect's may hold a key."""
        if record.name.startswith("httpcore"):
            return "headers" not in record.getMessage()
        if isinstance(record.args, tuple):
            record.args = tuple(show_location(str(a)) if isinstance(a, httpx.URL) else a for a in record.args)
        return True
