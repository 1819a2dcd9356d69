"""Streams of changes: open as long as a client listens, so counted apart, and ended with the server or the token."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stopbell_server.transport.refused import Reason, RefusedError

_METHOD = "subscriptions/listen"
_SHARES = 8
"""No client holds more than an eighth of all streams."""
_LAST_WORDS_S = 1.0
"""So long a stream may take to end by itself when the server ends; then it is cut off."""
_CHECK_S = 30.0
"""So often it is asked whether who listens still may."""


def is_stream(headers: Mapping[str, str]) -> bool:
    """Whether a request opens a stream; the revision that has them names the method in a header."""
    return headers.get("mcp-method", "") == _METHOD


class Streams:
    """The streams that are open."""

    def __init__(self, most: int, check_s: float = _CHECK_S) -> None:
        """Let so many be open at one time; every `check_s` seconds each must still be allowed."""
        self._most = most
        self._check_s = check_s
        self._open: Counter[str] = Counter()
        self._ending = asyncio.Event()

    def end(self) -> None:
        """End every stream that is open, and those that are opened from now on."""
        self._ending.set()

    @property
    def count(self) -> int:
        """How many are open."""
        return self._open.total()

    async def serve(
        self, client: str, may: Callable[[], Awaitable[bool]], app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Serve one stream of a client until it leaves, may listen no longer, or the server ends.

        Raises:
            RefusedError: too many streams, of all clients or of this one (503).
        """
        if self.count >= self._most or self._open[client] >= max(1, self._most // _SHARES):
            sentence = "As many streams as allowed are open; close one, or ask again later (STOPBELL_HTTP_STREAMS)."
            raise RefusedError(503, Reason.BUSY, sentence, Retry_After="60")
        self._open[client] += 1
        sending = _Sending(send)
        try:
            await app(scope, self._until_the_end(receive, may), sending.send)
            await sending.complete()
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    def _until_the_end(self, receive: Receive, may: Callable[[], Awaitable[bool]]) -> Receive:
        """Tell the protocol at the end that the client has left: it then lets the stream go at once."""

        async def hand_on() -> Message:
            asking = asyncio.ensure_future(receive())
            ending = asyncio.ensure_future(self._ending.wait())
            try:
                while not asking.done():
                    if ending.done():
                        await asyncio.wait({asking}, timeout=_LAST_WORDS_S)
                        break
                    await asyncio.wait({asking, ending}, timeout=self._check_s, return_when=asyncio.FIRST_COMPLETED)
                    if not asking.done() and not ending.done() and not await may():
                        break
                return asking.result() if asking.done() else {"type": "http.disconnect"}
            finally:
                asking.cancel()
                ending.cancel()

        return hand_on


class _Sending:
    """What was sent of one answer."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._is_open = False

    async def send(self, message: Message) -> None:
        """Send a part."""
        self._is_open = message["type"] == "http.response.start" or bool(message.get("more_body", False))
        await self._send(message)

    async def complete(self) -> None:
        """Send an end, if the answer has begun and has none."""
        if self._is_open:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
