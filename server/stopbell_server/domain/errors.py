"""Errors of the server package.

StopbellError
├── FeedRefused        a source cannot become a feed; names file, line, cause and remedy
├── FeedUnavailable    a source cannot be reached or read right now
├── FeedNameInvalid    a feed's name is not [a-z0-9-]+
├── FeedMissing        no feed of that name is loaded
├── FeedBusy           another process is changing the feed; names it
├── StoreUnreadable    a compiled feed is damaged or of another schema
├── RealtimeRefused    realtime bytes are not usable; the previous snapshot stays
└── SettingsInvalid    a setting cannot be understood; names the setting and the remedy
"""


class StopbellError(Exception):
    """Root of all errors raised on purpose; the message is one sentence with the remedy."""


class FeedRefused(StopbellError):  # noqa: N818
    """A source cannot become a feed."""


class FeedUnavailable(StopbellError):  # noqa: N818
    """A source cannot be reached or read right now."""


class FeedNameInvalid(StopbellError):  # noqa: N818
    """A feed's name has characters that cannot scope identifiers."""


class FeedMissing(StopbellError):  # noqa: N818
    """No feed of that name is loaded."""


class FeedBusy(StopbellError):  # noqa: N818
    """Another process is changing the feed."""


class StoreUnreadable(StopbellError):  # noqa: N818
    """A compiled feed is damaged or of another schema version."""


class RealtimeRefused(StopbellError):  # noqa: N818
    """Realtime bytes are not usable."""


class SettingsInvalid(StopbellError):  # noqa: N818
    """A setting cannot be understood."""
