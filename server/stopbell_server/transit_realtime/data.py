"""The data of each tool.

`updated_at` is the instant of the live data where there is any, else that of the answer.
"""

from pydantic import Field

from stopbell_server.transit_realtime.payloads import (
    ArrivalPart,
    ChangePart,
    DirectPart,
    EndPart,
    FoundStop,
    NearStop,
    NearVehicle,
    Part,
    Position,
    RoleStop,
    RoutePart,
    RouteStop,
    RouteVehicle,
    StopAheadPart,
    StopPart,
)


class StopRealtime(Part):
    """What comes to a stop."""

    stop: StopPart
    arrivals: list[ArrivalPart]
    updated_at: str


class StopsFound(Part):
    """Stops by name."""

    query: str
    stops: list[FoundStop]
    updated_at: str


class StopsAround(Part):
    """Stops around a place."""

    center_lat: float
    center_lng: float
    radius_meters: int
    stops: list[NearStop]
    updated_at: str


class VehiclesAround(Part):
    """Vehicles around a place."""

    center_lat: float
    center_lng: float
    radius_meters: int
    total: int
    vehicles: list[NearVehicle]
    updated_at: str


class TripsBetween(Part):
    """Ways from one place to another."""

    from_: EndPart = Field(alias="from")
    to: EndPart
    options: list[DirectPart]
    transfer_options: list[ChangePart]
    map_stops: list[RoleStop]
    updated_at: str


class RouteStatic(Part):
    """A line by the timetable."""

    route: RoutePart
    stops: list[list[RouteStop]]
    updated_at: str


class RouteWithShapes(RouteStatic):
    """The same with a polyline for each direction."""

    shapes: list[list[Position]] = Field(default_factory=list[list[Position]])


class RouteRealtime(Part):
    """The vehicles of a line."""

    route_name: str
    destinations: list[str | None]
    vehicles: list[RouteVehicle]
    updated_at: str


class VehicleInfo(Part):
    """One vehicle."""

    vehicle_id: str
    route: str | None
    license_plate: str | None
    lat: float | None
    lng: float | None
    bearing: int | None
    direction: int | None
    destination: str | None
    upcoming_stops: list[StopAheadPart]
    updated_at: str
