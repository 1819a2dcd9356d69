"""Service journeys as JSON-LD documents: the timetable's journeys, on no particular day."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from stopbell_server.contract.arrivals import BoardingWord
from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.linked import LinkedEntity, Relationship, drop_empty, to_urn
from stopbell_server.contract.linked_routes import FindStop, list_stops, name_stop
from stopbell_server.contract.linked_times import to_plan_freshness
from stopbell_server.contract.model import WireModel, is_empty
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.stops import AccessFactModel
from stopbell_server.contract.times import to_clock_text
from stopbell_server.contract.uris import to_pattern_uri, to_route_uri, to_service_journey_uri
from stopbell_server.contract.words import BOARDINGS, to_access_fact
from stopbell_server.domain.access import UNKNOWN_ACCESS, Access, AccessFact, AccessSource
from stopbell_server.domain.network import Frequency, Route, StopTime, Trip
from stopbell_server.domain.patterns import to_pattern_id
from stopbell_server.domain.planned_days import ServiceStretch
from stopbell_server.domain.store import FeedInfo
from stopbell_server.domain.text import to_clean_text

MOST_STRETCHES = 60
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class PlannedJourney:
    """A trip as the timetable has it, or one run of a trip that repeats at exact times."""

    feed: FeedInfo
    trip: Trip
    route: Route
    stop_times: tuple[StopTime, ...]
    stretches: tuple[ServiceStretch, ...]
    frequencies: tuple[Frequency, ...] = ()
    """For a trip that repeats; empty for one of its runs."""
    start_s: int | None = None
    """For one run: when it leaves its first stop."""
    shift_s: int = 0
    """What to add to the times of the trip for that run."""

    @property
    def has_times(self) -> bool:
        """Whether its times are times of a clock, and not only how long it takes from stop to stop."""
        return not self.frequencies


class PlannedStop(WireModel):
    """Where a journey calls, and when by plan."""

    stop_id: str = Field(description="Scoped id: authority:stopId.")
    name: str = Field(description="To show.")
    sequence: int = Field(description="stop_sequence; says only which comes first.")
    scheduled_arrival: str | None = Field(
        default=None, description="HH:MM:SS of the operating day; hours may exceed 23. Absent: not known, or a headway."
    )
    scheduled_departure: str | None = Field(default=None, description="The same.")
    seconds_from_start: int | None = Field(default=None, description="Of what comes by headway: how long it takes.")
    approximate: bool | None = Field(default=None, description="True: say about. Absent: exact as planned.")
    boarding: BoardingWord | None = Field(default=None, description="Absent: one boards as usual.")
    alighting: BoardingWord | None = Field(default=None, description="Absent: one leaves as usual.")


class Repetition(WireModel):
    """How often a journey comes."""

    start: str = Field(description="HH:MM:SS of the operating day, at the first stop.")
    end: str = Field(description="HH:MM:SS; none leaves then or later.")
    headway_seconds: int = Field(description="From one to the next.")
    exact: bool = Field(description="True: single runs at these times. False: only about so often.")


class AppliesOn(WireModel):
    """Days on which a journey runs by plan."""

    first: str = Field(description="YYYY-MM-DD.")
    last: str = Field(description="YYYY-MM-DD.")
    weekdays: list[str] = Field(description="Each of these from the first day to the last.")


class ServiceJourneyProperties(WireModel):
    """What is said of a service journey."""

    journey_id: str = Field(description="trip_id within the authority; of a single run trip_id@HH:MM:SS.")
    line: str = Field(description="What riders call the line.")
    mode: str = Field(description="Kind of vehicle.")
    headsign: str | None = Field(default=None, description="The text on the vehicle. Absent: not said.")
    destination: str | None = Field(default=None, description="Name of its last stop. Absent: it has no stops.")
    short_name: str | None = Field(default=None, description="What the operator calls it. Absent: nothing.")
    direction: int | None = Field(default=None, description="direction_id. Absent: the feed tells none.")
    access: AccessFactModel = Field(description="Whether a wheelchair user can board, by plan.")
    calls: list[PlannedStop] = Field(description="In order.")
    repeats: list[Repetition] = Field(
        default_factory=list[Repetition], exclude_if=is_empty, description="How often it comes. Absent: once a day."
    )
    applies: list[AppliesOn] = Field(description="When it runs, of the days the timetable speaks of; empty: never.")
    more_applies: int = Field(default=0, exclude_if=is_empty, description="Stretches of days beyond those.")


def to_service_journey_entity(
    journey: PlannedJourney, find_stop: FindStop, naming: Naming, provenance: Provenance
) -> LinkedEntity:
    """Give a journey of the timetable."""
    authority, trip, route = journey.feed.authority, journey.trip, journey.route
    identity = to_journey_id(trip.id, journey.start_s)
    stops = tuple(one.stop for one in journey.stop_times)
    line = naming.name_line(route)
    properties = ServiceJourneyProperties(
        journey_id=identity,
        line=line,
        mode=route.mode.value,
        headsign=naming.name_headsign(trip.headsign, trip.id),
        destination=name_stop(stops[-1], find_stop, naming) if stops else None,
        short_name=to_clean_text(trip.short_name or "") or None,
        direction=trip.direction,
        access=to_access_fact(_to_access(trip)),
        calls=_list_calls(journey, find_stop, naming),
        repeats=[_to_repetition(one) for one in journey.frequencies],
        applies=list_applies(journey.stretches),
        more_applies=max(0, len(journey.stretches) - MOST_STRETCHES),
    )
    pattern = to_pattern_uri(authority, to_pattern_id(trip.route, trip.direction, stops)) if stops else None
    return LinkedEntity(
        type="ServiceJourney",
        id=to_service_journey_uri(authority, identity),
        urn=to_urn("ServiceJourney", authority, identity),
        properties=properties.to_wire(),
        relationships=drop_empty(
            {
                "route": [Relationship(object=to_route_uri(authority, route.id), name=line)],
                "pattern": [Relationship(object=pattern)] if pattern else [],
                "stops": list_stops(authority, stops, find_stop, naming),
            }
        ),
        provenance=provenance,
        freshness=to_plan_freshness(journey.feed),
    )


def to_journey_id(trip: str, start_s: int | None) -> str:
    """Give the id of a journey: the trip's, and for one run of several when that starts."""
    return trip if start_s is None else f"{trip}@{to_clock_text(start_s)}"


def list_applies(stretches: Sequence[ServiceStretch]) -> list[AppliesOn]:
    """Give the days of a service, at most so many stretches."""
    return [
        AppliesOn(
            first=one.first.isoformat(),
            last=one.last.isoformat(),
            weekdays=[_WEEKDAYS[weekday] for weekday in one.weekdays],
        )
        for one in stretches[:MOST_STRETCHES]
    ]


def _list_calls(journey: PlannedJourney, find_stop: FindStop, naming: Naming) -> list[PlannedStop]:
    first = next((one.departure_s for one in journey.stop_times if one.departure_s is not None), 0)
    calls: list[PlannedStop] = []
    for one in journey.stop_times:
        timed = one.departure_s if one.departure_s is not None else one.arrival_s
        calls.append(
            PlannedStop(
                stop_id=to_scoped_id(journey.feed.authority, one.stop),
                name=name_stop(one.stop, find_stop, naming),
                sequence=one.sequence,
                scheduled_arrival=_to_clock(journey, one.arrival_s),
                scheduled_departure=_to_clock(journey, one.departure_s),
                seconds_from_start=None if journey.has_times or timed is None else timed - first,
                approximate=True if one.is_approximate else None,
                boarding=BOARDINGS[one.pickup],
                alighting=BOARDINGS[one.drop_off],
            )
        )
    return calls


def _to_clock(journey: PlannedJourney, seconds: int | None) -> str | None:
    return to_clock_text(seconds + journey.shift_s) if journey.has_times and seconds is not None else None


def _to_repetition(row: Frequency) -> Repetition:
    return Repetition(
        start=to_clock_text(row.start_s),
        end=to_clock_text(row.end_s),
        headway_seconds=row.headway_s,
        exact=row.is_exact,
    )


def _to_access(trip: Trip) -> AccessFact:
    """Give trips.txt wheelchair_accessible; which vehicle will run it is not known."""
    return UNKNOWN_ACCESS if trip.wheelchair is Access.UNKNOWN else AccessFact(trip.wheelchair, AccessSource.TRIP)
