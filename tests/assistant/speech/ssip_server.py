"""A server that speaks SSIP by the book and notes every breach of it; what it plays ends when a test says so."""

import asyncio
from pathlib import Path
from typing import Self

REFUSED = "300 ERR INTERNAL ERROR"


class SsipServer:
    """One server on a socket in a folder; enter it in the loop of the test."""

    def __init__(self, folder: Path) -> None:
        self.address = f"unix_socket:{folder}/ssip"
        self._socket = folder / "ssip"
        self.modules = ["flite", "espeak-ng"]
        self.requests: list[str] = []
        self.texts: list[str] = []
        self.breaches: list[str] = []
        self.is_silent = False
        """It takes what comes and answers nothing, as a server that hangs."""
        self.refuses: str = ""
        """Beginning of the requests that are refused."""
        self.events_come_early = False
        """What happens to a message is told before the answer that names it."""
        self.queued: list[str] = []
        self._changed = asyncio.Condition()
        self._writers: list[asyncio.StreamWriter] = []
        self._server: asyncio.Server | None = None
        self._messages = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, str(self._socket))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._writers:
            writer.close()

    async def wait_for_texts(self, count: int = 1) -> None:
        """Wait until so many texts were queued."""
        async with asyncio.timeout(20), self._changed:
            await self._changed.wait_for(lambda: len(self.texts) >= count)

    def finish(self, event: str = "702 END") -> None:
        """All that is queued is over."""
        for message in self.queued:
            self._tell_event(message, event)
        self.queued.clear()

    def hang_up(self) -> None:
        """Close all connections, as a server that was killed."""
        for writer in self._writers:
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        try:
            while line := await reader.readline():
                request = self._to_text(line)
                self.requests.append(request)
                await asyncio.sleep(0)
                if self.is_silent:
                    continue
                await self._answer(request, reader)
        except ConnectionError:
            return

    async def _answer(self, request: str, reader: asyncio.StreamReader) -> None:
        if self.refuses and request.startswith(self.refuses):
            self._send(REFUSED)
        elif request == "SPEAK":
            self._send("230 OK RECEIVING DATA")
            await self._take_text(reader)
        elif request == "LIST OUTPUT_MODULES":
            self._send(*(f"250-{module}" for module in self.modules), "250 OK MODULE LIST SENT")
        elif request == "LIST SYNTHESIS_VOICES":
            self._send("249-English\ten-GB\tnone", "249-English+Adam\ten-GB\tAdam", "249-Ukrainian\tuk\tnone", "249 OK")
        elif request == "CANCEL SELF":
            self.finish("703 CANCELED")
            self._send("210 OK CANCELED")
        elif request.startswith(("SET SELF ", "GET ")):
            self._send("200 OK")
        else:
            self.breaches.append(f"no request: {request}")
            self._send("500 ERR INVALID COMMAND")

    async def _take_text(self, reader: asyncio.StreamReader) -> None:
        lines: list[str] = []
        while (line := self._to_text(await reader.readline())) != ".":
            if line in ("SPEAK", "CANCEL SELF") or line.startswith("SET SELF"):
                self.breaches.append(f"a request amid a text: {line}")
            if line.startswith(".") and not line.startswith(".."):
                self.breaches.append(f"a dot that is not stuffed: {line}")
            lines.append(line.removeprefix("."))
            await asyncio.sleep(0)
        self._messages += 1
        message = str(self._messages)
        self.texts.append("\n".join(lines))
        self.queued.append(message)
        async with self._changed:
            self._changed.notify_all()
        if self.events_come_early:
            self._tell_event(message, "701 BEGIN")
            self.finish()
        self._send(f"225-{message}", "225 OK MESSAGE QUEUED")
        if not self.events_come_early:
            self._tell_event(message, "701 BEGIN")

    def _tell_event(self, message: str, event: str) -> None:
        code = event.partition(" ")[0]
        self._send(f"{code}-{message}", f"{code}-1", event)

    def _send(self, *lines: str) -> None:
        for writer in self._writers:
            if not writer.is_closing():
                writer.write("".join(f"{line}\r\n" for line in lines).encode())

    def _to_text(self, line: bytes) -> str:
        if not line.endswith(b"\r\n"):
            self.breaches.append(f"a line without its end: {line!r}")
        return line.decode().rstrip("\r\n")
