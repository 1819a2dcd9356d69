"""What crosses the wire here: names with underscores, and null where something is not known."""

from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

Position = tuple[float, float]
"""Latitude and longitude."""


class Part(BaseModel):
    """A part of a payload; every field is always there."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class StopPart(Part):
    """A stop with its position."""

    id: str
    name: str
    lat: float | None
    lng: float | None


class RoleStop(StopPart):
    """A stop of a trip, for the map."""

    role: Literal["board", "alight"]


class FoundStop(StopPart):
    """A stop of a search."""

    eng_name: str | None
    routes: list[str]


class NearStop(FoundStop):
    """A stop around a place."""

    distance_meters: int


class ArrivalPart(Part):
    """One vehicle that comes to a stop."""

    route: str | None
    direction: str | None
    """What the vehicle shows, else its last stop."""
    vehicle_type: str | None
    arrival_minutes: int | None
    """None: nobody predicts it. What only the timetable knows has no minutes."""
    vehicle_id: str | None
    lat: float | None
    lng: float | None
    bearing: int | None


class NextStop(Part):
    """The stop that a vehicle comes to next."""

    id: str
    name: str
    arrival: str | None


class StopAheadPart(NextStop):
    """A stop that a vehicle still comes to."""

    departure: str | None


class RouteVehicle(Part):
    """A vehicle on a line."""

    id: str | None
    direction: int | None
    destination: str | None
    next_stop: NextStop | None
    lat: float | None
    lng: float | None
    bearing: int | None
    lowfloor: bool | None
    """None: not known."""


class NearVehicle(Part):
    """A vehicle around a place."""

    id: str | None
    route: str | None
    vehicle_type: str | None
    direction: int | None
    destination: str | None
    lat: float | None
    lng: float | None
    bearing: int | None
    lowfloor: bool | None
    distance_meters: int


class EndPart(Part):
    """One end of a trip: all stops of the place."""

    id: str
    name: str
    stop_ids: list[str]


class RidePart(Part):
    """One line from a stop to another."""

    route: str
    vehicle_type: str
    direction: int
    destination: str
    board_stop: StopPart
    alight_stop: StopPart
    stops_count: int


class DirectPart(RidePart):
    """A trip without a change."""

    walk_to_board_meters: int
    walk_from_alight_meters: int


class ChangePart(Part):
    """A trip with one change."""

    legs: list[RidePart]
    transfer_walk_meters: int
    stops_count: int
    walk_to_board_meters: int
    walk_from_alight_meters: int


class RoutePart(Part):
    """A line."""

    name: str
    long_name: str | None
    color: str | None
    type: str


class SchedulePart(Part):
    """Departures by kind of day, "HH:MM"."""

    workday: list[str] = Field(default_factory=list)
    saturday: list[str] = Field(default_factory=list)
    sunday: list[str] = Field(default_factory=list)
    weekend: list[str] = Field(default_factory=list)


class RouteStop(StopPart):
    """A stop of a line; times at the first stop of a direction only."""

    departures: list[str] = Field(default_factory=list)
    schedule: SchedulePart = Field(default_factory=SchedulePart)


class Block(Part):
    """What to draw, by paths into the payload."""

    type: Literal["map", "arrival_list"]
    data: dict[str, Any]


DataT = TypeVar("DataT", bound=Part)


class Payload(Part, Generic[DataT]):
    """The whole structured content of an answer."""

    view: Literal["transit_realtime"] = "transit_realtime"
    data: DataT
    ui_blocks: list[Block]
