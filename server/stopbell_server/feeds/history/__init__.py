"""The record of what live data stated: taken from each snapshot as it comes, kept for a bounded time."""

from stopbell_server.feeds.history.recorder import KEPT_S, Recorder

__all__ = ["KEPT_S", "Recorder"]
