"""GTFS-Realtime: from the bytes of several sources to one immutable snapshot. The only door to google.transit."""

from stopbell_server.feeds.realtime.building import build_snapshot
from stopbell_server.feeds.realtime.decoding import DecodedFeed, decode
from stopbell_server.feeds.realtime.snapshot import FeedSnapshot
from stopbell_server.feeds.realtime.source_state import Retrieval, SourceState, receive

__all__ = ["DecodedFeed", "FeedSnapshot", "Retrieval", "SourceState", "build_snapshot", "decode", "receive"]
