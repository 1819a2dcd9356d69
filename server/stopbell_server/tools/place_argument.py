"""From two optional coordinates to a place."""

from stopbell_server.contract.from_stops import Place
from stopbell_server.tools.refusal import refuse_argument, to_range


def to_place(latitude: float | None, longitude: float | None) -> Place | None:
    """Give the place, or None without one.

    Raises:
        Refusal: only one of the two is given; half a place is no place.
    """
    if latitude is None and longitude is None:
        return None
    if latitude is None:
        raise refuse_argument("latitude", to_range(-90, 90))
    if longitude is None:
        raise refuse_argument("longitude", to_range(-180, 180))
    return Place(latitude, longitude)
