"""Stops on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.envelope import AccessWord, Envelope
from stopbell_server.contract.line_boarding import LineBoarding
from stopbell_server.contract.model import WireModel, is_empty
from stopbell_server.contract.station_inside import StationInside

AccessSourceWord = Literal["realtime", "fleet", "trip", "stop", "station", "none"]


class AccessFactModel(WireModel):
    """One statement about boarding, with who says it."""

    value: AccessWord = Field(description="unknown is neither yes nor no.")
    source: AccessSourceWord = Field(description="station: inherited from the parent station. none: nobody says.")


class StopSummary(WireModel):
    """A stop or station, with what tells it apart."""

    type: Literal["PublicTransportStop", "TransportStation"] = Field(
        default="PublicTransportStop", description="What it is: a place to board, or a station that groups such places."
    )
    id: str = Field(description="Scoped id: authority:stopId.")
    uri: str = Field(description="Address of its resource.")
    name: str = Field(description="To show; translated where the feed translates it.")
    spoken_name: str = Field(description="For a voice; the feed's own where it has one.")
    language: str | None = Field(default=None, description="Language of the name. Absent: the feed does not say.")
    code: str | None = Field(default=None, description="Printed on the pole. Absent: none.")
    platform: str | None = Field(default=None, description="Platform or bay identifier. Absent: none.")
    lat: float | None = Field(default=None, description="Absent: the feed has no usable position.")
    lng: float | None = Field(default=None, description="Longitude; absent with lat.")
    station: str | None = Field(default=None, description="Name of the station it belongs to. Absent: none.")
    source: str | None = Field(
        default=None, description="Title of its feed; only where stops of several feeds could be mistaken."
    )
    street: str | None = Field(
        default=None, description="The feed's words on where it is; only beside stops of the same name."
    )
    towards: list[str] = Field(default_factory=list[str], description="Where its vehicles go, busiest first.")
    lines: list[str] = Field(default_factory=list[str], description="Labels of the lines that call there.")
    platforms: list[str] = Field(
        default_factory=list[str],
        exclude_if=is_empty,
        description="For a station: scoped ids of its stops. Absent: none.",
    )
    side: str | None = Field(
        default=None,
        description="Compass word for the way vehicles leave, computed: north, north-east, … Absent: not known.",
    )
    heading: int | None = Field(default=None, description="The same in degrees from north.")
    heading_source: Literal["line", "stops"] | None = Field(
        default=None, description="line: the feed's course of the lines. stops: the direction of the next stops."
    )
    opposite: str | None = Field(default=None, description="Scoped id of the namesake for the other way.")
    opposite_meters: int | None = Field(default=None, description="Straight distance to that one.")
    access: AccessFactModel = Field(description="Whether a wheelchair user can use the stop.")
    distance_meters: int | None = Field(default=None, description="Absent when no place was given.")
    walk_bearing: str | None = Field(default=None, description="Compass word from the place that was given.")
    why: str | None = Field(default=None, description="Why it was found: name, code, place, id.")


class StopsData(WireModel):
    """Stops that were found."""

    type: Literal["StopList"] = Field(default="StopList", description="Always StopList.")
    query: str | None = Field(default=None, description="What was searched. Absent: a search by place.")
    latitude: float | None = Field(default=None, description="Of the place that was given.")
    longitude: float | None = Field(default=None, description="Of the place that was given.")
    radius_meters: int | None = Field(default=None, description="Absent: a search by name.")
    stops: list[StopSummary] = Field(description="Best or nearest first.")
    more: int = Field(default=0, description="How many further ones match, beyond the limit.")
    more_at_least: bool | None = Field(
        default=None, description="True: so many more were counted, and there are others. Absent: more is exact."
    )
    before: int = Field(
        default=0, exclude_if=is_empty, description="How many of the list were given before. Absent: 0."
    )
    next_cursor: str | None = Field(
        default=None, description="Give it as cursor, within 15 minutes, for the next ones. Absent: these are all."
    )


class StopsResult(Envelope):
    """What find_stops and search_nearby_stops give."""

    view: Literal["stops"] = Field(default="stops", description="Kind of the result.")
    data: StopsData = Field(description="The stops.")


class StopData(WireModel):
    """One stop in full."""

    type: Literal["StopPortrait"] = Field(default="StopPortrait", description="Always StopPortrait.")
    stop: StopSummary | None = Field(default=None, description="Absent when the stop was not found.")
    platforms: list[StopSummary] = Field(
        default_factory=list[StopSummary], description="For a station, its stops in full."
    )
    nearer: StopSummary | None = Field(
        default=None,
        description="A stop of the same name that is nearer to the place given. Absent: none, or no place.",
    )
    description: str | None = Field(default=None, description="The feed's own words. Absent: none.")
    boarding: list[LineBoarding] = Field(
        default_factory=list[LineBoarding],
        exclude_if=is_empty,
        description="Lines that stop between stops too, or that must be booked. Absent: none is known.",
    )
    inside: StationInside | None = Field(
        default=None, description="Ways between the street and the platforms. Absent: the feed describes none."
    )


class StopResult(Envelope):
    """What describe_stop gives."""

    view: Literal["stop"] = Field(default="stop", description="Kind of the result.")
    data: StopData = Field(description="The stop.")
