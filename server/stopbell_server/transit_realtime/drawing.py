"""Blocks that say what to draw; they point into the payload and never repeat it."""

from collections.abc import Iterable

from stopbell_server.transit_realtime.payloads import Block, StopPart

STREET_ZOOM, STOP_ZOOM, LINE_ZOOM = 15, 14, 13
_WIDE_M = 1500


def draw_map(center: tuple[float | None, float | None], zoom: int, **layers: str) -> list[Block]:
    """Give a map with layers by path; none where its centre is not known."""
    if None in center:
        return []
    return [Block(type="map", data={"center": list(center), "zoom": zoom, "layers": layers})]


def draw_arrivals() -> Block:
    """Give the list of arrivals."""
    return Block(type="arrival_list", data={"source": "data.arrivals"})


def to_zoom(radius_m: int) -> int:
    """Give the zoom at which a radius fits."""
    return STREET_ZOOM if radius_m <= _WIDE_M else STOP_ZOOM


def to_center(stops: Iterable[StopPart]) -> tuple[float | None, float | None]:
    """Give the position of the first stop that has one."""
    return next(((stop.lat, stop.lng) for stop in stops if stop.lat is not None and stop.lng is not None), (None, None))
