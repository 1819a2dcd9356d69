"""A feed that is out to harm: its texts cross everything the server offers as data, clean and bounded."""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from mcp import Client
from mcp.types import PromptReference, ResourceTemplateReference, TextContent, TextResourceContents

from stopbell_server.contract.uris import to_journey_uri, to_wire_id
from stopbell_server.feeds.history import Recorder
from stopbell_server.feeds.realtime import FeedSnapshot
from stopbell_server.server import INSTRUCTIONS
from stopbell_server.world import World
from tests.asking import ask, play
from tests.hostile import LURE, ODD, open_hostile_world

LONGEST_FIELD = 1_300
"""Characters of one field: an alert told in full is the longest."""
LONGEST_TEXT = 20_000
LARGEST_RESULT = 200_000

_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
_MARKUP = re.compile(r"</?[a-z][^<>]*>|<!--|javascript:|<\s*(?:script|img|svg|iframe)", re.IGNORECASE)

ARGUMENTS: dict[str, Any] = {
    "stop": "evil:b1",
    "route": "evil:r10",
    "trip": "evil:t1",
    "vehicle": "v1",
    "query": LURE,
    "origin": "evil:S",
    "destination": "evil:e",
    "include_shapes": True,
    "latitude": 49.845,
    "longitude": 24.03,
    "radius_meters": 5000,
    "limit": 20,
    "within_minutes": 1440,
    "verbosity": "full",
    "passed": True,
}
"""What is asked with; an argument that is not here is left out."""

ODD_PLACES = {name: f"evil:{to_wire_id(ODD)}" for name in ("stop", "route", "trip", "journey")}
"""The things whose ids hide and mark."""

PLACES = {
    "authority": "evil",
    "stopId": "b1",
    "stationId": "S",
    "routeId": "r10",
    "tripId": "t1",
    "journeyId": "t1",
    "date": "2026-11-30",
    "vehicleId": "v1",
}
"""What templates are filled with."""


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Open the feed once, with a record of what it said."""
    world = open_hostile_world(tmp_path_factory.mktemp("evil"))
    view = world.feeds[0]
    assert isinstance(view.snapshot, FeedSnapshot)
    history = Recorder(7200).take(view.snapshot, view.store.info.version, world.now)
    return World((view.with_snapshot(view.snapshot, history),), world.now)


def list_strings(node: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Walk over every string within an answer, each with where it stands."""
    if isinstance(node, str):
        yield path, node
    elif isinstance(node, dict):
        for key, value in node.items():
            yield f"{path}.{key} (its key)", key
            yield from list_strings(value, f"{path}.{key}")
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from list_strings(value, f"{path}[{place}]")


def find_harm(text: str, longest: int = LONGEST_FIELD, *, lines: bool = False) -> str:
    """Say what is wrong with a string; nothing if it is harmless."""
    bad = {c for c in text if unicodedata.category(c) in _HARMFUL and c not in _JOINERS and not (lines and c == "\n")}
    if bad:
        return f"holds {sorted(map(ascii, bad))}"
    if found := _MARKUP.search(text):
        return f"holds {found[0][:40]!r}"
    return f"has {len(text)} characters" if len(text) > longest else ""


def list_harm(node: Any, path: str) -> list[str]:
    """List all that is wrong within an answer; its own sentences may be as long as its text block."""
    sentences = (f"{path}.text", f"{path}.spoken")
    return [
        f"{where}: {harm}"
        for where, text in list_strings(node, path)
        if (harm := find_harm(text, LONGEST_TEXT if where in sentences else LONGEST_FIELD))
    ]


def list_excess(document: str, path: str) -> list[str]:
    """Say when a whole answer is too large."""
    return [] if len(document) < LARGEST_RESULT else [f"{path} has {len(document)} characters"]


def test_every_tool_answers_harmlessly(evil: World) -> None:
    async def scene(client: Client) -> list[str]:
        harm: list[str] = []
        for tool in (await client.list_tools()).tools:
            known = tool.input_schema["properties"]
            required = set(tool.input_schema.get("required", ()))
            for left_out in ((), ("stop",), ("route",), ("latitude", "longitude"), ("stop", "latitude", "longitude")):
                given = {**ARGUMENTS, **(ODD_PLACES if left_out == ("route",) else {})}
                asked = {k: v for k, v in given.items() if k in known and (k in required or k not in left_out)}
                for language in ("en", "uk"):
                    result = await client.call_tool(tool.name, {**asked, "language": language})
                    structure = result.structured_content
                    assert structure is not None
                    assert structure["status"]["state"] != "error", (tool.name, asked, structure["status"])
                    harm.extend(list_harm(structure, tool.name))
                    harm.extend(list_excess(json.dumps(structure, ensure_ascii=False), tool.name))
                    for block in result.content:
                        if isinstance(block, TextContent):
                            wrong = find_harm(block.text, LONGEST_TEXT, lines=True)
                            harm.extend([f"{tool.name} text block {wrong}"] if wrong else [])
                        else:
                            harm.extend(
                                list_harm(block.model_dump(mode="json", exclude_none=True), f"{tool.name} link")
                            )
        return harm

    assert sorted(set(play(evil, scene))) == []


def test_every_resource_is_read_harmlessly(evil: World) -> None:
    async def scene(client: Client) -> list[str]:
        harm: list[str] = []
        addresses = [one.uri for one in (await client.list_resources()).resources]
        templates = (await client.list_resource_templates()).resource_templates
        line = (await client.read_resource("mobility://public-transport-route/evil/r10")).contents[0]
        assert isinstance(line, TextResourceContents)
        pattern = re.search(r"mobility://journey-pattern/evil/([^\"]+)", line.text)
        assert pattern
        places = {**PLACES, "patternId": pattern[1], "hour": "12"}
        addresses.extend(re.sub(r"\{(\w+)\}", lambda found: places[found[1]], one.uri_template) for one in templates)
        addresses.append(to_journey_uri("evil", "2026-11-30", ODD))
        for address in addresses:
            for content in (await client.read_resource(address)).contents:
                assert isinstance(content, TextResourceContents)
                harm.extend(list_excess(content.text, address))
                if content.mime_type == "text/plain":
                    wrong = find_harm(content.text, LONGEST_TEXT, lines=True)
                    harm.extend([f"{address} {wrong}"] if wrong else [])
                else:
                    harm.extend(list_harm(json.loads(content.text), address))
        return harm

    assert sorted(set(play(evil, scene))) == []


def test_what_a_feed_says_never_reaches_where_a_host_reads_instructions(evil: World) -> None:
    async def scene(client: Client) -> list[str]:
        lists = (
            await client.list_tools(),
            await client.list_resources(),
            await client.list_resource_templates(),
            await client.list_prompts(),
        )
        prompts = [
            await client.get_prompt(prompt.name, {one.name: "b1" for one in prompt.arguments or () if one.required})
            for prompt in lists[3].prompts
        ]
        assert prompts
        return [one.model_dump_json() for one in (*lists, *prompts)]

    told = play(evil, scene)
    assert [text for text in (*told, INSTRUCTIONS) if LURE.lower() in text.lower()] == []


def test_what_is_completed_is_harmless(evil: World) -> None:
    async def scene(client: Client) -> list[str]:
        values: list[str] = []
        for template in (await client.list_resource_templates()).resource_templates:
            for name in re.findall(r"\{(\w+)\}", template.uri_template):
                reference = ResourceTemplateReference(type="ref/resource", uri=template.uri_template)
                values.extend((await client.complete(reference, {"name": name, "value": "e"})).completion.values)
        for prompt in (await client.list_prompts()).prompts:
            for argument in prompt.arguments or ():
                reference = PromptReference(type="ref/prompt", name=prompt.name)
                found = await client.complete(reference, {"name": argument.name, "value": LURE})
                values.extend(found.completion.values)
        return values

    values = play(evil, scene)
    assert any(LURE in value for value in values)
    assert [harm for value in values if (harm := find_harm(value))] == []


def test_an_id_that_cannot_be_shown_is_carried_so_that_it_can_be_asked_with(evil: World) -> None:
    stops = ask(evil, "search_nearby_stops", latitude=49.8451, longitude=24.0301, limit=20).data["stops"]
    (carried,) = (stop["id"] for stop in stops if "odd" in stop["id"])
    assert ask(evil, "describe_stop", stop=carried).data["stop"]["id"] == carried
    call = next(one for one in ask(evil, "get_arrivals", stop=carried).data["arrivals"] if "odd" in one["tripId"])
    assert ask(evil, "get_arrivals", stop=carried, route=f"evil:{call['lineId']}").data["arrivals"] == [call]
    followed = ask(evil, "get_monitored_journey", journey=f"evil:{call['tripId']}").data
    assert (followed["tripId"], followed["uri"]) == (call["tripId"], call["journey"])
    (address,) = (stop["uri"] for stop in stops if stop["id"] == carried)
    assert ask(evil, "describe_stop", stop=address).data["stop"]["id"] == carried
