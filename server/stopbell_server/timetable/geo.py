"""Distances and bearings on the ground, good to a metre over a few kilometres."""

import math

EARTH_RADIUS_M = 6_371_008.8


def to_distance_m(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> float:
    """Give the great-circle distance in metres (haversine)."""
    phi_a, phi_b = math.radians(lat_a), math.radians(lat_b)
    half_phi = (phi_b - phi_a) / 2
    half_lambda = math.radians(lon_b - lon_a) / 2
    chord = math.sin(half_phi) ** 2 + math.cos(phi_a) * math.cos(phi_b) * math.sin(half_lambda) ** 2
    return 2 * EARTH_RADIUS_M * math.asin(min(1.0, math.sqrt(chord)))


def to_bearing(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> float:
    """Give the initial bearing from a to b, in degrees clockwise from north, 0 <= bearing < 360."""
    phi_a, phi_b = math.radians(lat_a), math.radians(lat_b)
    delta = math.radians(lon_b - lon_a)
    east = math.sin(delta) * math.cos(phi_b)
    north = math.cos(phi_a) * math.sin(phi_b) - math.sin(phi_a) * math.cos(phi_b) * math.cos(delta)
    return math.degrees(math.atan2(east, north)) % 360


def to_mean_bearing(bearings: list[tuple[float, float]]) -> float | None:
    """Give the weighted mean direction of (bearing, weight), or None when they disagree too much.

    Disagree: the resulting vector is shorter than 0.7 of the whole weight, about ±45 degrees of spread.
    """
    total = sum(weight for _, weight in bearings)
    if total <= 0:
        return None
    east = sum(math.sin(math.radians(bearing)) * weight for bearing, weight in bearings) / total
    north = sum(math.cos(math.radians(bearing)) * weight for bearing, weight in bearings) / total
    return math.degrees(math.atan2(east, north)) % 360 if math.hypot(east, north) >= 0.7 else None


def to_angle_between(bearing_a: float, bearing_b: float) -> float:
    """Give the smaller angle between two bearings, 0 to 180 degrees."""
    return abs((bearing_a - bearing_b + 180) % 360 - 180)
