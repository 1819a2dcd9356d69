"""Schemas of results as a list of tools carries them, and the one document that says the rest.

A host pays for a list each time it reads it. So a tool tells its envelope and its data, property by property; the
entities within are told once for all tools, in a document of their own that is a resource.
"""

from collections.abc import Mapping
from typing import Any, cast

from stopbell_server.contract.envelope import CONTRACT_VERSION
from stopbell_server.contract.schemas import Schema

ENTITIES_URI = f"mobility://schema/stopbell/{CONTRACT_VERSION}"
_REFERENCE = "#/$defs/"


def to_listed_schema(schema: Schema) -> Schema:
    """Give the schema of a result down to the properties of its data; what lies deeper is an object."""
    definitions = cast(dict[str, Schema], schema["$defs"])
    properties = cast(dict[str, Schema], schema["properties"])
    data = definitions[properties["data"]["$ref"].removeprefix(_REFERENCE)]
    told = f"{properties['data']['description']} Its entities, status and provenance in full: {ENTITIES_URI}"
    kept = {name: _to_shallow(one) for name, one in properties.items() if name != "data"}
    return {
        **{key: value for key, value in schema.items() if key not in ("$defs", "properties")},
        "properties": {**kept, "data": {**cast(Schema, _to_shallow(data)), "description": told}},
    }


def to_entities_document(schemas: Mapping[str, Schema]) -> Schema:
    """Give all results and their entities as one document of definitions, each once.

    Raises:
        ValueError: two results use one name for two things.
    """
    definitions: dict[str, Schema] = {}
    for name, schema in schemas.items():
        whole = {key: value for key, value in schema.items() if key != "$defs"}
        for entity, described in {**cast(dict[str, Schema], schema.get("$defs", {})), name: whole}.items():
            if definitions.setdefault(entity, described) != described:
                raise ValueError(f"{entity} of {name} is not the {entity} of another result")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ENTITIES_URI,
        "$defs": dict(sorted(definitions.items())),
    }


def _to_shallow(node: Any) -> Any:
    """Replace each reference by a plain object; what is said beside it is kept."""
    if isinstance(node, list):
        return [_to_shallow(item) for item in cast(list[Any], node)]
    if not isinstance(node, dict):
        return node
    kept = {key: _to_shallow(value) for key, value in cast(Schema, node).items() if key != "$ref"}
    return {"type": "object", **kept} if "$ref" in node else kept
