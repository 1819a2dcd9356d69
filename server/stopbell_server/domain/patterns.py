"""Ways that the journeys of a line go, and how such a way is named for good."""

from dataclasses import dataclass
from hashlib import sha256

from stopbell_server.domain.ids import RouteId, StopId, TripId

_DIGEST_SIGNS = 16
_NO_DIRECTION = "-"


@dataclass(frozen=True, slots=True)
class RoutePattern:
    """The stops, in order, of some trips of a route in one direction."""

    route: RouteId
    direction: int | None
    stops: tuple[StopId, ...]
    trips: int
    """How many trips go so, on whatever days."""
    example: TripId
    """One of them."""

    @property
    def id(self) -> str:
        """Its id: see `to_pattern_id`."""
        return to_pattern_id(self.route, self.direction, self.stops)


def to_pattern_id(route: RouteId, direction: int | None, stops: tuple[StopId, ...]) -> str:
    """Name a pattern by what it is: line, direction and ordered stops. Rows, their numbers and times play no part."""
    # Lengths go first, so that no two lists of ids look alike.
    text = "".join(f"{len(stop)}:{stop}" for stop in stops)
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST_SIGNS]
    return f"{route}.{_NO_DIRECTION if direction is None else direction}.{digest}"


def parse_pattern_route(pattern: str) -> RouteId | None:
    """Give the route that a pattern's id names; None when it is no such id."""
    route, _, digest = pattern.rpartition(".")
    route, separator, direction = route.rpartition(".")
    if not separator or not route or not direction or len(digest) != _DIGEST_SIGNS:
        return None
    return RouteId(route)
