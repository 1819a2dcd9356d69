"""The loaded feeds as JSON-LD documents: where all facts come from."""

from datetime import UTC, datetime, tzinfo
from typing import Any, Literal

from pydantic import Field

from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_feeds import FeedSource, to_provenance
from stopbell_server.contract.linked import Freshness, LinkedEntity, Relationship, drop_empty, to_urn
from stopbell_server.contract.linked_alerts import to_alerts_uri
from stopbell_server.contract.linked_times import to_current_freshness
from stopbell_server.contract.linked_vocabulary import CONTEXT_URI
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.times import to_wire_time
from stopbell_server.contract.uris import to_day_uri, to_feed_uri, to_uri
from stopbell_server.domain.snapshot import SnapshotHealth, SourceHealth
from stopbell_server.domain.text import to_clean_text

FEEDS_URI = to_uri("transport-feeds", "all", "loaded")
_KINDS: tuple[Literal["updates", "vehicles", "alerts"], ...] = ("updates", "vehicles", "alerts")


class FeedEntity(WireModel):
    """One loaded feed."""

    type: str = Field(default="TransportFeed", description="Always TransportFeed.")
    id: str = Field(description="Address of where its facts come from.")
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
    freshness: Freshness = Field(description="When anything in it changed last.")


def to_feed_collection(sources: list[FeedSource], language: str) -> FeedCollection:
    """Give the loaded feeds in the world's order, each with what must be said of it."""
    # Each feed tells its instants in its own zone, so they are compared as instants.
    told = [one for source in sources for one in (source.info.taken_in, source.live.source_time) if one]
    return FeedCollection(
        feeds=[_to_feed(source, language) for source in sources],
        freshness=Freshness(
            temporal_meaning="provenance",
            stale=any(to_provenance(source, language).stale for source in sources),
            last_modified=to_wire_time(max(told, default=None), UTC),
        ),
    )


def _to_feed(source: FeedSource, language: str) -> FeedEntity:
    info = source.info
    days: dict[str, Any] = {
        "first_day": info.first_day.isoformat() if info.first_day else None,
        "last_day": info.last_day.isoformat() if info.last_day else None,
    }
    return FeedEntity(
        id=to_feed_uri(info.authority),
        urn=to_urn("TransportFeed", info.authority),
        name=to_clean_text(info.title) or info.authority,
        language=info.language,
        time_zone=info.zone.key,
        stop_count=info.stop_count,
        trip_count=info.trip_count,
        provenance=to_provenance(source, language),
        **days,
    )


class LiveSource(WireModel):
    """One source of live data."""

    carries: list[Literal["updates", "vehicles", "alerts"]] = Field(
        description="What it was seen to carry; empty: nothing has come of it yet."
    )
    source_time: str | None = Field(default=None, description="Its own time; ISO 8601. Absent: it says none.")
    retrieved_time: str | None = Field(default=None, description="When it was fetched last. Absent: never.")
    failing: bool = Field(description="True: the last fetch failed, or what came could not be read.")
    frozen: bool = Field(description="True: its own time stands still though it is fetched again and again.")


class FeedProperties(WireModel):
    """What is said of a feed."""

    name: str = Field(description="What a rider may be told as the source.")
    authority: str = Field(description="What scopes its ids.")
    feed_version: str = Field(description="Changes with the content of the timetable.")
    language: str | None = Field(default=None, description="Of its names. Absent: the feed does not say.")
    time_zone: str = Field(description="IANA name.")
    first_day: str | None = Field(default=None, description="First day of the timetable. Absent: not known.")
    last_day: str | None = Field(default=None, description="Last day of the timetable. Absent: not known.")
    taken_in: str | None = Field(default=None, description="When this version came to this server. Absent: not known.")
    stop_count: int = Field(description="Stops and stations.")
    trip_count: int = Field(description="Planned trips.")
    live_sources: list[LiveSource] = Field(description="Empty: none is set up, or none is known yet.")
    matched_updates: int | None = Field(
        default=None, description="Of allUpdates those that the timetable knows. Absent: no live data."
    )
    all_updates: int | None = Field(default=None, description="Trip updates in the newest live data. Absent: none.")


def to_feed_entity(source: FeedSource, health: SnapshotHealth | None, language: str, now: datetime) -> LinkedEntity:
    """Give where a feed's facts come from: its timetable and its live sources. No address of a source is told.

    `health` is None where no live data is set up.
    """
    info, provenance = source.info, to_provenance(source, language)
    days = dict.fromkeys(day.isoformat() for day in (info.first_day, info.last_day) if day)
    properties = FeedProperties(
        name=to_clean_text(info.title) or info.authority,
        authority=info.authority,
        feed_version=info.version,
        language=info.language,
        time_zone=info.zone.key,
        first_day=info.first_day.isoformat() if info.first_day else None,
        last_day=info.last_day.isoformat() if info.last_day else None,
        taken_in=to_wire_time(info.taken_in, info.zone),
        stop_count=info.stop_count,
        trip_count=info.trip_count,
        live_sources=[_to_live_source(one, info.zone) for one in health.sources] if health else [],
        matched_updates=health.matched if health else None,
        all_updates=health.updates if health else None,
    )
    valid_at = to_wire_time(now, info.zone)
    return LinkedEntity(
        type="TransportFeed",
        id=to_feed_uri(info.authority),
        urn=to_urn("TransportFeed", info.authority),
        properties=properties.to_wire(),
        relationships=drop_empty(
            {
                "operatingDays": [Relationship(object=to_day_uri(info.authority, day), name=day) for day in days],
                "alerts": [Relationship(object=to_alerts_uri("feed", info.authority))],
            }
        ),
        provenance=provenance,
        freshness=to_current_freshness(provenance, info, valid_at).model_copy(
            update={"temporal_meaning": "provenance"}
        ),
    )


def _to_live_source(health: SourceHealth, zone: tzinfo) -> LiveSource:
    return LiveSource(
        carries=[kind for kind in _KINDS if kind in health.kind.split("+")],
        source_time=to_wire_time(health.header_time, zone),
        retrieved_time=to_wire_time(health.retrieved_time, zone),
        failing=health.failure is not None,
        frozen=health.is_frozen,
    )
