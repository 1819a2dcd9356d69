"""The loaded feeds as JSON-LD documents: where all facts come from."""

from typing import Any

from pydantic import Field

from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_feeds import FeedSource, to_provenance
from stopbell_server.contract.linked import to_urn
from stopbell_server.contract.linked_vocabulary import CONTEXT_URI
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.uris import to_uri
from stopbell_server.domain.text import to_clean_text

FEEDS_URI = to_uri("transport-feeds", "all", "loaded")


class FeedEntity(WireModel):
    """One loaded feed."""

    type: str = Field(default="TransportFeed", description="Always TransportFeed.")
    urn: str = Field(description="Its identity as a name.")
    name: str = Field(description="What a rider may be told as the source.")
    language: str | None = Field(default=None, description="Absent: the feed does not say.")
    time_zone: str = Field(description="IANA name; all times of the feed carry its offset.")
    first_day: str | None = Field(default=None, description="First day of the timetable. Absent: not known.")
    last_day: str | None = Field(default=None, description="Last day of the timetable. Absent: not known.")
    stop_count: int = Field(description="Stops and stations.")
    trip_count: int = Field(description="Planned trips.")
    provenance: Provenance = Field(description="Name, version, live state and what must be said of it.")


class FeedCollection(WireModel):
    """All loaded feeds; an empty list says that none is."""

    context: str = Field(default=CONTEXT_URI, alias="@context", description="Address of the vocabulary's context.")
    type: str = Field(default="TransportFeedCollection", description="Always TransportFeedCollection.")
    id: str = Field(default=FEEDS_URI, description="Address of this list.")
    feeds: list[FeedEntity] = Field(description="In the order of loading.")


def to_feed_collection(sources: list[FeedSource], language: str) -> FeedCollection:
    """Give the loaded feeds in the world's order, each with what must be said of it."""
    return FeedCollection(feeds=[_to_feed(source, language) for source in sources])


def _to_feed(source: FeedSource, language: str) -> FeedEntity:
    info = source.info
    days: dict[str, Any] = {
        "first_day": info.first_day.isoformat() if info.first_day else None,
        "last_day": info.last_day.isoformat() if info.last_day else None,
    }
    return FeedEntity(
        urn=to_urn("TransportFeed", info.authority),
        name=to_clean_text(info.title) or info.authority,
        language=info.language,
        time_zone=info.zone.key,
        stop_count=info.stop_count,
        trip_count=info.trip_count,
        provenance=to_provenance(source, language),
        **days,
    )
