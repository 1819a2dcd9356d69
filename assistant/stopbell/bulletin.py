"""What a server tells between calls, in revisions before 2026-07-28: notifications, sorted by address."""

import asyncio
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

_UPDATED = "notifications/resources/updated"


class Bell:
    """Rings for one address; several rings before anybody listens are one."""

    def __init__(self) -> None:
        """Begin silent."""
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Say that something is new."""
        self._rung.set()

    def __aiter__(self) -> "Bell":
        """Give itself."""
        return self

    async def __anext__(self) -> None:
        """Wait until something is new."""
        await self._rung.wait()
        self._rung.clear()


class Bulletin:
    """Hears all notifications of one connection."""

    def __init__(self) -> None:
        """Begin with nobody who listens."""
        self._bells: defaultdict[str, list[Bell]] = defaultdict(list)

    async def hear(self, message: Any) -> None:
        """Take a message of the server's that answers nothing; whatever is no news of a resource is left aside."""
        if getattr(message, "method", None) != _UPDATED:
            return
        for bell in self._bells.get(str(message.params.uri), ()):
            bell.ring()

    @contextmanager
    def open(self, address: str) -> Generator[Bell]:
        """Give a bell that rings for an address while the block runs."""
        bell = Bell()
        self._bells[address].append(bell)
        try:
            yield bell
        finally:
            self._bells[address].remove(bell)
            if not self._bells[address]:
                del self._bells[address]
