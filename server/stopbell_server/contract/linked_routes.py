"""Lines, the ways they go and their stops as JSON-LD documents: statements of the plan."""

from collections.abc import Callable, Iterable, Sequence

from pydantic import Field

from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_stops import to_address
from stopbell_server.contract.linked import LinkedEntity, Relationship, drop_empty, to_urn
from stopbell_server.contract.linked_alerts import to_alerts_uri
from stopbell_server.contract.linked_times import to_plan_freshness
from stopbell_server.contract.model import WireModel, is_empty
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.uris import to_feed_uri, to_part_uri, to_pattern_uri, to_route_uri
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Agency, Route, Stop
from stopbell_server.domain.patterns import RoutePattern
from stopbell_server.domain.store import FeedInfo
from stopbell_server.domain.text import to_clean_text

MOST_PATTERNS = 40
MOST_STOPS = 300

FindStop = Callable[[StopId], Stop | None]


class RouteEnds(WireModel):
    """Where one way of a line begins and ends."""

    direction: int | None = Field(default=None, description="direction_id. Absent: the feed tells none.")
    start: str = Field(description="Name of the first stop.")
    end: str = Field(description="Name of the last stop.")


class RouteProperties(WireModel):
    """What is said of a line."""

    line: str = Field(description="What riders call it.")
    name: str | None = Field(default=None, description="Its long name. Absent: none.")
    mode: str = Field(description="Kind of vehicle.")
    operator: str | None = Field(default=None, description="Who runs it. Absent: not said.")
    phone: str | None = Field(default=None, description="Of who runs it. Absent: not said.")
    color: str | None = Field(default=None, description="RRGGBB; never the only sign of anything.")
    directions: list[RouteEnds] = Field(description="For each direction the way with the most journeys.")
    journey_count: int = Field(description="Planned journeys, on whatever days.")
    more_patterns: int = Field(default=0, exclude_if=is_empty, description="Ways beyond those that are linked.")
    collections: dict[str, str] = Field(description="Templates of addresses within this one.")


class PatternProperties(WireModel):
    """What is said of a way of a line."""

    line: str = Field(description="What riders call the line.")
    direction: int | None = Field(default=None, description="direction_id. Absent: the feed tells none.")
    start: str = Field(description="Name of the first stop.")
    end: str = Field(description="Name of the last stop.")
    stop_count: int = Field(description="How often it stops.")
    journey_count: int = Field(description="Planned journeys, on whatever days.")


class RouteStopsProperties(WireModel):
    """What is said of the stops of a line."""

    line: str = Field(description="What riders call it.")
    count: int = Field(description="How many there are.")
    more: int = Field(default=0, exclude_if=is_empty, description="Stops beyond those; the patterns have them all.")


def to_route_entity(
    feed: FeedInfo,
    route: Route,
    operator: Agency | None,
    patterns: Sequence[RoutePattern],
    find_stop: FindStop,
    naming: Naming,
    provenance: Provenance,
) -> LinkedEntity:
    """Give a line."""
    authority, uri = feed.authority, to_route_uri(feed.authority, route.id)
    line, name = naming.name_line(route), to_clean_text(route.long_name or "")
    ends: dict[int | None, RouteEnds] = {}
    for one in patterns:
        if one.direction not in ends:
            ends[one.direction] = RouteEnds(
                direction=one.direction,
                start=name_stop(one.stops[0], find_stop, naming),
                end=name_stop(one.stops[-1], find_stop, naming),
            )
    properties = RouteProperties(
        line=line,
        name=name if name and name != line else None,
        mode=route.mode.value,
        operator=naming.name_title(operator.name) if operator else None,
        phone=(to_clean_text(operator.phone or "") or None) if operator else None,
        color=route.color,
        directions=sorted(ends.values(), key=lambda one: -1 if one.direction is None else one.direction),
        journey_count=sum(one.trips for one in patterns),
        more_patterns=max(0, len(patterns) - MOST_PATTERNS),
        collections={"journeys": f"{to_part_uri(uri, 'journeys')}/{{date}}/{{hour}}"},
    )
    return LinkedEntity(
        type="PublicTransportRoute",
        id=uri,
        urn=to_urn("PublicTransportRoute", authority, route.id),
        properties=properties.to_wire(),
        relationships=drop_empty(
            {
                "stops": [Relationship(object=to_part_uri(uri, "stops"))] if patterns else [],
                "patterns": list_patterns(authority, patterns, find_stop, naming),
                "alerts": [Relationship(object=to_alerts_uri("route", authority, route.id))],
                "source": [Relationship(object=to_feed_uri(authority))],
            }
        ),
        provenance=provenance,
        freshness=to_plan_freshness(feed),
    )


def to_pattern_entity(
    feed: FeedInfo,
    route: Route,
    pattern: RoutePattern,
    find_stop: FindStop,
    naming: Naming,
    provenance: Provenance,
) -> LinkedEntity:
    """Give a way of a line with its stops in order; a stop that is passed twice is linked twice."""
    authority = feed.authority
    properties = PatternProperties(
        line=naming.name_line(route),
        direction=pattern.direction,
        start=name_stop(pattern.stops[0], find_stop, naming),
        end=name_stop(pattern.stops[-1], find_stop, naming),
        stop_count=len(pattern.stops),
        journey_count=pattern.trips,
    )
    return LinkedEntity(
        type="JourneyPattern",
        id=to_pattern_uri(authority, pattern.id),
        urn=to_urn("JourneyPattern", authority, pattern.id),
        properties=properties.to_wire(),
        relationships={
            "route": [Relationship(object=to_route_uri(authority, route.id), name=properties.line)],
            "stops": list_stops(authority, pattern.stops, find_stop, naming),
        },
        provenance=provenance,
        freshness=to_plan_freshness(feed),
    )


def to_route_stops_entity(
    feed: FeedInfo,
    route: Route,
    patterns: Sequence[RoutePattern],
    find_stop: FindStop,
    naming: Naming,
    provenance: Provenance,
) -> LinkedEntity:
    """Give the stops of a line, each once, those of the ways with the most journeys first."""
    authority, uri = feed.authority, to_route_uri(feed.authority, route.id)
    stops = tuple(dict.fromkeys(stop for one in patterns for stop in one.stops))
    line = naming.name_line(route)
    properties = RouteStopsProperties(line=line, count=len(stops), more=max(0, len(stops) - MOST_STOPS))
    return LinkedEntity(
        type="StopCollection",
        id=to_part_uri(uri, "stops"),
        urn=to_urn("StopCollection", authority, "route", route.id),
        properties=properties.to_wire(),
        relationships=drop_empty(
            {
                "route": [Relationship(object=uri, name=line)],
                "members": list_stops(authority, stops[:MOST_STOPS], find_stop, naming),
                "patterns": list_patterns(authority, patterns, find_stop, naming),
            }
        ),
        provenance=provenance,
        freshness=to_plan_freshness(feed),
    )


def list_stops(authority: str, stops: Iterable[StopId], find_stop: FindStop, naming: Naming) -> list[Relationship]:
    """Link to stops by name, in order."""
    found = (find_stop(stop) for stop in stops)
    return [Relationship(object=to_address(authority, one), name=naming.name_stop(one).written) for one in found if one]


def list_patterns(
    authority: str, patterns: Sequence[RoutePattern], find_stop: FindStop, naming: Naming
) -> list[Relationship]:
    """Link to the ways with the most journeys, each named by its ends."""
    return [
        Relationship(
            object=to_pattern_uri(authority, one.id),
            name=" – ".join(name_stop(stop, find_stop, naming) for stop in (one.stops[0], one.stops[-1])),
        )
        for one in patterns[:MOST_PATTERNS]
    ]


def name_stop(stop: StopId, find_stop: FindStop, naming: Naming) -> str:
    """Name a stop of which the id is at hand."""
    found = find_stop(stop)
    return naming.name_stop(found).written if found else stop
