"""Ask a server over a world the way a host does, from tests that are not asynchronous themselves."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from mcp import Client, MCPError
from mcp.types import CallToolResult, ResourceLink, TextContent

from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.server import build_server
from stopbell_server.world import WorldSource

Scene = TypeVar("Scene")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a host gets back from a tool."""

    text: str
    """The text block."""
    links: tuple[str, ...]
    is_error: bool
    structured: Mapping[str, Any]

    @property
    def status(self) -> Mapping[str, Any]:
        """State, code, remedy, candidates."""
        return self.structured["status"]

    @property
    def data(self) -> Any:
        """The data of the result."""
        return self.structured["data"]


@cache
def load_phrasebooks() -> Phrasebooks:
    """Read the catalogs once for all tests; they never change while these run."""
    return Phrasebooks.load()


def ask(source: WorldSource, tool: str, /, **arguments: Any) -> Asked:
    """Call one tool in memory."""
    return ask_with(source, tool, arguments)


def ask_with(
    source: WorldSource, tool: str, arguments: Mapping[str, Any], *, mode: str = "auto", language: str | None = None
) -> Asked:
    """Call one tool in memory; `mode` is the client's way to negotiate, `language` the server's own."""

    async def scene(client: Client) -> CallToolResult:
        return await client.call_tool(tool, dict(arguments))

    return to_asked(play(source, scene, language=language, mode=mode))


def to_asked(result: CallToolResult) -> Asked:
    """Take a result apart: text first, then links, the structure beside them."""
    first, *rest = result.content
    assert isinstance(first, TextContent)
    assert all(isinstance(block, ResourceLink) for block in rest)
    assert result.structured_content is not None
    links = tuple(str(block.uri) for block in rest if isinstance(block, ResourceLink))
    return Asked(first.text, links, bool(result.is_error), result.structured_content)


def play(
    source: WorldSource,
    scene: Callable[[Client], Awaitable[Scene]],
    *,
    language: str | None = None,
    mode: str = "auto",
) -> Scene:
    """Play a scene with a client in memory.

    Raises:
        MCPError: a request of the scene was refused; it leaves the client's task group as itself.
    """

    async def run() -> Scene | MCPError:
        async with Client(build_server(source, load_phrasebooks(), language), mode=mode) as client:
            try:
                return await scene(client)
            except MCPError as error:
                return error

    result = asyncio.run(run())
    if isinstance(result, MCPError):
        raise result
    return result
