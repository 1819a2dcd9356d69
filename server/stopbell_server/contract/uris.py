"""Addresses as the contract speaks of them; the grammar itself is in `domain.addresses`."""

from stopbell_server.domain.addresses import (
    parse_uri,
    to_board_uri,
    to_canonical,
    to_dated_journey_uri,
    to_day_uri,
    to_feed_uri,
    to_journey_uri,
    to_part_uri,
    to_pattern_uri,
    to_route_uri,
    to_service_journey_uri,
    to_stop_uri,
    to_uri,
    to_vehicle_uri,
    to_wire_id,
)

__all__ = [
    "parse_uri",
    "to_board_uri",
    "to_canonical",
    "to_dated_journey_uri",
    "to_day_uri",
    "to_feed_uri",
    "to_journey_uri",
    "to_part_uri",
    "to_pattern_uri",
    "to_route_uri",
    "to_service_journey_uri",
    "to_stop_uri",
    "to_uri",
    "to_vehicle_uri",
    "to_wire_id",
]
