"""The server: one answer of the script for each request, or the refusal that the real one would give."""

import asyncio
import json
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from tests.modelserver.events import PING, make_events, to_signature
from tests.modelserver.rules import find_fault
from tests.modelserver.script import ModelAnswer

KEY = "test-key-that-nobody-may-see"
_PING_S = 0.1
_PATH = "/v1/messages"


@dataclass
class ModelServer:
    """Serves while it is entered; requests, refusals and connections that the client closed are kept."""

    answers: list[ModelAnswer] = field(default_factory=list[ModelAnswer])
    """What is still to be given."""
    requests: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    faults: list[str] = field(default_factory=list[str])
    """Why requests were not as they should be, or not as the script expects them."""
    left: int = 0
    """Streams that the client closed before their end."""
    address: str = ""

    async def __aenter__(self) -> Self:
        self._is_paused = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
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
            headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            await self._answer(head[0], headers, body, _Stream(reader, writer))
        except (asyncio.IncompleteReadError, ConnectionError):
            self.left += 1
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _answer(self, first: str, headers: dict[str, str], body: bytes, stream: "_Stream") -> None:
        request: dict[str, Any] = json.loads(body)
        self.requests.append(request)
        number = len(self.requests)
        if KEY in body.decode():
            self.faults.append("the key is in the body")
        if not first.startswith(f"POST {_PATH} ") or "anthropic-version" not in headers:
            self.faults.append(f"{first} is not asked here")
            await stream.refuse(404, "not_found_error", "Not found")
        elif KEY not in (headers.get("x-api-key"), headers.get("authorization", "").removeprefix("Bearer ")):
            await stream.refuse(401, "authentication_error", "invalid x-api-key")
        elif fault := find_fault(request, self._list_signatures(), is_paused=self._is_paused):
            self.faults.append(fault)
            await stream.refuse(400, "invalid_request_error", fault)
        elif not self.answers:
            self.faults.append("a request that the script has no answer for")
            await stream.refuse(500, "api_error", "no answer left")
        else:
            answer = self.answers.pop(0)
            self._is_paused = answer.stop == "pause_turn"
            self._compare(answer, request)
            if answer.status != 200:
                await stream.refuse(answer.status, answer.error, "as the script says", answer.retry_after)
            else:
                await self._play(answer, str(request["model"]), number, stream)

    def _list_signatures(self) -> frozenset[str]:
        return frozenset(to_signature(given) for given in range(1, len(self.requests)))

    def _compare(self, answer: ModelAnswer, request: dict[str, Any]) -> None:
        """Compare a request with what the script expects of it."""
        text = json.dumps(request["messages"], ensure_ascii=False)
        self.faults += [f"the request has no {one!r}" for one in answer.has if one not in text]
        self.faults += [f"the request has {one!r}" for one in answer.lacks if one in text]

    async def _play(self, answer: ModelAnswer, model: str, number: int, stream: "_Stream") -> None:
        await stream.begin()
        if answer.raw is not None:
            await stream.send(answer.raw.encode())
            return await stream.end()
        for event in make_events(answer, model, number):
            if answer.stalls_after is not None and event.written >= answer.stalls_after:
                return await self._stall(stream)
            if answer.cut_after is not None and event.written >= answer.cut_after:
                return stream.cut()
            if answer.fails_after is not None and event.written >= answer.fails_after:
                failure = {"type": "error", "error": {"type": answer.error, "message": "as the script says"}}
                await stream.send(f"event: error\ndata: {json.dumps(failure)}\n\n".encode())
                return await stream.end()
            if answer.ends_after is not None and event.written >= answer.ends_after:
                return await stream.end()
            await stream.send(event.to_bytes())
        return await stream.end()

    async def _stall(self, stream: "_Stream") -> None:
        """Send keep-alives until the client leaves."""
        while not await stream.is_left(_PING_S):
            await stream.send(PING.to_bytes())
        self.left += 1


class _Stream:
    """One response, in chunks."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def refuse(self, status: int, kind: str, sentence: str, retry_after: str | None = None) -> None:
        """Answer with an error."""
        body = json.dumps({"type": "error", "error": {"type": kind, "message": sentence}}).encode()
        later = f"retry-after: {retry_after}\r\n" if retry_after is not None else ""
        head = f"HTTP/1.1 {status} Refused\r\ncontent-type: application/json\r\n{later}"
        self._writer.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
        await self._writer.drain()

    async def begin(self) -> None:
        """Answer that a stream follows."""
        self._writer.write(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
            b"transfer-encoding: chunked\r\nconnection: close\r\n\r\n"
        )
        await self._writer.drain()

    async def send(self, data: bytes) -> None:
        """Send one chunk by itself."""
        self._writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await self._writer.drain()
        await asyncio.sleep(0)

    async def end(self) -> None:
        """End as it should be."""
        self._writer.write(b"0\r\n\r\n")
        await self._writer.drain()

    def cut(self) -> None:
        """Break the connection."""
        self._writer.transport.abort()

    async def is_left(self, within_s: float) -> bool:
        """Wait for so long; say whether the client has closed the connection."""
        try:
            return await asyncio.wait_for(self._reader.read(1), within_s) == b""
        except TimeoutError:
            return False
        except ConnectionError:
            return True
