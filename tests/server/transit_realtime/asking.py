"""Ask a server of the documented contract the way its clients do."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from mcp import Client
from mcp.types import CallToolResult, TextContent

from stopbell_server.server import build_server
from stopbell_server.world import WorldSource
from tests.asking import load_phrasebooks

Scene = TypeVar("Scene")


@dataclass(frozen=True, slots=True)
class Told:
    """What a client gets back."""

    text: str
    structured: Any
    is_error: bool

    @property
    def data(self) -> Any:
        """The data of the payload."""
        return self.structured["data"]

    @property
    def blocks(self) -> Any:
        """What to draw."""
        return self.structured["ui_blocks"]


def play(
    source: WorldSource, scene: Callable[[Client], Awaitable[Scene]], *, language: str = "en", mode: str = "auto"
) -> Scene:
    """Play a scene with a client in memory; it checks every structure against the tool's own schema."""

    async def run() -> Scene:
        server = build_server(source, load_phrasebooks(), language, contract="transit_realtime")
        async with Client(server, mode=mode) as client:
            await client.list_tools()
            return await scene(client)

    return asyncio.run(run())


def tell(source: WorldSource, tool: str, /, *, language: str = "en", mode: str = "auto", **arguments: Any) -> Told:
    """Call one tool."""

    async def scene(client: Client) -> CallToolResult:
        return await client.call_tool(tool, arguments)

    result = play(source, scene, language=language, mode=mode)
    (block,) = result.content
    assert isinstance(block, TextContent)
    return Told(block.text, result.structured_content, bool(result.is_error))
