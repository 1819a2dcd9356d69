"""Whatever is sent, an answer of the contract comes back."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp.server import MCPServer
from mcp.types import CallToolResult

from stopbell_server.contract.codes import Code
from stopbell_server.desk.client_language import list_accepted
from stopbell_server.server import build_server
from stopbell_server.world import World
from tests.asking import load_phrasebooks

NAMES = st.sampled_from(
    [
        "stop",
        "route",
        "trip",
        "query",
        "latitude",
        "longitude",
        "limit",
        "mode",
        "kind",
        "language",
        "authority",
        "journey",
        "vehicle",
        "service_day",
        "x",
    ]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(
        ["town:b1", "town:", ":", "mobility://", "mobility://public-transport-stop/town/b1", "10A", "%", "'"]
    ),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
TOOLS = st.sampled_from(
    [
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
    ]
)


@pytest.fixture(scope="module")
def server(town: World) -> MCPServer:
    """Build the server once; it keeps nothing between calls."""
    return build_server(town, load_phrasebooks())


@settings(max_examples=300, deadline=None)
@given(TOOLS, st.dictionaries(NAMES, VALUES, max_size=4))
def test_no_arguments_bring_a_tool_down(server: MCPServer, tool: str, arguments: dict[str, Any]) -> None:
    result = asyncio.run(server.call_tool(tool, arguments))
    assert isinstance(result, CallToolResult)
    assert result.structured_content is not None
    status = result.structured_content["status"]
    assert status.get("code") != Code.INTERNAL.value
    assert result.is_error is (status["state"] == "error")
    assert not [sign for sign in "\x1b\x07\u202e" if sign in str(result.content)]


@given(st.text())
def test_no_header_brings_the_languages_down(header: str) -> None:
    assert all(tag for tag in list_accepted(header))
