"""What a host sees of the tools before it calls one."""

import json
from collections.abc import Iterator
from typing import Any, cast

import jsonschema
import pytest
from mcp.types import TextResourceContents, Tool

from stopbell_server.contract.listed import ENTITIES_URI
from stopbell_server.world import World
from tests.asking import ask, play

NAMES = [
    "find_stops",
    "search_nearby_stops",
    "get_arrivals",
    "find_low_floor_vehicles",
    "describe_stop",
    "get_alerts",
    "get_route",
    "search_active_journeys",
    "get_monitored_journey",
    "get_vehicle_position",
    "plan_trip",
]

ENTITIES_OF = {
    "stops": "StopsResult",
    "arrivals": "ArrivalsResult",
    "vehicles": "VehiclesResult",
    "stop": "StopResult",
    "alerts": "AlertsResult",
    "route": "RouteResult",
    "journey": "JourneyResult",
    "journeys": "JourneysResult",
    "vehicle-position": "PositionResult",
    "trip-plan": "TripPlanResult",
}


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
        ("get_route", {"route": "10A"}),
        ("get_route", {"route": "99"}),
        ("search_active_journeys", {"route": "10A"}),
        ("search_active_journeys", {}),
        ("get_monitored_journey", {"journey": "t1"}),
        ("get_monitored_journey", {"journey": "t999"}),
        ("get_vehicle_position", {"vehicle": "9"}),
        ("get_vehicle_position", {}),
    ],
)
def test_a_result_is_what_its_output_schema_promises(
    tools: dict[str, Tool], town: World, name: str, arguments: dict[str, Any]
) -> None:
    schema = tools[name].output_schema
    assert schema is not None
    result = dict(ask(town, name, **arguments).structured)
    jsonschema.validate(result, schema)
    kind = ENTITIES_OF[result["view"]]
    jsonschema.validate(result, {**read_entities(town), "$ref": f"#/$defs/{kind}"})


def read_entities(town: World) -> dict[str, Any]:
    """Read the document that describes what the list of tools only names."""
    (content,) = play(town, lambda client: client.read_resource(ENTITIES_URI)).contents
    assert isinstance(content, TextResourceContents)
    return cast(dict[str, Any], json.loads(content.text))


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_takes_less_than_six_kilobytes_of_the_list(tools: dict[str, Tool], name: str) -> None:
    told = tools[name].model_dump(mode="json", by_alias=True, exclude_none=True)
    assert len(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()) < 6_000


def test_what_a_model_pays_for_all_tools_is_bounded(tools: dict[str, Tool]) -> None:
    paid = [
        (tool.name, tool.description, json.dumps(tool.input_schema, ensure_ascii=False, separators=(",", ":")))
        for tool in tools.values()
    ]
    assert sum(len(part or "") for parts in paid for part in parts) < 9_000


@pytest.mark.parametrize("name", NAMES)
def test_an_output_schema_says_what_each_property_of_the_data_means(tools: dict[str, Tool], name: str) -> None:
    schema = tools[name].output_schema
    assert schema is not None
    assert not [node for node in list_nodes(schema) if "$ref" in node]
    described = {**schema["properties"], **schema["properties"]["data"]["properties"]}
    assert [field for field, value in described.items() if not value.get("description")] == []
    assert ENTITIES_URI in schema["properties"]["data"]["description"]
