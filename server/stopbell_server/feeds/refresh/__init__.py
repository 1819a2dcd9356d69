"""The loop that keeps live data fresh."""

from stopbell_server.feeds.refresh.pace import STEADY, Pace
from stopbell_server.feeds.refresh.refresher import Refresher

__all__ = ["STEADY", "Pace", "Refresher"]
