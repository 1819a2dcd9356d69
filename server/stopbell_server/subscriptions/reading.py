"""Reading a resource as its subscriber would: with the same eyes, in the same language."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from inspect import isawaitable
from typing import Any, cast

from mcp.server import MCPServer
from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.server.mcpserver.resources import FunctionResource, Resource
from mcp.server.session import ServerSession

from stopbell_server.contract.uris import parse_uri, to_canonical, to_uri
from stopbell_server.desk.caller import CALLER, Caller
from stopbell_server.desk.client_language import list_client_languages
from stopbell_server.desk.question import Desk
from stopbell_server.domain.freshness import DEFAULT_FRESHNESS, FreshnessLimits
from stopbell_server.subscriptions.meaning import Meaning, to_absence, to_meaning, to_text_meaning

_IN_WORDS = "-text"
"""The type of a resource that says in sentences what another one says as data, minutes and all."""
_READ = "resources/read"


@dataclass(frozen=True, slots=True)
class Audience:
    """What decides how a document reads."""

    feeds: frozenset[str] | None
    """The feeds that it may see; None for all."""
    language: str
    """BCP 47, one that is spoken here."""


@dataclass(frozen=True, slots=True)
class _Asking:
    """The part of a request that a resource looks at."""

    headers: Mapping[str, str]


def find_audience(desk: Desk, ctx: ServerRequestContext[Any, Any]) -> Audience:
    """Say as whom the client of a request reads."""
    caller = CALLER.get()
    languages = list_client_languages(getattr(ctx.request, "headers", None))
    return Audience(caller.feeds if caller else None, desk.phrasebooks.pick(*languages, desk.language).language)


def to_watched(uri: str) -> str:
    """Give the address to read for a subscribed one: in canonical spelling, and as data where there are both."""
    try:
        semantic_type, authority, identity = parse_uri(to_canonical(uri))
    except ValueError:
        return uri  # not an address of ours, which has one spelling
    return to_uri(semantic_type.removesuffix(_IN_WORDS), authority, *identity)


def find_authority(uri: str) -> str | None:
    """Give the feed that an address names; None where it names none."""
    try:
        return parse_uri(uri)[1]
    except ValueError:
        return None


class Reader:
    """Reads the server's own resources."""

    def __init__(self, server: MCPServer, desk: Desk) -> None:
        """Read what this server serves."""
        self._server = server
        self._desk = desk

    async def read(self, uri: str, audience: Audience) -> Meaning:
        """Give what the resource says now to this audience, or that there is none.

        Raises:
            Exception: reading failed by a fault of this program.
        """
        token = CALLER.set(Caller("", audience.feeds))
        try:
            world = self._desk.source.current()
            authority = find_authority(uri)
            view = world.find_feed(authority) if authority else None
            try:
                content = await self._read(uri, self._to_context(audience))
            except ResourceNotFoundError:
                return to_absence(world.now)
            return _to_meaning(content, world.now, view.limits if view else DEFAULT_FRESHNESS)
        finally:
            CALLER.reset(token)

    async def _read(self, uri: str, context: Context[Any, Any]) -> object:
        """Give the content. `MCPServer.read_resource` would send for it in a worker thread, though it is there."""
        manager = self._server._resource_manager  # pyright: ignore[reportPrivateUsage] # noqa: SLF001
        resource = await manager.get_resource(uri, context)
        if not isinstance(resource, FunctionResource):
            return await resource.read() if isinstance(resource, Resource) else resource
        content = resource.fn()
        return await content if isawaitable(content) else content

    def _to_context(self, audience: Audience) -> Context[Any, Any]:
        request = ServerRequestContext[Any, Any](
            session=cast(ServerSession, None),  # nothing is said to anybody while reading
            lifespan_context={},
            protocol_version="2026-07-28",
            method=_READ,
            request=_Asking({"accept-language": audience.language}),
        )
        return Context(request_context=request, mcp_server=self._server)


def _to_meaning(content: object, now: datetime, limits: FreshnessLimits) -> Meaning:
    """Judge what was read; a resource that asks back before it tells has nothing to watch."""
    if isinstance(content, bytes):
        return to_text_meaning(content.hex())
    if not isinstance(content, str):
        return to_absence(now)
    with suppress(ValueError):
        document: object = json.loads(content)
        if isinstance(document, dict):
            return to_meaning(cast(dict[str, Any], document), now, limits)
    return to_text_meaning(content)
