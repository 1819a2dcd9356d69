"""A small HTTP server on the loopback whose answers are written out, down to the broken ones."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self


@dataclass(frozen=True)
class Request:
    """What was asked."""

    path: str
    """With the query."""
    headers: dict[str, str]
    """By lower-case name."""


Answer = Callable[[Request, asyncio.StreamWriter], Awaitable[None]]


def answer(body: bytes = b"", status: str = "200 OK", **headers: str) -> Answer:
    """Answer whole, with a Content-Length unless given; header names take underscores for hyphens."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    given = {"Content-Length": str(len(body)), "Connection": "close"} | given
    head = "".join(f"{name}: {value}\r\n" for name, value in given.items())

    async def write(_: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body)
        await writer.drain()

    return write


def answer_in_turn(*answers: Answer) -> Answer:
    """Give one answer after the other; the last one stays."""
    left = list(answers)

    async def write(request: Request, writer: asyncio.StreamWriter) -> None:
        await (left.pop(0) if len(left) > 1 else left[0])(request, writer)

    return write


def answer_to_validators(body: bytes, **validators: str) -> Answer:
    """Answer 304 when the question carries what this answer was marked with (ETag, Last_Modified)."""

    async def write(request: Request, writer: asyncio.StreamWriter) -> None:
        asked = (request.headers.get("if-none-match"), request.headers.get("if-modified-since"))
        known = (validators.get("ETag"), validators.get("Last_Modified"))
        is_same = asked == known and any(asked)
        reply = answer(status="304 Not Modified") if is_same else answer(body, **validators)
        await reply(request, writer)

    return write


async def stay_silent(_: Request, writer: asyncio.StreamWriter) -> None:
    """Promise a body and never send it."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx")
    await writer.drain()
    await asyncio.Event().wait()


@dataclass
class Loopback:
    """Serves `answers` by path, for as long as it is entered; every request is kept."""

    answers: dict[str, Answer]
    requests: list[Request] = field(default_factory=list)
    address: str = ""
    """http://127.0.0.1:PORT"""
    encryption: ssl.SSLContext | None = None

    async def __aenter__(self) -> Self:
        self._tasks: set[asyncio.Task[None]] = set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self.encryption)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = dict(line.split(": ", 1) for line in head[1:] if line)
            path = head[0].split(" ")[1]
            request = Request(path, {name.lower(): value for name, value in headers.items()})
            self.requests.append(request)
            reply = self.answers.get(path.partition("?")[0], answer(status="404 Not Found"))
            await reply(request, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the client went away, as some tests make it
        finally:
            writer.close()
            self._tasks.discard(task)
