"""Follow the links between documents as a host would, and note what is wrong with any of them."""

import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from mcp import Client, MCPError
from mcp.types import TextResourceContents

from stopbell_server.contract.semantic_model import RELATIONS, TYPES
from stopbell_server.contract.uris import to_canonical
from stopbell_server.server import build_server
from stopbell_server.world import WorldSource
from tests.asking import load_phrasebooks

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_RELATIONS = {one.name: one for one in RELATIONS}
_TYPES = {one.name: one for one in TYPES}


@dataclass
class Crawled:
    """What was found."""

    types: dict[str, str] = field(default_factory=dict)
    """Address → type."""
    faults: list[str] = field(default_factory=list)
    ways: set[tuple[str, str, str]] = field(default_factory=set)
    """(type, relation, type it led to)."""


async def crawl(
    source: WorldSource,
    starts: Sequence[str],
    *,
    days: Sequence[str],
    most: int,
    seed: int = 1,
    keeps_to_days: bool = False,
) -> Crawled:
    """Read from the starts on in a random order, at most so many documents; `days` fill templates of collections.

    With `keeps_to_days` what belongs to other days is left out, so that a small world is read to its end.
    """
    crawled, chosen = Crawled(), random.Random(seed)
    queue = [(uri, "", "") for uri in starts]
    async with Client(build_server(source, load_phrasebooks()), cache=None) as client:
        while queue and len(crawled.types) < most:
            uri, begin, relation = queue.pop(chosen.randrange(len(queue)))
            if keeps_to_days and (named := _DAY.search(uri)) and named[0] not in days:
                continue
            if uri not in crawled.types:
                document = await _read(client, crawled, uri, f"{begin}.{relation}")
                queue += ((one, crawled.types[uri], name) for name, one in _list_links(document, days))
            if begin:
                crawled.ways.add((begin, relation, crawled.types[uri]))
    crawled.faults += _judge_ways(crawled.ways)
    return crawled


async def _read(client: Client, crawled: Crawled, uri: str, way: str) -> dict[str, Any]:
    crawled.types[uri] = "?"
    try:
        (content,) = (await client.read_resource(uri)).contents
    except MCPError as error:
        crawled.faults.append(f"dead: {uri} ({way}): {error}")
        return {}
    document = json.loads(cast(TextResourceContents, content).text)
    crawled.types[uri] = document["type"]
    crawled.faults += (f"{fault}: {uri}" for fault in _judge(document, uri))
    return document


def _list_links(document: dict[str, Any], days: Sequence[str]) -> Iterable[tuple[str, str]]:
    for name, links in document.get("relationships", {}).items():
        yield from ((name, link["object"]) for link in links)
    for template in document.get("properties", {}).get("collections", {}).values():
        yield from (("", template.replace("/{date}/{hour}", f"/{day}")) for day in days)
        yield from (("", template.replace("{date}", day).replace("{hour}", "08")) for day in days)


def _judge(document: dict[str, Any], uri: str) -> Iterable[str]:
    """Yield what every document must have and this one has not."""
    defined = _TYPES.get(document["type"])
    if defined is None:
        yield f"type {document['type']} is not defined"
    elif document["freshness"]["temporalMeaning"] not in defined.temporal:
        yield f"{document['type']} may not be {document['freshness']['temporalMeaning']}"
    if document["id"] != uri or to_canonical(uri) != uri:
        yield f"says that it is {document['id']}"
    if not document["urn"].startswith(f"urn:ngsi-ld:{document['type']}:"):
        yield f"urn {document['urn']}"
    for part in ("properties", "relationships", "provenance"):
        if part not in document:
            yield f"no {part}"


def _judge_ways(ways: Iterable[tuple[str, str, str]]) -> Iterable[str]:
    for begin, name, end in sorted(ways):
        relation = _RELATIONS.get(name)
        if name and end != "?" and (relation is None or begin not in relation.begins or end not in relation.leads):
            yield f"no relation {begin}.{name} → {end} is defined"
