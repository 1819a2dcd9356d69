"""What a host sees of the tools before it calls one."""

import json
from collections.abc import Iterator
from typing import Any, cast

import jsonschema
import pytest
from mcp.types import Tool

from stopbell_server.world import World
from tests.asking import ask, play

NAMES = [
    "find_stops",
    "search_nearby_stops",
    "get_arrivals",
    "find_low_floor_vehicles",
    "describe_stop",
    "get_alerts",
]


@pytest.fixture(scope="module")
def tools(town: World) -> dict[str, Tool]:
    """List the tools once."""
    return {tool.name: tool for tool in play(town, lambda client: client.list_tools()).tools}


def list_nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        entries = cast(dict[str, Any], node)
        yield entries
        for value in entries.values():
            yield from list_nodes(value)
    elif isinstance(node, list):
        for item in cast(list[Any], node):
            yield from list_nodes(item)


def test_the_tools_are_listed_in_one_order(tools: dict[str, Tool]) -> None:
    assert list(tools) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_an_input_schema_is_flat_and_plain(tools: dict[str, Tool], name: str) -> None:
    schema = tools[name].input_schema
    for node in list_nodes(schema):
        assert {"anyOf", "oneOf", "allOf", "$ref", "$defs", "const"}.isdisjoint(node)
    for field in schema["properties"].values():
        assert field["type"] in ("string", "integer", "number", "boolean")
        assert field["description"]
        assert field.get("default", "") is not None


@pytest.mark.parametrize("name", NAMES)
def test_every_tool_has_a_title_a_description_and_only_reads(tools: dict[str, Tool], name: str) -> None:
    tool = tools[name]
    assert tool.title
    assert tool.description
    assert "\n" not in tool.description
    assert tool.annotations is not None
    assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)


@pytest.mark.parametrize("name", NAMES)
def test_a_description_stays_short_enough_for_a_models_context(tools: dict[str, Tool], name: str) -> None:
    tool = tools[name]
    assert len(tool.description or "") + len(json.dumps(tool.input_schema)) < 2000


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("find_stops", {"query": "мостова"}),
        ("find_stops", {"query": "qqqqqq"}),
        ("search_nearby_stops", {"latitude": 49.845, "longitude": 24.03}),
        ("get_arrivals", {"stop": "town:b1"}),
        ("get_arrivals", {"stop": "Мостова"}),
        ("get_arrivals", {}),
        ("find_low_floor_vehicles", {"route": "10A"}),
        ("find_low_floor_vehicles", {"stop": "town:b1"}),
        ("describe_stop", {"stop": "town:S"}),
        ("get_alerts", {}),
    ],
)
def test_a_result_is_what_its_output_schema_promises(
    tools: dict[str, Tool], town: World, name: str, arguments: dict[str, Any]
) -> None:
    schema = tools[name].output_schema
    assert schema is not None
    jsonschema.validate(dict(ask(town, name, **arguments).structured), schema)
