"""Subscriptions of the revisions with a handshake: `resources/subscribe`, told over the connection itself."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from contextvars import Context
from typing import Any, cast

from mcp.server.connection import Connection
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.subscriptions import ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import event_to_notification
from mcp.types import INVALID_PARAMS, METHOD_NOT_FOUND, EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams

from stopbell_server.desk.question import Desk
from stopbell_server.subscriptions.limits import Places
from stopbell_server.subscriptions.lists import LIST_EVENTS
from stopbell_server.subscriptions.mailbox import Mailbox
from stopbell_server.subscriptions.reading import find_audience
from stopbell_server.subscriptions.watch import Watch

Request = ServerRequestContext[Any, Any]
_STATE = "stopbell subscriptions"
_LISTS = ("tools", "prompts", "resources")


class _Subscriber:
    """One connection: what it is told, and the task that tells it."""

    def __init__(self, connection: Connection, name: str) -> None:
        self.name = name
        self.mailbox = Mailbox()
        self.uris: set[str] = set()
        self._connection = connection
        self._task = asyncio.create_task(self._tell(), name="tell a client what is new", context=Context())

    async def _tell(self) -> None:
        """Tell one thing after the other; a client that does not read holds up nobody but itself."""
        while (event := await self.mailbox.take()) is not None:
            if not self._connection.initialized.is_set():
                continue
            method = event_to_notification(event, {}).method
            await self._connection.notify(method, {"uri": event.uri} if isinstance(event, ResourceUpdated) else None)

    async def stop(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


class HandshakeEra:
    """Serves connections that stay open; over HTTP without sessions there is none, and that is what is said."""

    def __init__(self, desk: Desk, watch: Watch, places: Places) -> None:
        """Serve subscribers from one watch."""
        self._desk = desk
        self._watch = watch
        self._places = places
        self._count = 0

    async def greet(self, ctx: Request, call_next: CallNext) -> HandlerResult:
        """Say at the handshake what can be told on this connection, and begin to tell of lists."""
        result = await call_next(ctx)
        if ctx.method != "initialize" or not isinstance(result, dict):
            return result
        can_tell = _can_tell(ctx)
        if can_tell:
            subscriber = self._get_subscriber(ctx)
            await self._watch.join_lists(subscriber.mailbox, find_audience(self._desk, ctx), LIST_EVENTS)
        return {**result, "capabilities": _to_capabilities(result.get("capabilities") or {}, can_tell=can_tell)}

    async def subscribe(self, ctx: Request, params: SubscribeRequestParams) -> EmptyResult:
        """Tell of a resource from now on.

        Raises:
            MCPError: nothing can be told on this connection, there is no such resource, or there are too many.
        """
        _require_connection(ctx)
        subscriber, uri = self._get_subscriber(ctx), str(params.uri)
        if uri in subscriber.uris:
            return EmptyResult()
        self._places.take(subscriber.name, 1)
        is_there = False
        try:
            is_there = await self._watch.join(subscriber.mailbox, find_audience(self._desk, ctx), uri)
        finally:
            if not is_there:
                self._places.free(subscriber.name, 1)
        if not is_there:
            raise MCPError(INVALID_PARAMS, f"No resource {uri[:200]!r} can be read. The tools give addresses that can.")
        subscriber.uris.add(uri)
        return EmptyResult()

    async def unsubscribe(self, ctx: Request, params: UnsubscribeRequestParams) -> EmptyResult:
        """Tell of a resource no more; of one that was never subscribed to there is nothing to end."""
        _require_connection(ctx)
        subscriber, uri = self._get_subscriber(ctx), str(params.uri)
        if uri in subscriber.uris:
            subscriber.uris.discard(uri)
            self._watch.leave(subscriber.mailbox, uri)
            self._places.free(subscriber.name, 1)
        return EmptyResult()

    def _get_subscriber(self, ctx: Request) -> _Subscriber:
        connection = _find_connection(ctx)
        subscriber = cast(_Subscriber | None, connection.state.get(_STATE))
        if subscriber is None:
            self._count += 1
            subscriber = _Subscriber(connection, f"connection {self._count}")
            connection.state[_STATE] = subscriber
            connection.exit_stack.push_async_callback(self._part, subscriber)
        return subscriber

    async def _part(self, subscriber: _Subscriber) -> None:
        """Forget a client that is gone."""
        self._watch.leave(subscriber.mailbox)
        self._places.free(subscriber.name, len(subscriber.uris))
        await subscriber.stop()


def _find_connection(ctx: Request) -> Connection:
    """Give the connection that a request came on, which outlives it; the SDK has no other way to it."""
    return ctx.session._connection  # pyright: ignore[reportPrivateUsage] # noqa: SLF001


def _can_tell(ctx: Request) -> bool:
    """Whether the connection stays open beyond the answer: over HTTP only where it has a session."""
    return ctx.request is None or _find_connection(ctx).session_id is not None


def _require_connection(ctx: Request) -> None:
    if not _can_tell(ctx):
        raise MCPError(
            METHOD_NOT_FOUND,
            "Over HTTP this revision is served without sessions, so nothing could be told later. "
            "Use subscriptions/listen of revision 2026-07-28, or standard input and output.",
        )


def _to_capabilities(given: Mapping[str, Any], *, can_tell: bool) -> dict[str, Any]:
    """Say of lists and resources what is true on this connection."""
    capabilities = dict(given)
    for name in _LISTS:
        if isinstance(capabilities.get(name), dict):
            capabilities[name] = {**capabilities[name], "listChanged": can_tell}
    if isinstance(capabilities.get("resources"), dict):
        capabilities["resources"] = {**capabilities["resources"], "subscribe": can_tell}
    return capabilities
