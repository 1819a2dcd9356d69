"""Connections whose request does not begin in time are closed: a few hundred silent ones would keep all others out.

The listener itself waits for the first lines of a request for as long as a stranger likes to take over them.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 10.0
"""So long the lines before the body may take, from the connection or from their first byte; see `bodies` for the rest.
"""


class ImpatientProtocol(H11Protocol):
    """HTTP/1.1 as the listener speaks it, with an end to waiting."""

    def __init__(self, *given: Any, head_s: float = HEAD_S, **named: Any) -> None:
        """Wait `head_s` seconds for each request's head."""
        super().__init__(*given, **named)
        self._head_s = head_s
        self._waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the listener has it
        """Begin to wait: who connects wants to ask."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait from the first byte of a later request on, until its head is whole."""
        if self._is_between_requests():
            self._wait()
        super().data_received(data)
        if not self._is_between_requests():
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget about it."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_between_requests(self) -> bool:
        # The listener says of this field that it always holds one; before the first request it holds none.
        cycle = cast(Any, self.cycle)
        return cycle is None or bool(cycle.response_complete)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self._head_s, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        self.transport.close()
