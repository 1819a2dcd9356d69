"""A line on one service day, on the wire: by plan alone."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.arrivals import CoverageWord
from stopbell_server.contract.envelope import Envelope
from stopbell_server.contract.model import WireModel, is_empty

DayType = Literal["workday", "saturday", "sunday", "weekend"]


class RouteStop(WireModel):
    """A stop of a line."""

    stop_id: str = Field(description="Scoped id: authority:stopId.")
    name: str = Field(description="To show.")
    spoken_name: str | None = Field(default=None, description="For a voice. Absent: the feed has no name for speech.")


class RoutePeriod(WireModel):
    """How often vehicles leave in a part of the day."""

    start: str = Field(description="First departure in it; ISO 8601 with offset.")
    end: str = Field(description="Last departure in it; of a line by headway, when that ends.")
    headway_minutes: int = Field(description="The usual time between two departures.")


class RouteShape(WireModel):
    """The course of a direction on the ground, by the feed's shapes.txt."""

    points: list[tuple[float, float]] = Field(description="[lat, lng] from the first stop to the last.")
    tolerance_meters: float = Field(description="Points were left out; the course lies no farther than this from it.")


class RouteDirectionModel(WireModel):
    """One direction of a line on one day."""

    service_day: str | None = Field(
        default=None, description="YYYY-MM-DD; only where Saturday and Sunday are told apart. Absent: that of the line."
    )

    headsign: str | None = Field(default=None, description="What most vehicles show. Absent: nothing is said.")
    stops: list[RouteStop] = Field(description="Where most trips call, in order.")
    variants: int = Field(description="Different ways its trips go; more than 1: not all call at these stops.")
    start: RouteStop = Field(description="The stop that times are told for.")
    trips: int = Field(description="Planned departures from there; 0 for what only runs every so many minutes.")
    first: str | None = Field(default=None, description="First departure; ISO 8601. Absent: only a headway is planned.")
    last: str | None = Field(default=None, description="Last departure; ISO 8601. Absent: only a headway is planned.")
    periods: list[RoutePeriod] = Field(description="Parts of the day with at least three departures.")
    departures: list[str] = Field(description="Every departure, HH:MM in the feed's zone, the first ones.")
    more: int = Field(default=0, description="Departures beyond those.")
    length_meters: int | None = Field(
        default=None, description="Along the course from the first stop to the last. Absent: the feed has no course."
    )
    shape: RouteShape | None = Field(
        default=None, description="Only where include_shapes is true. Absent: not asked, or the feed has none."
    )


class UsualDayModel(WireModel):
    """The date that stands for a kind of day, and how many others of the kind are unlike it."""

    day_type: DayType = Field(description="workday: Monday to Friday. weekend: Saturday and Sunday, which are alike.")
    service_day: str = Field(description="The date whose timetable is told: the next on which the line runs as usual.")
    compared: int = Field(description="So many days of the kind were compared.")
    compared_from: str = Field(description="The first of them.")
    compared_until: str = Field(description="The last of them.")
    different: int = Field(description="On so many of them the line has another timetable.")
    other_days: list[str] = Field(description="The first ten of those.")


class RouteData(WireModel):
    """A line on one service day."""

    type: Literal["PublicTransportRoute"] = Field(
        default="PublicTransportRoute", description="Always PublicTransportRoute."
    )
    id: str | None = Field(default=None, description="Scoped id: authority:routeId. Absent: not found.")
    line: str | None = Field(default=None, description="What riders call it.")
    name: str | None = Field(default=None, description="Its long name. Absent: none.")
    mode: str | None = Field(default=None, description="Kind of vehicle.")
    operator: str | None = Field(default=None, description="Who runs it. Absent: not said.")
    operator_phone: str | None = Field(default=None, description="By agency.txt. Absent: not said.")
    operator_url: str | None = Field(default=None, description="Its web page. Absent: not said.")
    service_day: str | None = Field(
        default=None, description="YYYY-MM-DD, told by plan; live changes are not in it. Absent: no such day."
    )
    coverage: CoverageWord | None = Field(default=None, description="Whether the timetable covers that day.")
    day_type: DayType | None = Field(default=None, description="The kind of day that was asked. Absent: a date was.")
    usual_days: list[UsualDayModel] = Field(
        default_factory=list[UsualDayModel],
        exclude_if=is_empty,
        description="Which dates stand for the kind of day; two where Saturday and Sunday differ. Absent: none.",
    )
    directions: list[RouteDirectionModel] = Field(
        default_factory=list[RouteDirectionModel], description="The busiest first; empty: nothing is planned."
    )


class RouteResult(Envelope):
    """What get_route gives."""

    view: Literal["route"] = Field(default="route", description="Kind of the result.")
    data: RouteData = Field(description="The line.")
