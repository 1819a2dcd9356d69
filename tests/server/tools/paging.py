"""Read a list to its end, page by page, as a host does."""

from collections.abc import Iterator, Mapping
from typing import Any

from stopbell_server.world import World
from tests.asking import Asked, ask_with

LISTS: Mapping[str, str] = {
    "get_arrivals": "arrivals",
    "find_stops": "stops",
    "search_nearby_stops": "stops",
    "search_active_journeys": "journeys",
    "get_alerts": "alerts",
    "find_low_floor_vehicles": "calls",
}
"""Where each tool's list stands in its data."""
_MOST_PAGES = 60


def list_items(tool: str, asked: Asked) -> list[Any]:
    """Give the list of one answer."""
    return asked.data[LISTS[tool]] or asked.data.get("vehicles", [])


def read_pages(world: World, tool: str, arguments: Mapping[str, Any], limit: int) -> Iterator[Asked]:
    """Ask for page after page until none goes on."""
    cursor: dict[str, str] = {}
    for _ in range(_MOST_PAGES):
        asked = ask_with(world, tool, {**arguments, **cursor, "limit": limit})
        yield asked
        if "nextCursor" not in asked.data:
            return
        cursor = {"cursor": asked.data["nextCursor"]}
    raise AssertionError(f"{tool} never ends")
