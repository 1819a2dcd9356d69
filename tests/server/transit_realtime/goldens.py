"""Golden answers to the documented requests: `python -m tests.server.transit_realtime.goldens` writes them anew."""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stopbell_server.world import World
from tests.server.transit_realtime.asking import tell
from tests.server.transit_realtime.square import open_square

FOLDER = Path(__file__).parent / "golden"

CASES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "stop-realtime": ("get_stop_realtime", {"stop_id": 61}),
    "search": ("search_stops", {"query": "rynok"}),
    "around": ("get_stops_around_location", {"latitude": 49.8419, "longitude": 24.0316, "radius_meters": 300}),
    "trip-direct": ("plan_trip", {"from_stop_id": 61, "to_stop_id": "118"}),
    "trip-with-a-change": ("plan_trip", {"from_stop_id": 61, "to_stop_id": 400}),
    "route-static": ("get_route_static", {"route_name": "T01"}),
    "route-static-with-shapes": ("get_route_static", {"route_name": "T02", "include_shapes": True}),
    "route-realtime": ("get_route_realtime", {"route_name": "T01"}),
    "nearby-vehicles": ("get_nearby_vehicles", {"latitude": 49.839, "longitude": 23.996}),
    "vehicle": ("get_vehicle_info", {"vehicle_id": "5907"}),
    "vehicle-of-an-unknown-line": ("get_vehicle_info", {"vehicle_id": 7777}),
    "unknown-stop": ("get_stop_realtime", {"stop_id": 9999}),
    "unknown-line": ("get_route_static", {"route_name": "NOPE"}),
    "unknown-vehicle": ("get_vehicle_info", {"vehicle_id": "nobody"}),
}


def make(square: World, name: str) -> dict[str, Any]:
    """Give one document: the summaries in both languages, and the payload."""
    tool, arguments = CASES[name]
    english, ukrainian = (tell(square, tool, language=language, **arguments) for language in ("en", "uk"))
    assert english.structured == ukrainian.structured, "the language changes sentences, never the payload"
    return {"text": {"en": english.text, "uk": ukrainian.text}, "isError": english.is_error} | (
        {} if english.structured is None else {"structuredContent": english.structured}
    )


def read(name: str) -> Any:
    """Read the document that was looked at."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def main() -> None:
    """Write every document anew."""
    with tempfile.TemporaryDirectory() as folder:
        square = open_square(Path(folder))
        for name in CASES:
            text = json.dumps(make(square, name), ensure_ascii=False, indent=2)
            (FOLDER / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
