"""Who does what: resources are read, tools search, meaning is semantic, and no outside program is part of it."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, cast

import pytest
from mcp import Client, MCPError
from mcp.types import TextResourceContents

from stopbell_server.world import World
from tests.asking import play
from tests.town import open_town

STOP = "mobility://public-transport-stop/town/b1"
DOCUMENTS = (
    STOP,
    "mobility://stop-board/town/b1",
    "mobility://monitored-vehicle-journey/town/2026-11-30/t1",
    "mobility://dated-vehicle-journey/town/2026-11-30/t2",
    "mobility://physical-vehicle/town/high-1",
)
WIRE_WORDS = {
    "trip_update",
    "tripUpdate",
    "stopTimeUpdate",
    "stop_time_update",
    "scheduleRelationship",
    "startDate",
    "currentStatus",
    "currentStopSequence",
    "informedEntity",
    "headerText",
    "isDeleted",
    "gtfsRealtimeVersion",
}
"""Names of fields of GTFS-Realtime messages: the wire format of a source, which means nothing to a passenger."""
OUTSIDE = (
    "mcp",
    "mcp_types",
    "starlette",
    "uvicorn",
    "httpx",
    "httpx2",
    "sqlite3",
    "google.protobuf",
    "polars",
    "anyio",
)


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give the town at noon with its live feed; a frozen world, so tests may share it."""
    return open_town(tmp_path_factory.mktemp("town"))


def read_document(town: World, uri: str) -> dict[str, Any]:
    (content,) = play(town, lambda client: client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return json.loads(content.text)


def list_words(node: Any) -> set[str]:
    """List every name of a property within a document."""
    if isinstance(node, list):
        return {word for one in cast(list[Any], node) for word in list_words(one)}
    if not isinstance(node, Mapping):
        return set()
    fields = cast(Mapping[str, Any], node)
    return {*fields, *(word for value in fields.values() for word in list_words(value))}


def test_a_stop_is_a_template_a_result_and_a_link_and_is_listed_nowhere(town: World) -> None:
    async def scene(client: Client) -> tuple[list[str], list[str], Any]:
        listed = [str(one.uri) for one in (await client.list_resources()).resources]
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        return listed, templates, await client.call_tool("find_stops", {"query": "town:b1"})

    listed, templates, found = play(town, scene)
    assert not [uri for uri in listed if re.search(r"/(?:b1|b2|S1|r10|t1)\b", uri)]
    assert "mobility://public-transport-stop/{authority}/{stopId}" in templates
    assert found.structured_content["data"]["stops"][0]["uri"] == STOP
    assert STOP in [str(getattr(block, "uri", "")) for block in found.content]


def test_a_linked_entity_is_the_one_that_its_address_gives(town: World) -> None:
    found = play(town, lambda client: client.call_tool("find_stops", {"query": "town:b1"})).structured_content
    assert found is not None
    (summary,) = found["data"]["stops"]
    document = read_document(town, summary["uri"])
    assert (document["id"], document["type"]) == (summary["uri"], summary["type"])
    assert (document["properties"]["name"], document["properties"]["access"]) == (summary["name"], summary["access"])


@pytest.mark.parametrize("name", ["Bridge%20Street", "0707", "town%3Ab1", "bridge"])
def test_no_address_hides_a_search(town: World, name: str) -> None:
    """What a tool would find by name, code or scope is not found under an address: only the identity itself is."""
    with pytest.raises(MCPError):
        read_document(town, f"mobility://public-transport-stop/town/{name}")


def test_templates_take_identities_and_no_query(town: World) -> None:
    templates = play(town, lambda client: client.list_resource_templates()).resource_templates
    for one in templates:
        assert not re.search(r"[?&#*]|\{[?&+#]", one.uri_template)
        names = re.findall(r"\{(\w+)\}", one.uri_template)
        assert all(name in ("authority", "date", "hour") or name.endswith("Id") for name in names), one.uri_template


@pytest.mark.parametrize("uri", DOCUMENTS)
def test_no_document_speaks_in_the_words_of_the_wire_format(town: World, uri: str) -> None:
    words = list_words(read_document(town, uri))
    assert not words & WIRE_WORDS
    assert not [word for word in words if "_" in word], "a field's name of a source stands in a document"


@pytest.mark.parametrize("uri", DOCUMENTS)
def test_values_are_semantic_words(town: World, uri: str) -> None:
    """No constant of a source, as STOPPED_AT or CANCELED, stands where a word of the model belongs."""
    text = json.dumps(read_document(town, uri))
    assert not re.findall(r'"[A-Z]+(?:_[A-Z]+)+"|"(?:CANCELED|SKIPPED|SCHEDULED|ADDED)"', text)


def test_inputs_say_their_units_and_scopes(town: World) -> None:
    """Each input with a unit names it, ids and days say what they are, and the rest is told once for all tools."""

    async def scene(client: Client) -> tuple[list[Any], str]:
        return (await client.list_tools()).tools, client.instructions or ""

    tools, instructions = play(town, scene)
    units = {"latitude": "north", "longitude": "east", "radius_meters": "etre", "within_minutes": "inute"}
    scoped = {
        "stop": "id",
        "route": "id",
        "journey": "id",
        "vehicle": "id",
        "service_day": "YYYY-MM-DD",
        "language": "BCP",
    }
    told = [(name, one["description"]) for tool in tools for name, one in tool.input_schema["properties"].items()]
    for name, description in told:
        assert (units | scoped).get(name, "").lower() in description.lower(), (name, description)
    for words in ("authority:id", "offset of the feed's zone", "candidates", "not known"):
        assert words in instructions


def test_what_a_result_means_needs_no_sdk_transport_or_storage() -> None:
    """The model, its facts and its rules are loaded in a fresh interpreter: nothing from outside comes with them."""
    modules = (
        "stopbell_server.contract.semantic_model",
        "stopbell_server.contract.from_calls",
        "stopbell_server.contract.linked_journeys",
        "stopbell_server.contract.words",
        "stopbell_server.timetable.board",
        "stopbell_server.world",
    )
    program = (
        f"import importlib, sys\nfor name in {modules!r}: importlib.import_module(name)\n"
        f"print([one for one in {OUTSIDE!r} if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
