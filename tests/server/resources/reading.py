"""Read resources the way a host does."""

import json
from typing import Any

from mcp.types import TextResourceContents

from stopbell_server.world import WorldSource
from tests.asking import play


def read(source: WorldSource, uri: str) -> TextResourceContents:
    """Read one resource that is text."""
    (content,) = play(source, lambda client: client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content


def read_document(source: WorldSource, uri: str) -> dict[str, Any]:
    """Read one linked document."""
    content = read(source, uri)
    assert content.mime_type == "application/ld+json"
    return json.loads(content.text)


def list_objects(document: dict[str, Any], relation: str) -> list[str]:
    """List where a relation of a document leads."""
    return [one["object"] for one in document["relationships"].get(relation, [])]
