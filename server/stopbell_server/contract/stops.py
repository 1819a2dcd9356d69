"""Stops on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.envelope import AccessWord, Envelope
from stopbell_server.contract.model import WireModel

AccessSourceWord = Literal["realtime", "fleet", "trip", "stop", "station", "none"]


class AccessFactModel(WireModel):
    """One statement about boarding, with who says it."""

    value: AccessWord
    source: AccessSourceWord = Field(description="station: inherited from the parent station. none: nobody says.")


class StopSummary(WireModel):
    """A stop or station, with what tells it apart."""

    type: Literal["PublicTransportStop", "TransportStation"] = "PublicTransportStop"
    id: str = Field(description="Scoped id: authority:stopId.")
    uri: str
    name: str
    spoken_name: str = Field(description="For a voice; the feed's own where it has one.")
    language: str | None = Field(default=None, description="Language of the name. Absent: the feed does not say.")
    code: str | None = Field(default=None, description="Printed on the pole. Absent: none.")
    platform: str | None = Field(default=None, description="Platform or bay identifier. Absent: none.")
    lat: float | None = Field(default=None, description="Absent: the feed has no usable position.")
    lng: float | None = None
    station: str | None = Field(default=None, description="Name of the station it belongs to. Absent: none.")
    towards: list[str] = Field(default_factory=list[str], description="Where its vehicles go, busiest first.")
    lines: list[str] = Field(default_factory=list[str])
    platforms: list[str] = Field(default_factory=list[str], description="For a station: scoped ids of its stops.")
    side: str | None = Field(
        default=None,
        description="Compass word for the way vehicles leave, computed: north, north-east, … Absent: not known.",
    )
    heading: int | None = Field(default=None, description="The same in degrees from north.")
    opposite: str | None = Field(default=None, description="Scoped id of the namesake for the other way.")
    opposite_meters: int | None = None
    access: AccessFactModel
    distance_meters: int | None = Field(default=None, description="Absent when no place was given.")
    walk_bearing: str | None = Field(default=None, description="Compass word from the place that was given.")
    why: str | None = Field(default=None, description="Why it was found: name, code, place, id.")


class StopsData(WireModel):
    """Stops that were found."""

    type: Literal["StopList"] = "StopList"
    query: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    radius_meters: int | None = None
    stops: list[StopSummary]
    more: int = Field(default=0, description="How many further ones were found beyond the limit.")


class StopsResult(Envelope):
    """What find_stops and search_nearby_stops give."""

    view: Literal["stops"] = "stops"
    data: StopsData


class StopData(WireModel):
    """One stop in full."""

    type: Literal["StopPortrait"] = "StopPortrait"
    stop: StopSummary | None = Field(default=None, description="Absent when the stop was not found.")
    platforms: list[StopSummary] = Field(default_factory=list[StopSummary])
    description: str | None = None


class StopResult(Envelope):
    """What describe_stop gives."""

    view: Literal["stop"] = "stop"
    data: StopData
