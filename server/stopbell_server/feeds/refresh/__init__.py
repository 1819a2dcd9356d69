"""The loop that keeps live data fresh. It is imported when a feed has such data: a timetable alone must not wait."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from stopbell_server.feeds.refresh.pace import STEADY, Pace

if TYPE_CHECKING:
    from stopbell_server.feeds.refresh.refresher import Refresher

__all__ = ["STEADY", "Pace", "Refresher"]


def __getattr__(name: str) -> Any:
    """Import the loop, the first time somebody asks for it."""
    if name != "Refresher":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("stopbell_server.feeds.refresh.refresher").Refresher
