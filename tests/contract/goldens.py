"""Golden documents of the contract over the test town: `python -m tests.contract.goldens` writes them anew.

Sentences are left out (their words have tests of their own), and so is what the feed's version is made of.
"""

import asyncio
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from mcp import Client
from mcp.types import TextResourceContents

from stopbell_server.server import build_server
from stopbell_server.world import WorldSource
from tests.town import open_town

FOLDER = Path(__file__).parent / "golden"

TOOL_CASES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "find-stops": ("find_stops", {"query": "мостова", "latitude": 49.845, "longitude": 24.03}),
    "nearby-stops": ("search_nearby_stops", {"latitude": 49.845, "longitude": 24.03, "limit": 2}),
    "departures": ("get_arrivals", {"stop": "town:b1", "limit": 5}),
    "arrivals-at-a-station": ("get_arrivals", {"stop": "town:S", "kind": "arrivals", "language": "uk"}),
    "ambiguous-stop": ("get_arrivals", {"stop": "Вулиця Мостова"}),
    "bad-argument": ("get_arrivals", {"stop": "town:b1", "limit": 99}),
    "low-floor-at-a-stop": ("find_low_floor_vehicles", {"stop": "town:b1"}),
    "low-floor-nearby": ("find_low_floor_vehicles", {"latitude": 49.842, "longitude": 24.03}),
    "stop": ("describe_stop", {"stop": "town:b1"}),
    "station": ("describe_stop", {"stop": "town:S"}),
    "alerts": ("get_alerts", {}),
    "route": ("get_route", {"route": "10A"}),
    "journeys-of-a-line": ("search_active_journeys", {"route": "10A"}),
    "journeys-to-a-stop": ("search_active_journeys", {"stop": "town:b1"}),
    "journey": ("get_monitored_journey", {"journey": "town:t1"}),
    "journey-of-a-vehicle": ("get_monitored_journey", {"vehicle": "9", "limit": 2}),
    "vehicle-position": ("get_vehicle_position", {"vehicle": "9"}),
    "trip": ("plan_trip", {"origin": "town:b1", "destination": "town:e", "limit": 2}),
    "trip-with-a-change": ("plan_trip", {"origin": "town:e", "destination": "Ринок", "limit": 1}),
    "trip-not-found": ("plan_trip", {"origin": "Ринок", "destination": "town:S"}),
}
RESOURCE_CASES: Mapping[str, str] = {
    "resource-feeds": "mobility://transport-feeds/all/loaded",
    "resource-stop": "mobility://public-transport-stop/town/%D0%BC%2F1%3A%D0%B0%20%D0%B1",
    "resource-station": "mobility://transport-station/town/S",
    "resource-board": "mobility://stop-board/town/b1",
    "resource-journey": "mobility://monitored-vehicle-journey/town/2026-11-30/t1",
    "resource-vehicle": "mobility://physical-vehicle/town/high-1",
    "resource-alerts": "mobility://stop-alerts/town/S",
    "resource-feed": "mobility://transport-feed/town/provenance",
    "resource-route": "mobility://public-transport-route/town/r10",
    "resource-stops-of-route": "mobility://public-transport-route/town/r10/stops",
    "resource-journeys-of-stop": "mobility://public-transport-stop/town/S2/journeys/2026-11-30",
    "resource-service-journey": "mobility://service-journey/town/f1",
    "resource-dated-journey": "mobility://dated-vehicle-journey/town/2026-11-30/t4",
    "resource-day": "mobility://operating-day/town/2026-11-30",
    "resource-context": "mobility://vocabulary-context/stopbell/1.0",
    "resource-model": "mobility://semantic-model/stopbell/1.0",
    "resource-mapping": "mobility://semantic-mapping/stopbell/1.0",
}
_WORDS = frozenset({"text", "spoken", "remedy", "label"})
_HASHES = frozenset({"feedVersion", "lastModified", "nextCursor", "takenIn"})
"""Other on each machine: when the timetable was compiled is when this test ran."""


async def ask_every_case(source: WorldSource) -> dict[str, Any]:
    """Give the document of every case by its name."""
    documents: dict[str, Any] = {}
    async with Client(build_server(source)) as client:
        for name, (tool, arguments) in TOOL_CASES.items():
            documents[name] = mask((await client.call_tool(tool, dict(arguments))).structured_content)
        for name, uri in RESOURCE_CASES.items():
            (content,) = (await client.read_resource(uri)).contents
            documents[name] = mask(json.loads(cast(TextResourceContents, content).text))
        tools = (await client.list_tools()).tools
        documents["tools"] = {
            tool.name: {"title": tool.title, "description": tool.description, "inputSchema": tool.input_schema}
            for tool in tools
        }
    return documents


def mask(node: Any) -> Any:
    """Put "…" in the place of sentences and hashes."""
    if isinstance(node, list):
        return [mask(item) for item in cast(list[Any], node)]
    if not isinstance(node, dict):
        return node
    entries = cast(dict[str, Any], node)
    return {
        name: "…" if name in _HASHES or (name in _WORDS and isinstance(value, str)) else mask(value)
        for name, value in entries.items()
    }


def to_text(document: Any) -> str:
    """Give a document as it stands in its file."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all golden files anew."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        documents = asyncio.run(ask_every_case(open_town(Path(folder))))
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, document in documents.items():
        (FOLDER / f"{name}.json").write_text(to_text(document), encoding="utf-8")


if __name__ == "__main__":
    main()
