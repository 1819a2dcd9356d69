"""`mobility://` addresses: semantic type, authority, identity; every segment percent-encoded.

Nothing but RFC 3986 unreserved characters stays as it is, so two spellings of one address cannot exist.
"""

import re
from urllib.parse import quote, unquote

from stopbell_server.domain.text import is_plain_id

SCHEME = "mobility"
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]+")
"""RFC 3986, 2.3."""


def to_uri(semantic_type: str, authority: str, *identity: str) -> str:
    """Give the canonical address of a thing."""
    return f"{SCHEME}://{'/'.join(map(_encode, (semantic_type, authority, *identity)))}"


def _encode(part: str) -> str:
    """Percent-encode a segment; most need nothing, and boards have many."""
    return part if _UNRESERVED.fullmatch(part) else quote(part, safe="")


def parse_uri(uri: str) -> tuple[str, str, tuple[str, ...]]:
    """Split an address into type, authority and identity, decoded.

    Raises:
        ValueError: not one of our addresses.
    """
    scheme, separator, rest = uri.partition("://")
    parts = [unquote(part) for part in rest.split("/")]
    if scheme != SCHEME or not separator or len(parts) < 3 or not all(parts):
        raise ValueError(f"not an address of ours: {uri!r}")
    return parts[0], parts[1], tuple(parts[2:])


def to_wire_id(identity: str) -> str:
    """Give an id as answers carry it: as it is, or percent-encoded if it holds what cannot be shown."""
    return identity if is_plain_id(identity) else _encode(identity)


def list_meant_ids(asked: str) -> tuple[str, ...]:
    """List the ids that an asked one may stand for: itself first, then what it was before it was percent-encoded."""
    return (asked, unquote(asked)) if "%" in asked else (asked,)


def to_canonical(uri: str) -> str:
    """Give the canonical spelling of an address."""
    semantic_type, authority, identity = parse_uri(uri)
    return to_uri(semantic_type, authority, *identity)


def to_stop_uri(authority: str, stop: str, *, is_station: bool = False) -> str:
    """Give a stop's or a station's address."""
    return to_uri("transport-station" if is_station else "public-transport-stop", authority, stop)


def to_board_uri(authority: str, stop: str) -> str:
    """Give the address of a stop's current board."""
    return to_uri("stop-board", authority, stop)


def to_route_uri(authority: str, route: str) -> str:
    """Give a route's address."""
    return to_uri("public-transport-route", authority, route)


def to_journey_uri(authority: str, service_day: str, trip: str) -> str:
    """Give the address of a trip on one service day, as monitored now."""
    return to_uri("monitored-vehicle-journey", authority, service_day, trip)


def to_vehicle_uri(authority: str, vehicle: str) -> str:
    """Give a vehicle's address."""
    return to_uri("physical-vehicle", authority, vehicle)


def to_pattern_uri(authority: str, pattern: str) -> str:
    """Give the address of a journey pattern."""
    return to_uri("journey-pattern", authority, pattern)


def to_service_journey_uri(authority: str, journey: str) -> str:
    """Give the address of a planned journey, on no particular day."""
    return to_uri("service-journey", authority, journey)


def to_day_uri(authority: str, day: str) -> str:
    """Give the address of an operating day."""
    return to_uri("operating-day", authority, day)


def to_dated_journey_uri(authority: str, service_day: str, journey: str) -> str:
    """Give the address of a planned journey on one service day; what is monitored of it has another."""
    return to_uri("dated-vehicle-journey", authority, service_day, journey)


def to_feed_uri(authority: str) -> str:
    """Give the address of where a feed's facts come from."""
    return to_uri("transport-feed", authority, "provenance")


def to_part_uri(whole: str, *part: str) -> str:
    """Give the address of a collection within a thing: the thing's own, and what the collection is of."""
    return "/".join([whole, *map(_encode, part)])
