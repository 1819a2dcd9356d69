"""Fetching of feeds. The only door to httpx."""

from stopbell_server.feeds.fetch.errors import FetchFailed
from stopbell_server.feeds.fetch.fetcher import Fetcher
from stopbell_server.feeds.fetch.limits import (
    LIVE_LIMITS,
    NO_VALIDATORS,
    STATIC_LIMITS,
    Downloaded,
    Fetched,
    FetchLimits,
    Progress,
    Validators,
)
from stopbell_server.feeds.fetch.source import Key, Source, show_location

__all__ = [
    "LIVE_LIMITS",
    "NO_VALIDATORS",
    "STATIC_LIMITS",
    "Downloaded",
    "FetchFailed",
    "FetchLimits",
    "Fetched",
    "Fetcher",
    "Key",
    "Progress",
    "Source",
    "Validators",
    "show_location",
]
