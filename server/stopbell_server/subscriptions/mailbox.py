"""What one client is still to be told: each thing once, however often it changed."""

import asyncio

from mcp.server.subscriptions import ServerEvent


class Mailbox:
    """Events that wait for one client. It never holds more than what the client asked for has parts.

    An event says only that something is another, so one that waits already stands for all later ones.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self._waiting: dict[ServerEvent, None] = {}
        self._rings = asyncio.Event()
        self._is_closed = False

    def __len__(self) -> int:
        """Count what waits."""
        return len(self._waiting)

    def put(self, event: ServerEvent) -> None:
        """Leave an event; never waits."""
        if not self._is_closed:
            self._waiting[event] = None
            self._rings.set()

    def close(self) -> None:
        """Take nothing more; what waits may still be taken out."""
        self._is_closed = True
        self._rings.set()

    async def take(self) -> ServerEvent | None:
        """Take out the event that has waited longest; None when the mailbox is closed and empty."""
        while not self._waiting:
            if self._is_closed:
                return None
            self._rings.clear()
            await self._rings.wait()
        event = next(iter(self._waiting))
        del self._waiting[event]
        return event
