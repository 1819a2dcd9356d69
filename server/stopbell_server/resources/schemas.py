"""What results and their entities hold, in full: described once, for the list of tools tells it only in short."""

from mcp.server import MCPServer
from mcp.types import Annotations

from stopbell_server.contract.listed import ENTITIES_URI
from stopbell_server.contract.prepared import read_entities


def add_schemas(server: MCPServer) -> None:
    """Offer the document of schemas."""

    @server.resource(
        ENTITIES_URI,
        name="result-schemas",
        title="What results hold",
        description="JSON Schema of every tool's result and of each entity in it: meanings, units, what absence means.",
        mime_type="application/schema+json",
        annotations=Annotations(audience=["assistant"], priority=0.3),
    )
    async def read_schemas() -> str:
        return read_entities()

    _ = read_schemas
