"""A connection to speech-dispatcher in its own protocol, SSIP: requests answered in order, events between them."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

_LONGEST_LINE = 1 << 16
_EVENT = "7"
"""Replies begin with 1 to 5; 7 is something that happened to a message."""
_ANSWER_LIMIT_S = 2.0
_MOST_LINES = 100_000
"""espeak-ng's voices with all their variants are 13 000 lines."""


class SsipError(Exception):
    """The server is not there, has gone, does not answer, or refuses."""


class SsipRefusedError(SsipError):
    """The server answered that it will not."""


class MessageEvent(Enum):
    """What happened to a message, by the codes of SSIP."""

    BEGIN = "701"
    END = "702"
    CANCELLED = "703"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: what stands in its lines before the last, without their code."""

    code: str
    lines: tuple[str, ...]
    last: str


class SsipConnection:
    """One connection; when it has gone, open another. Requests are made inside `do`, one exchange at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take an open stream to the server."""
        self._reader = reader
        self._writer = writer
        self._answers: deque[asyncio.Future[Reply]] = deque()
        self._listeners: dict[str, Callable[[MessageEvent], None]] = {}
        self._early: deque[tuple[str, MessageEvent]] = deque(maxlen=32)
        self._lock = asyncio.Lock()
        self._exchanges: set[asyncio.Task[Any]] = set()
        self._gone: SsipError | None = None
        self._listening = asyncio.create_task(self._listen())

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked, as far as is known."""
        return self._gone is None

    async def do(self, exchange: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """Run an exchange when those before it are over, and to its end even if this is cancelled.

        An exchange that is broken off leaves the server inside a text, where the next request would be spoken.
        """
        return await asyncio.shield(self.begin(exchange))

    def begin(self, exchange: Callable[[], Coroutine[Any, Any, Result]]) -> "asyncio.Task[Result]":
        """Run an exchange when those before it are over; a failure is kept for whoever awaits it."""

        async def run() -> Result:
            async with self._lock:
                return await exchange()

        task = asyncio.create_task(run())
        self._exchanges.add(task)
        task.add_done_callback(self._forget)
        return task

    async def ask(self, line: str) -> Reply:
        """Send one line and wait for its answer. Only inside an exchange.

        Raises:
            SsipRefusedError: the server says no.
            SsipError: it has gone, or does not answer in time.
        """
        one_line = line.replace("\r", " ").replace("\n", " ")
        return await self._send(f"{one_line}\r\n")

    async def say(self, text: str) -> str:
        """Queue a text and give the message's number. Only inside an exchange. Raises as `ask` does."""
        await self.ask("SPEAK")
        lines = text.splitlines() or [""]
        stuffed = "".join(f".{line}\r\n" if line.startswith(".") else f"{line}\r\n" for line in lines)
        reply = await self._send(f"{stuffed}.\r\n")
        return reply.lines[0] if reply.lines else ""

    def listen_to(self, message: str, listener: Callable[[MessageEvent], None]) -> None:
        """Tell what happens to a message from now on, first what has happened already."""
        self._listeners[message] = listener
        for event in [event for number, event in self._early if number == message]:
            self._tell(message, event)
        if self._gone is not None:
            self._tell(message, MessageEvent.CANCELLED)

    def drop(self, why: str) -> None:
        """Let it go: whoever waits is told why."""
        if self._gone is None:
            self._gone = SsipError(why)
            self._writer.close()
        while self._answers:
            answer = self._answers.popleft()
            if not answer.done():
                answer.set_exception(self._gone)
        for listener in list(self._listeners.values()):
            listener(MessageEvent.CANCELLED)
        self._listeners.clear()

    async def close(self) -> None:
        """Let it go, and leave no task behind."""
        self.drop("it was closed")
        self._listening.cancel()
        await asyncio.gather(self._listening, *self._exchanges, return_exceptions=True)
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def _send(self, text: str) -> Reply:
        if self._gone is not None:
            raise self._gone
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._answers.append(answer)
        self._writer.write(text.encode())
        try:
            async with asyncio.timeout(_ANSWER_LIMIT_S):
                reply = await answer
        except TimeoutError as error:
            self.drop("speech-dispatcher does not answer")
            raise SsipError("speech-dispatcher does not answer") from error
        if reply.code[0] not in "12":
            raise SsipRefusedError(f"speech-dispatcher refuses {text.splitlines()[0]!r}: {reply.code} {reply.last}")
        return reply

    async def _listen(self) -> None:
        why = "speech-dispatcher has closed the connection"
        lines: list[str] = []
        try:
            while line := await self._reader.readline():
                text = line.decode(errors="replace").rstrip("\r\n")
                lines.append(text[4:])
                if len(lines) > _MOST_LINES:
                    raise ValueError("an answer without end")
                if text[3:4] != "-":
                    self._take(text[:3], lines)
                    lines = []
        except (OSError, ValueError) as error:
            why = f"the connection to speech-dispatcher broke: {error}"
        self.drop(why)

    def _take(self, code: str, lines: Sequence[str]) -> None:
        if code.startswith(_EVENT):
            self._take_event(code, lines[0])
        elif self._answers:
            answer = self._answers.popleft()
            if not answer.done():
                answer.set_result(Reply(code, tuple(lines[:-1]), lines[-1]))

    def _take_event(self, code: str, message: str) -> None:
        try:
            event = MessageEvent(code)
        except ValueError:
            return
        if message in self._listeners:
            self._tell(message, event)
        else:
            self._early.append((message, event))

    def _tell(self, message: str, event: MessageEvent) -> None:
        """Tell whoever listens; nothing follows the end of a message."""
        listener = self._listeners.get(message)
        if event is not MessageEvent.BEGIN:
            self._listeners.pop(message, None)
        if listener is not None:
            listener(event)

    def _forget(self, task: "asyncio.Task[Any]") -> None:
        self._exchanges.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.debug("speech-dispatcher: %s", error)


async def connect(address: str) -> SsipConnection:
    """Connect to `unix_socket:PATH` or `inet_socket:HOST:PORT`, as SPEECHD_ADDRESS has it.

    Raises:
        SsipError: nobody listens there.
    """
    method, _, place = address.partition(":")
    try:
        async with asyncio.timeout(_ANSWER_LIMIT_S):
            if method == "inet_socket":
                host, _, port = place.rpartition(":")
                streams = await asyncio.open_connection(host or "127.0.0.1", int(port), limit=_LONGEST_LINE)
            else:
                streams = await asyncio.open_unix_connection(place, limit=_LONGEST_LINE)
    except (OSError, ValueError, TimeoutError) as error:
        raise SsipError(f"speech-dispatcher does not listen at {address}: {error}") from error
    return SsipConnection(*streams)
