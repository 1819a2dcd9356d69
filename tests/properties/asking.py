"""Ask everything that can be asked of a small town, the way a host does, and read every address that is told."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcp import Client, MCPError
from mcp.types import TextContent, TextResourceContents

from stopbell_server.server import build_server
from stopbell_server.world import World
from tests.asking import load_phrasebooks
from tests.properties.towns import CENTRE, Town

STOPS = ("A", "B", "B1", "NA")
TRIPS = ("T", "U", "V", "copy", "extra")
_ADDRESS = re.compile(r"mobility://[^\"\s#]+")
_MOST_READ = 25
_MOST_KEPT = 200
_asked: dict[tuple[str, str], "list[Answer]"] = {}


@dataclass(frozen=True)
class Answer:
    """What came back: of a tool its envelope, of a resource its document."""

    asked: str
    """Tool and arguments, or the address; so that a failing test names the question."""
    language: str
    text: str
    """What a rider gets to read; empty for a document."""
    spoken: str
    document: Mapping[str, Any]

    @property
    def data(self) -> Mapping[str, Any]:
        """The facts."""
        return self.document.get("data", self.document)


def list_questions(properties: Iterable[str]) -> Iterator[dict[str, Any]]:
    """List the arguments that a tool with these inputs is asked with, each once."""
    known, given = set(properties), set[str]()
    place = {"latitude": CENTRE[0], "longitude": CENTRE[1], "radius_meters": 5000}
    usual = {"query": "birch", "within_minutes": 90, "passed": True, "limit": 20, "verbosity": "full"}
    ends = {name: "B1" for name in ("to", "destination", "to_stop") if name in known}
    subjects: list[dict[str, Any]] = [
        *({"stop": stop, "from_stop": stop, "from": stop, "origin": stop, **ends} for stop in STOPS),
        *({"route": route} for route in ("R", "S")),
        *({"trip": trip, "journey": trip} for trip in TRIPS),
        {"vehicle": "bus"},
        place,
        {"stop": "A", "kind": "arrivals"},
        {},
    ]
    for subject in subjects:
        own = {name: value for name, value in subject.items() if name in known}
        if bool(own) == bool(subject):
            asked = {name: value for name, value in usual.items() if name in known} | own
            key = json.dumps(asked, sort_keys=True)
            if key not in given:
                given.add(key)
                yield asked


def ask_town(town: Town, language: str) -> list[Answer]:
    """Open a town and ask everything of it; towns that come again in the next property are not asked again."""
    key = (repr(town), language)
    if key not in _asked:
        if len(_asked) >= _MOST_KEPT:
            _asked.clear()
        with TemporaryDirectory() as folder:
            _asked[key] = ask_everything(town.open(town.compile(Path(folder))), language)
    return _asked[key]


def ask_everything(world: World, language: str = "en", *, before: tuple[str, ...] = ()) -> list[Answer]:
    """Ask every tool about every thing, then read every address that the answers tell.

    `before` are languages in which the same server is asked all of it first; those answers are not given.
    """

    async def run() -> list[Answer]:
        async with Client(build_server(world, load_phrasebooks(), language), cache=None) as client:
            for other in before:
                asked = [one async for one in _call_tools(client, other)]
                _ = [one async for one in _read_addresses(client, other, asked)]
            answers = [one async for one in _call_tools(client, language)]
            return [*answers, *[one async for one in _read_addresses(client, language, answers)]]

    return asyncio.run(run())


async def _call_tools(client: Client, language: str) -> AsyncGenerator[Answer]:
    for tool in (await client.list_tools()).tools:
        for arguments in list_questions(tool.input_schema["properties"]):
            result = await client.call_tool(tool.name, {**arguments, "language": language})
            document, text = result.structured_content, result.content[0]
            assert document is not None
            assert isinstance(text, TextContent)
            asked = f"{tool.name} {json.dumps(arguments)}"
            assert document["status"].get("code") != "internal", f"{asked} failed"
            yield Answer(asked, language, text.text, document["spoken"], document)


async def _read_addresses(client: Client, language: str, answers: Iterable[Answer]) -> AsyncGenerator[Answer]:
    told = (json.dumps(answer.document, ensure_ascii=False) for answer in answers)
    addresses = dict.fromkeys(address for text in told for address in _ADDRESS.findall(text))
    for address in list(addresses)[:_MOST_READ]:
        try:
            (content,) = (await client.read_resource(address)).contents
        except MCPError:
            continue
        assert isinstance(content, TextResourceContents)
        is_text = content.mime_type == "text/plain"
        document: dict[str, Any] = {} if is_text else json.loads(content.text)
        yield Answer(address, language, content.text if is_text else "", "", document)
