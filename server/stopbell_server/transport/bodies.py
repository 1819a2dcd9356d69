"""Reading a request's body whole, within a size and a time."""

import asyncio
from contextlib import suppress

from starlette.types import Message, Receive

from stopbell_server.transport.refused import Reason, RefusedError


async def read_body(receive: Receive, declared: str | None, *, most_bytes: int, most_s: float) -> Receive:
    """Read the body and give what hands it on; `declared` is the Content-Length header.

    Raises:
        RefusedError: too large (413), by its header or in fact, or too slow (408).
    """
    if declared is not None and declared.isdigit() and int(declared) > most_bytes:
        raise _refuse_size(most_bytes)
    try:
        async with asyncio.timeout(most_s):
            body, is_gone = await _collect(receive, most_bytes)
    except TimeoutError:
        sentence = f"The request did not arrive within {most_s:g} seconds; send it whole."
        raise RefusedError(408, Reason.SLOW, sentence, Connection="close") from None
    waiting: list[Message] = [{"type": "http.disconnect"}] if is_gone else []
    waiting.insert(0, {"type": "http.request", "body": body, "more_body": False})

    async def hand_on() -> Message:
        return waiting.pop(0) if waiting else await receive()

    return hand_on


async def _collect(receive: Receive, most_bytes: int) -> tuple[bytes, bool]:
    """Give the body, and whether the client went away before it was whole."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(body), True
        body += message.get("body", b"")
        if len(body) > most_bytes:
            raise _refuse_size(most_bytes)
        if not message.get("more_body", False):
            return bytes(body), False


class Incoming:
    """A request's messages, of which it is known whether the body has arrived whole."""

    def __init__(self, receive: Receive) -> None:
        """Take over the messages of one request."""
        self._receive = receive
        self._is_whole = False

    async def receive(self) -> Message:
        """Give the next message."""
        message = await self._receive()
        self._is_whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    async def drain(self, most_bytes: int, most_s: float) -> None:
        """Read what is left and forget it: a client that is still sending would not hear why it was refused."""
        read = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                while not self._is_whole and read <= most_bytes:
                    read += len((await self.receive()).get("body", b""))


def _refuse_size(most_bytes: int) -> RefusedError:
    sentence = f"The request is too large; at most {most_bytes} bytes are read (STOPBELL_HTTP_BODY_BYTES)."
    return RefusedError(413, Reason.SIZE, sentence, Connection="close")
