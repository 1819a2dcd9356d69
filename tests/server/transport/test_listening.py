"""Listening: encryption, what cannot be listened on, requests beyond what is answered at one time, and the end."""

import asyncio
import socket
import ssl
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.types import Message, Receive, Scope, Send

from stopbell_server.domain.clock import SystemClock
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.transport.addresses import ListenAddress
from stopbell_server.transport.clients import Clients
from stopbell_server.transport.gate import Gate
from stopbell_server.transport.listening import listen
from stopbell_server.transport.measures import Measures
from stopbell_server.transport.refused import RefusedError
from tests.certificates import make_certificate
from tests.server.transport.serving import RULES, open_http

LOOPBACK = ListenAddress("127.0.0.1", 0)


class Plain:
    """Answers anything, once it is let go."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.released = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        if scope["type"] == "lifespan":
            for kind in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{kind}.complete"})
            return
        self.asked.set()
        await self.released.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": scope["scheme"].encode()})


def test_with_a_certificate_it_is_https(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)

    async def play() -> tuple[str, str]:
        app = Plain()
        app.released.set()
        trust = ssl.create_default_context(cafile=certificate)
        async with listen(app, LOOPBACK, connections=64, certificate=certificate, key=key) as root:
            async with httpx2.AsyncClient(verify=trust, trust_env=False) as http:
                answer = await http.get(root.replace("127.0.0.1", "localhost"))
            return root.partition(":")[0], answer.text

    assert asyncio.run(play()) == ("https", "https")


@pytest.mark.parametrize("broken", ["certificate.pem", "key.pem"])
def test_a_certificate_that_cannot_be_used_is_one_sentence(tmp_path: Path, broken: str) -> None:
    certificate, key = make_certificate(tmp_path)
    (tmp_path / broken).write_text("hunter2")

    async def play() -> None:
        async with listen(Plain(), LOOPBACK, connections=64, certificate=certificate, key=key):
            pass

    with pytest.raises(SettingsInvalid, match="and its key cannot be used") as caught:
        asyncio.run(play())
    assert "hunter2" not in str(caught.value)


def test_a_key_without_a_certificate_is_refused(tmp_path: Path) -> None:
    _, key = make_certificate(tmp_path)

    async def play() -> None:
        async with listen(Plain(), LOOPBACK, connections=64, key=key):
            pass

    with pytest.raises(SettingsInvalid, match="no certificate"):
        asyncio.run(play())


def test_a_port_that_is_taken_is_one_sentence() -> None:
    async def play(port: int) -> None:
        async with listen(Plain(), ListenAddress("127.0.0.1", port), connections=64):
            pass

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsInvalid, match=rf"Cannot listen on 127\.0\.0\.1 port {port}"):
            asyncio.run(play(port))


def test_an_answer_that_is_being_made_is_finished_at_the_end() -> None:
    async def play() -> str:
        app = Plain()
        async with httpx2.AsyncClient(trust_env=False) as http:
            async with listen(app, LOOPBACK, connections=64) as root:
                asking = asyncio.create_task(http.get(root))
                await app.asked.wait()
                asyncio.get_running_loop().call_later(0.2, app.released.set)
            return (await asking).text

    assert asyncio.run(play()) == "http"


def test_beyond_its_places_a_server_says_that_it_is_busy_and_then_answers_again() -> None:
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope: Scope = {"type": "http", "method": "POST", "path": "/mcp", "headers": headers, "client": ("127.0.0.1", 9)}

    async def receive() -> Message:
        return {"type": "http.request", "body": b"{}"}

    async def play() -> tuple[RefusedError, list[str]]:
        app = Plain()
        gate = Gate(app, replace(RULES, concurrent=1), Clients(None, 0, SystemClock()), Measures())
        sent: list[str] = []

        async def send(message: Message) -> None:
            sent.append(message["type"])

        first = asyncio.create_task(gate(scope | {"scheme": "http"}, receive, send))
        await app.asked.wait()
        with pytest.raises(RefusedError) as busy:
            await gate(scope, receive, send)
        app.released.set()
        await first
        await gate(scope | {"scheme": "http"}, receive, send)
        return busy.value, sent

    busy, sent = asyncio.run(play())
    assert (busy.status, busy.headers["Retry-After"], len(sent)) == (503, "1", 4)
    assert busy.sentence == "As many requests as allowed are being answered; ask again (STOPBELL_HTTP_CONCURRENT)."


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_answers_leave_at_once_on_every_kind_of_address(host: str) -> None:
    """Asyncio sets TCP_NODELAY on what a socket accepts only if that socket names its protocol."""

    async def play() -> tuple[str, list[int]]:
        app = Plain()
        app.released.set()
        delays: list[int] = []
        loop = asyncio.get_running_loop()
        make = loop.create_server

        async def create_server(factory: Any, *, sock: socket.socket, **options: Any) -> asyncio.Server:
            def watched() -> asyncio.Protocol:
                protocol = factory()
                begin = protocol.connection_made

                def connection_made(transport: asyncio.Transport) -> None:
                    accepted = transport.get_extra_info("socket")
                    delays.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                    begin(transport)

                protocol.connection_made = connection_made
                return protocol

            return await make(watched, sock=sock, **options)

        loop.create_server = create_server  # type: ignore[method-assign,assignment]  # to see what it accepts
        async with listen(app, ListenAddress(host, 0), connections=64) as root, open_http() as http:
            return (await http.get(root)).text, delays

    assert asyncio.run(play()) == ("http", [1])


async def send_slowly(root: str, *pieces: bytes) -> tuple[bytes, float]:
    """Send pieces one after the other and give all that comes back until the connection ends, and how long it took."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(root.rpartition(":")[2]))
    began = asyncio.get_running_loop().time()
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
    received = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    return received, asyncio.get_running_loop().time() - began


HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize("pieces", [(), (HEAD,)], ids=["silent", "half a head"])
def test_a_connection_that_does_not_ask_in_time_is_closed(pieces: tuple[bytes, ...]) -> None:
    async def play() -> tuple[bytes, float]:
        async with listen(Plain(), LOOPBACK, connections=64, head_s=0.2) as root:
            return await send_slowly(root, *pieces)

    received, spent_s = asyncio.run(play())
    assert received == b""
    assert spent_s < 5


def test_a_second_request_that_never_becomes_whole_is_given_up_too() -> None:
    async def play() -> bytes:
        app = Plain()
        app.released.set()
        async with listen(app, LOOPBACK, connections=64, head_s=0.2) as root:
            received, _ = await send_slowly(root, HEAD + b"\r\n", b"GET / HT")
            return received

    assert asyncio.run(play()).count(b"HTTP/1.1 200") == 1


def test_an_answer_may_take_longer_than_a_head() -> None:
    async def play() -> bytes:
        app = Plain()
        async with listen(app, LOOPBACK, connections=64, head_s=0.4) as root:
            asked = asyncio.create_task(send_slowly(root, HEAD + b"Connection: close\r\n\r\n"))
            await app.asked.wait()
            ended, _ = await asyncio.wait({asked}, timeout=0.8)
            assert not ended
            app.released.set()
            received, _ = await asked
            return received

    assert b"HTTP/1.1 200" in asyncio.run(play())
