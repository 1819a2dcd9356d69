"""Errors of fetching.

FeedUnavailable
└── FetchFailed         one fetch did not work; may know when it is worth asking again
    └── FetchBrokenOff  the network failed in the middle; what has arrived may be gone on from
"""

from stopbell_server.domain.errors import FeedUnavailable


class FetchFailed(FeedUnavailable):
    """One fetch did not work; the message names the source without secrets, the cause and the remedy."""

    def __init__(self, message: str, retry_after_s: float | None = None) -> None:
        """Keep the seconds of Retry-After; None when the server did not say."""
        super().__init__(message)
        self.retry_after_s = retry_after_s


class FetchBrokenOff(FetchFailed):
    """The connection was lost, or silent for too long, before all had arrived."""
