"""The tools of a server as the assistant uses them: the only place that knows the MCP client.

A server is embedded, started as a command, or reached by URL; the rest of the assistant cannot tell which.
"""

import asyncio
import logging
import os
import shlex
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO, cast

import anyio
import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import Subscription, SubscriptionLost
from mcp.server import MCPServer
from mcp.server.subscriptions import ResourceUpdated
from mcp.types import (
    CONNECTION_CLOSED,
    REQUEST_TIMEOUT,
    ContentBlock,
    Implementation,
    TextContent,
    TextResourceContents,
)
from mcp.types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from stopbell.answer import Answer, PromptChoice, PromptField, ToolChoice, parse_answer, to_error_answer
from stopbell.bulletin import Bulletin
from stopbell.connection import Connection, NotConnectedError
from stopbell_server.contract.codes import Code
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks

logger = logging.getLogger(__name__)

START_S = 30.0
"""A server that opens large feeds takes a while to speak for the first time."""
CALL_S = 15.0
"""Longer silence than that is worse for a rider than an honest "no answer"."""
_TOKEN_VARIABLE = "STOPBELL_SERVER_TOKEN"  # noqa: S105  # the variable's name
"""Holds the bearer token for a server that is reached by URL."""
_OWN_SECRETS = ("ANTHROPIC_", _TOKEN_VARIABLE)
"""Variables of ours that a started server has no need of."""
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_GONE = (
    NotConnectedError,
    TimeoutError,
    anyio.ClosedResourceError,
    anyio.BrokenResourceError,
    anyio.EndOfStream,
    OSError,
)


class ServerUnreachableError(Exception):
    """A server cannot be started or reached; the message is one sentence for whoever named it."""


class Toolbox:
    """One connected server. Enter and leave it in the same task."""

    def __init__(
        self,
        connection: Connection[Client],
        phrasebooks: Phrasebooks,
        language: str | None,
        call_s: float,
        bulletin: Bulletin,
    ) -> None:
        """Take an entered connection; `language` (BCP 47) is for our own sentences where a call names none.

        `bulletin` hears what servers of older revisions tell between calls.
        """
        self._connection = connection
        self._bulletin = bulletin
        self._phrasebooks = phrasebooks
        self._language = language
        self._call_s = call_s

    @classmethod
    @asynccontextmanager
    async def embedded(
        cls,
        server: MCPServer,
        *,
        phrasebooks: Phrasebooks | None = None,
        language: str | None = None,
        call_s: float = CALL_S,
        mode: str = "auto",
    ) -> "AsyncGenerator[Toolbox]":
        """Use a server of this process, without any transport between; `mode` may pin an older revision."""
        bulletin = Bulletin()

        async def connect(stack: AsyncExitStack) -> Client:
            client = Client(server, client_info=_introduce(), cache=None, mode=mode, message_handler=bulletin.hear)
            return await stack.enter_async_context(client)

        async with Connection(connect, START_S) as connection:
            yield cls(connection, phrasebooks or Phrasebooks.load(), language, call_s, bulletin)

    @classmethod
    @asynccontextmanager
    async def connect(
        cls,
        server: str,
        *,
        phrasebooks: Phrasebooks | None = None,
        language: str | None = None,
        call_s: float = CALL_S,
        start_s: float = START_S,
        mode: str = "auto",
    ) -> "AsyncGenerator[Toolbox]":
        """Reach a server by URL (http or https), else start the command line and talk over its standard streams.

        At a URL the token in STOPBELL_SERVER_TOKEN is shown, if there is one, but never without encryption.
        What a started server logs is not shown: it would be read out amid the answers.

        Raises:
            ServerUnreachableError: it cannot be started or reached, or stays silent.
        """
        books, bulletin = phrasebooks or Phrasebooks.load(), Bulletin()

        async def make(inner: AsyncExitStack) -> Client:
            return await inner.enter_async_context(await _to_client(server, inner, bulletin, mode))

        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(Connection(make, start_s))
            except ServerUnreachableError:
                raise
            except (Exception, BaseExceptionGroup) as error:
                logger.info("Cannot connect", exc_info=error)
                raise ServerUnreachableError(_explain(server, error)) from error
            yield cls(connection, books, language, call_s, bulletin)

    async def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        """Call a tool. Never raises for what the server does: trouble is an answer in the rider's language."""
        given = dict(arguments or {})
        try:
            client = await self._connection.get()
            result = await client.call_tool(name, given, read_timeout_seconds=self._call_s)
            return parse_answer(result.structured_content, _to_text(result.content))
        except ValidationError as error:
            logger.warning("The answer of %s does not follow the contract (%d faults)", name, error.error_count())
            return to_error_answer(Code.INTERNAL, self._pick_book(given))
        except MCPError as error:
            logger.warning("The call of %s failed: %s", name, error)
            is_gone = error.code in (CONNECTION_CLOSED, REQUEST_TIMEOUT)
            return to_error_answer(Code.NO_ANSWER if is_gone else Code.INTERNAL, self._pick_book(given))
        except _GONE as error:
            logger.warning("No answer to %s: %s", name, type(error).__name__)
            return to_error_answer(Code.NO_ANSWER, self._pick_book(given))
        except RuntimeError as error:
            # The client's own checks of a result against its schema end here too.
            logger.warning("The answer of %s cannot be used: %s", name, error)
            return to_error_answer(Code.INTERNAL, self._pick_book(given))

    async def list_tools(self) -> tuple[ToolChoice, ...]:
        """List the server's tools in its order; none when it has none or does not answer."""
        try:
            async with asyncio.timeout(self._call_s):
                listed = await (await self._connection.get()).list_tools()
        except (MCPError, *_GONE) as error:
            logger.warning("No list of tools: %s", type(error).__name__)
            return ()
        return tuple(
            ToolChoice(
                name=tool.name,
                description=tool.description or "",
                input_schema=tool.input_schema,
                is_read_only=bool(tool.annotations and tool.annotations.read_only_hint),
            )
            for tool in listed.tools
        )

    async def list_prompts(self) -> tuple[PromptChoice, ...]:
        """List the server's prompts in its order; none when it has none or does not answer."""
        try:
            async with asyncio.timeout(self._call_s):
                listed = await (await self._connection.get()).list_prompts()
        except (MCPError, *_GONE) as error:
            logger.warning("No list of prompts: %s", type(error).__name__)
            return ()
        return tuple(
            PromptChoice(
                name=prompt.name,
                title=prompt.title or prompt.name,
                description=prompt.description or "",
                fields=tuple(
                    PromptField(field.name, field.description or "", bool(field.required))
                    for field in prompt.arguments or ()
                ),
            )
            for prompt in listed.prompts
        )

    async def get_prompt(self, name: str, arguments: Mapping[str, str] | None = None) -> str:
        """Give the text of a prompt, filled.

        Raises:
            LookupError: no such prompt, a missing argument, or no answer; the message says which.
        """
        try:
            async with asyncio.timeout(self._call_s):
                filled = await (await self._connection.get()).get_prompt(name, dict(arguments or {}))
        except (MCPError, *_GONE) as error:
            raise LookupError(str(error) or "no answer from the server") from error
        return _to_text([message.content for message in filled.messages])

    async def read_resource(self, uri: str) -> str:
        """Give the text of a resource.

        Raises:
            LookupError: no such resource, or no answer; the message says which.
        """
        try:
            async with asyncio.timeout(self._call_s):
                read = await (await self._connection.get()).read_resource(uri)
        except (MCPError, *_GONE) as error:
            raise LookupError(str(error) or "no answer from the server") from error
        return "\n".join(one.text for one in read.contents if isinstance(one, TextResourceContents))

    @asynccontextmanager
    async def follow(self, address: str) -> AsyncGenerator[AsyncIterator[None]]:
        """Subscribe to a resource while the block runs; the iterator gives an item each time that it has changed.

        Several changes before the next item is asked for are one. The iterator ends when the server ends it.
        Nothing is kept for who was away: read the resource once the block is entered.

        Raises:
            LookupError: it cannot be subscribed to, or the connection is lost; on entering, or from the iterator.
        """
        try:
            client = await self._connection.get()
            if client.session.protocol_version in MODERN_PROTOCOL_VERSIONS:
                async with client.listen(resource_subscriptions=[address]) as subscription:
                    yield _list_news(subscription)
                return
            with self._bulletin.open(address) as bell:
                async with asyncio.timeout(self._call_s):
                    await client.session.subscribe_resource(address)  # pyright: ignore[reportDeprecated]
                try:
                    yield bell
                finally:
                    with suppress(MCPError, *_GONE):
                        async with asyncio.timeout(self._call_s):
                            await client.session.unsubscribe_resource(address)  # pyright: ignore[reportDeprecated]
        except (MCPError, SubscriptionLost, *_GONE) as error:
            raise LookupError(f"cannot follow {address}: {type(error).__name__}") from error

    def _pick_book(self, given: Mapping[str, Any]) -> Phrasebook:
        language = given.get("language")
        return self._phrasebooks.pick(language if isinstance(language, str) else None, self._language)


async def _list_news(subscription: Subscription) -> AsyncGenerator[None]:
    async for event in subscription:
        if isinstance(event, ResourceUpdated):
            yield None


def _introduce() -> Implementation:
    return Implementation(name="stopbell", version=version("stopbell"))


async def _to_client(server: str, stack: AsyncExitStack, bulletin: Bulletin, mode: str) -> Client:
    known: dict[str, Any] = {
        "client_info": _introduce(),
        "cache": None,
        "mode": mode,
        "message_handler": bulletin.hear,
    }
    if server.startswith(("http://", "https://")):
        token = os.environ.get(_TOKEN_VARIABLE, "").strip()
        if not token:
            return Client(server, **known)
        http = await stack.enter_async_context(_open_http(server, token))
        return Client(streamable_http_client(server, http_client=http), **known)
    silence = stack.enter_context(_open_silence())
    command, *arguments = shlex.split(server)
    parameters = StdioServerParameters(command=command, args=arguments, env=list_environment())
    return Client(stdio_client(parameters, errlog=silence), **known)


def _open_http(server: str, token: str) -> httpx2.AsyncClient:
    """Open what shows the token with every request; it follows no redirect, so that no other server sees it."""
    url = httpx2.URL(server)
    if url.scheme != "https" and url.host not in _LOOPBACK:
        raise ServerUnreachableError(f"The token is not sent to {url.host} without encryption; use an https address.")
    return httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=httpx2.Timeout(CALL_S, read=None))


def list_environment() -> dict[str, str]:
    """Give the variables that a started server inherits: all but our own secrets."""
    return {name: value for name, value in os.environ.items() if not name.startswith(_OWN_SECRETS)}


def _open_silence() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _to_text(content: list[ContentBlock]) -> str:
    return "\n".join(block.text for block in content if isinstance(block, TextContent))


def _explain(server: str, error: BaseException) -> str:
    """Say in one sentence what is wrong, without credentials that a URL may carry."""
    if server.startswith(("http://", "https://")):
        host = server.split("://", 1)[1].split("/", 1)[0].rpartition("@")[2]
        for reason, sentence in _list_refusals(error):
            if reason == "token":
                return f"The server at {host} lets only tokens in. Set {_TOKEN_VARIABLE} to one that is valid there."
            return f"The server at {host} refuses: {sentence}"
        return f"No MCP server answers at {host}. Check the address, and that the server runs."
    if isinstance(error, FileNotFoundError):
        return f"There is no command {shlex.split(server)[0]!r}. Check the path, or give a URL."
    if isinstance(error, TimeoutError):
        return f"The server command {server!r} was started but stayed silent. Run it by itself to see why."
    return f"The server command {server!r} did not speak MCP. Run it by itself to see why."


def _list_refusals(error: BaseException) -> list[tuple[str, str]]:
    """List what a server of ours said at its door, as reason and sentence; a failure may be a group of failures."""
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return [found for one in group.exceptions for found in _list_refusals(one)]
    data: Any = error.data if isinstance(error, MCPError) else None
    reason: Any = cast(dict[str, Any], data).get("reason") if isinstance(data, dict) else None
    return [(reason, error.message)] if isinstance(error, MCPError) and isinstance(reason, str) else []
