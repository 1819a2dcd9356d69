"""What words mean, as listed resources: the context that documents name, the semantic model, and the mapping to it."""

import json

from mcp.server import MCPServer
from mcp.types import Annotations

from stopbell_server.contract.linked_definitions import (
    MODEL_CHANGED,
    to_context_document,
    to_semantic_mapping,
    to_semantic_model,
)
from stopbell_server.contract.linked_vocabulary import CONTEXT_URI, MAPPING_URI, MODEL_URI
from stopbell_server.resources.kinds import LINKED

_FOR_MACHINES = Annotations(audience=["assistant"], priority=0.3, last_modified=MODEL_CHANGED)


def add_definitions(server: MCPServer) -> None:
    """Offer the definitions."""

    @server.resource(
        MODEL_URI,
        name="semantic-model",
        title="What there is, and how it hangs together",
        description="Types of things with the templates of their addresses, relations between them, kinds of time.",
        mime_type=LINKED,
        annotations=_FOR_MACHINES,
    )
    async def read_model() -> str:
        return to_semantic_model().to_document()

    @server.resource(
        MAPPING_URI,
        name="semantic-mapping",
        title="From GTFS to the semantic model",
        description="Which fields of GTFS and GTFS Realtime each identity and property is made from, and by what rule.",
        mime_type=LINKED,
        annotations=_FOR_MACHINES,
    )
    async def read_mapping() -> str:
        return to_semantic_mapping().to_document()

    @server.resource(
        CONTEXT_URI,
        name="vocabulary-context",
        title="Context of the vocabulary",
        description="The JSON-LD context that every document names: which word is which.",
        mime_type=LINKED,
        annotations=_FOR_MACHINES,
    )
    async def read_context() -> str:
        return json.dumps(to_context_document(), separators=(",", ":"))

    _ = read_model, read_mapping, read_context
