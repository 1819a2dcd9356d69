"""A connection that outlives what breaks it: made in a task of its own, and made anew when it is next needed.

A client that fails takes the task with it in which it was entered; here that is never the rider's.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import Generic, Self, TypeVar

T = TypeVar("T")

AGAIN_S = 1.0
"""A connection that has just failed to be made is not tried again sooner: others ask at the same time."""

Connect = Callable[[AsyncExitStack], Awaitable[T]]


class NotConnectedError(Exception):
    """There is no connection now, and none can be made."""


class Connection(Generic[T]):
    """Holds a client; enter it to connect for the first time."""

    def __init__(self, connect: Connect[T], start_s: float) -> None:
        """Take what connects on a stack, and how long it may take, in seconds."""
        self._connect = connect
        self._start_s = start_s
        self._client: T | None = None
        self._holding: asyncio.Task[None] | None = None
        self._is_leaving = asyncio.Event()
        self._lock = asyncio.Lock()
        self._failed_at: float | None = None

    async def __aenter__(self) -> Self:
        """Connect.

        Raises:
            Exception: whatever keeps it from being made, TimeoutError among them.
        """
        await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave the client, in the task that entered it."""
        self._is_leaving.set()
        if self._holding is not None:
            await asyncio.wait({self._holding})

    async def get(self) -> T:
        """Give the client; one that is lost is made anew.

        Raises:
            NotConnectedError: it cannot be made.
        """
        async with self._lock:
            if self._client is not None:
                return self._client
            if self._failed_at is not None and time.monotonic() - self._failed_at < AGAIN_S:
                raise NotConnectedError("the last try has just failed")
            try:
                return await self._open()
            except (Exception, BaseExceptionGroup) as error:
                self._failed_at = time.monotonic()
                raise NotConnectedError(type(error).__name__) from error

    async def _open(self) -> T:
        ready: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._holding = asyncio.create_task(self._hold(ready), name="connection")
        try:
            async with asyncio.timeout(self._start_s):
                client = await asyncio.shield(ready)
                self._client = client
                return client
        except BaseException:
            self._holding.cancel()
            await asyncio.wait({self._holding})
            raise

    async def _hold(self, ready: "asyncio.Future[T]") -> None:
        """Keep the client until it fails or is to be left."""
        try:
            async with AsyncExitStack() as stack:
                ready.set_result(await self._connect(stack))
                await self._is_leaving.wait()
        except asyncio.CancelledError:
            # By `_open`, which has the reason, or by a client that is failing.
            if not ready.done():
                ready.set_exception(NotConnectedError("cancelled"))
        except (Exception, BaseExceptionGroup) as error:
            if not ready.done():
                ready.set_exception(error)
        finally:
            self._client = None
            with suppress(asyncio.InvalidStateError):
                # Somebody who gave up waiting does not take the reason: it is said elsewhere.
                ready.exception()
