"""Operating days, and the journeys of a day, as JSON-LD documents: the plan of one day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import Field

from stopbell_server.contract.arrivals import CoverageWord
from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.headsigns import drop_label
from stopbell_server.contract.linked import LinkedEntity, Relationship, drop_empty, to_urn
from stopbell_server.contract.linked_plans import to_journey_id
from stopbell_server.contract.linked_times import to_day_freshness
from stopbell_server.contract.model import WireModel, is_empty
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.times import to_wire_time
from stopbell_server.contract.uris import to_dated_journey_uri, to_day_uri, to_feed_uri, to_part_uri
from stopbell_server.domain.calls import Coverage
from stopbell_server.domain.ids import TripId
from stopbell_server.domain.network import Route, Trip
from stopbell_server.domain.planned_days import OperatingDay
from stopbell_server.domain.service_day import to_instant
from stopbell_server.domain.store import FeedInfo
from stopbell_server.timetable.day_plan import DayPlan, PlannedStart

MOST_SERVICES = 60
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class UnusualDay(WireModel):
    """What is other than on the same weekday in the weeks around; the feed does not say why."""

    compared_with: list[str] = Field(description="YYYY-MM-DD, the days it is compared with.")
    added: list[str] = Field(description="service_id of what runs on this day and on none of those, the first ones.")
    removed: list[str] = Field(description="service_id of what runs on all of those and not on this day, the same.")


class OperatingDayProperties(WireModel):
    """What is said of a day of the operator."""

    date: str = Field(description="YYYY-MM-DD.")
    weekday: str = Field(description="monday to sunday.")
    coverage: CoverageWord = Field(
        description="covered; no-service: covered, and nothing runs; not-started, ended: the timetable does not speak "
        "of that day; unknown: the feed has no calendar. Only covered and no-service say anything of what runs."
    )
    timetable_first: str | None = Field(default=None, description="YYYY-MM-DD. Absent: not known.")
    timetable_last: str | None = Field(default=None, description="YYYY-MM-DD. Absent: not known.")
    service_count: int | None = Field(default=None, description="How many services run. Absent: not known.")
    services: list[str] | None = Field(default=None, description="service_id, the first ones. Absent: not known.")
    unusual: UnusualDay | None = Field(default=None, description="Absent: as usual, or not known.")


class JourneysProperties(WireModel):
    """What is said of the journeys of a day, an hour or a minute."""

    date: str = Field(description="YYYY-MM-DD, the operating day.")
    span: str | None = Field(
        default=None, description="HH or HH:MM of the operating day; hours may exceed 23. Absent: the whole day."
    )
    count: int | None = Field(default=None, description="How many journeys. Absent: not counted.")
    more: int = Field(default=0, exclude_if=is_empty, description="Journeys beyond the members; see goOn.")
    go_on: str | None = Field(
        default=None, description="Template of the addresses where those beyond stand. Absent: there are none."
    )


@dataclass(frozen=True, slots=True)
class Owner:
    """The thing whose journeys are told: a line, a stop or an operating day."""

    uri: str
    urn: tuple[str, ...]
    """The kind of thing and its id."""
    relation: str | None
    """How the collection calls it; None for an operating day, which every collection links to."""
    name: str | None


def to_day_entity(feed: FeedInfo, day: OperatingDay, coverage: Coverage, provenance: Provenance) -> LinkedEntity:
    """Give an operating day; of one that the timetable does not speak of, that."""
    authority, text, uri = feed.authority, day.day.isoformat(), to_day_uri(feed.authority, day.day.isoformat())
    is_known = coverage in (Coverage.COVERED, Coverage.NO_SERVICE)
    properties = OperatingDayProperties(
        date=text,
        weekday=_WEEKDAYS[day.day.weekday()],
        coverage=coverage.value,
        timetable_first=feed.first_day.isoformat() if feed.first_day else None,
        timetable_last=feed.last_day.isoformat() if feed.last_day else None,
        service_count=len(day.services) if is_known else None,
        services=list(day.services[:MOST_SERVICES]) if is_known else None,
        unusual=UnusualDay(
            compared_with=[one.isoformat() for one in day.compared_with],
            added=list(day.added[:MOST_SERVICES]),
            removed=list(day.removed[:MOST_SERVICES]),
        )
        if is_known and (day.added or day.removed)
        else None,
    )
    return LinkedEntity(
        type="OperatingDay",
        id=uri,
        urn=to_urn("OperatingDay", authority, text),
        properties=properties.to_wire(),
        relationships=drop_empty(
            {
                "journeys": [Relationship(object=to_part_uri(uri, "journeys"))] if is_known else [],
                "previousDay": _to_day_link(authority, day.previous),
                "nextDay": _to_day_link(authority, day.following),
                "source": [Relationship(object=to_feed_uri(authority))],
            }
        ),
        provenance=provenance,
        freshness=to_day_freshness(feed, day.day if is_known else None),
    )


def to_journeys_entity(
    feed: FeedInfo,
    owner: Owner,
    day: date,
    plan: DayPlan,
    named: dict[TripId, tuple[Trip, Route]],
    naming: Naming,
    provenance: Provenance,
) -> LinkedEntity:
    """Give the journeys of a day, an hour or a minute; `named` has trip and route of each."""
    authority, text = feed.authority, day.isoformat()
    base = _to_collection_uri(owner, text)
    span = plan.span.name
    properties = JourneysProperties(
        date=text,
        span=span or None,
        count=plan.count,
        more=plan.more,
        go_on=f"mobility://public-transport-route/{authority}/{{routeId}}/journeys/{text}/{span}"
        if plan.more
        else None,
    )
    relationships = {
        "operatingDay": [Relationship(object=to_day_uri(authority, text), name=text)],
        "members": [_to_member(feed, day, start, *named[start.trip], naming) for start in plan.starts],
        "parts": [
            Relationship(object=to_part_uri(base, part.name), name=part.name, count=count) for part, count in plan.parts
        ],
    }
    if owner.relation:
        relationships[owner.relation] = [Relationship(object=owner.uri, name=owner.name)]
    return LinkedEntity(
        type="JourneyCollection",
        id=to_part_uri(base, span) if span else base,
        urn=to_urn(
            "JourneyCollection", authority, *owner.urn, *([text] if owner.relation else []), *filter(None, [span])
        ),
        properties=properties.to_wire(),
        relationships=drop_empty(relationships),
        provenance=provenance,
        freshness=to_day_freshness(feed, day),
    )


def _to_collection_uri(owner: Owner, day: str) -> str:
    """Give the address of the journeys of a thing on a day; those of an operating day name the day once."""
    return to_part_uri(owner.uri, "journeys", *([day] if owner.relation else []))


def _to_member(
    feed: FeedInfo, day: date, start: PlannedStart, trip: Trip, route: Route, naming: Naming
) -> Relationship:
    text, line, headsign = day.isoformat(), naming.name_line(route), naming.name_headsign(trip.headsign, trip.id)
    until = None if start.until_s is None else to_instant(day, start.until_s, feed.zone)
    return Relationship(
        object=to_dated_journey_uri(feed.authority, text, to_journey_id(trip.id, start.start_s)),
        name=f"{line} {drop_label(headsign, line)}" if headsign else line,
        leaves=to_wire_time(to_instant(day, start.leaves_s, feed.zone), feed.zone),
        until=to_wire_time(until, feed.zone),
        headway_seconds=start.headway_s,
    )


def _to_day_link(authority: str, day: date | None) -> list[Relationship]:
    return [Relationship(object=to_day_uri(authority, day.isoformat()), name=day.isoformat())] if day else []


def list_trips(plan: DayPlan) -> Sequence[TripId]:
    """List the trips of a plan, each once."""
    return tuple(dict.fromkeys(start.trip for start in plan.starts))
