"""Subscriptions as one part of a server: made before it, offered by it, ended with it."""

import asyncio

from mcp.server import MCPServer
from mcp.types import SubscribeRequestParams, SubscriptionsListenRequestParams, UnsubscribeRequestParams

from stopbell_server.desk.question import Desk
from stopbell_server.subscriptions.handshake_era import HandshakeEra
from stopbell_server.subscriptions.limits import Limits, Places
from stopbell_server.subscriptions.listen import METHOD, Listening
from stopbell_server.subscriptions.lists import Lists
from stopbell_server.subscriptions.reading import Reader
from stopbell_server.subscriptions.watch import Sleep, Watch


class Subscriptions:
    """What one server watches for its clients."""

    def __init__(self, limits: Limits | None = None, sleep: Sleep = asyncio.sleep) -> None:
        """Take the limits; `sleep` paces the looks that no arrival of data causes."""
        self._places = Places(limits or Limits())
        self._sleep = sleep
        self._listening: Listening | None = None
        self._watch: Watch | None = None

    @property
    def subscribed(self) -> int:
        """How many addresses clients have subscribed to, each client counted for itself."""
        return self._places.taken

    @property
    def watched(self) -> int:
        """How many resources are read again when something is new."""
        return self._watch.watched if self._watch else 0

    def offer(self, server: MCPServer, desk: Desk) -> None:
        """Let a server, built with `subscriptions=False`, tell its clients what is new."""
        self._watch = Watch(desk.source, Reader(server, desk), Lists(server, desk), self._sleep)
        self._listening = Listening(desk, self._watch, self._places)
        era = HandshakeEra(desk, self._watch, self._places)
        # The SDK's own stream knows nothing of scopes and sends all that waits; for the older methods it has no hook.
        low = server._lowlevel_server  # pyright: ignore[reportPrivateUsage] # noqa: SLF001
        low.add_request_handler(METHOD, SubscriptionsListenRequestParams, self._listening)
        low.add_request_handler("resources/subscribe", SubscribeRequestParams, era.subscribe)
        low.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, era.unsubscribe)
        server.middleware.append(era.greet)

    def close(self) -> None:
        """End every stream of the newest revision with its result; older connections end with the transport."""
        if self._listening is not None:
            self._listening.close()
