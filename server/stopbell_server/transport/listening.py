"""Listening on a socket: who is let in there, encryption, and an end that lets answers finish."""

import asyncio
import os
import signal
import socket
import ssl
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.transport.addresses import ListenAddress
from stopbell_server.transport.patience import HEAD_S, ImpatientProtocol

_FINISH_S = 5
"""So long an answer may take after the server was told to end; then it is cut off."""
_UNREAD_S = 60
"""So long a client may leave unread what was sent to it; then the system ends its connection (where it can: Linux)."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _Listener(uvicorn.Server):
    """Tells when it listens, and leaves signals to the program."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listens.set()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


@asynccontextmanager
async def listen(
    app: ASGIApp,
    address: ListenAddress,
    *,
    connections: int,
    certificate: Path | None = None,
    key: Path | None = None,
    proxies: tuple[str, ...] = (),
    head_s: float = HEAD_S,
) -> AsyncGenerator[str]:
    """Serve the app until the block is left; gives the URL of the root, with the port that was chosen.

    Connections beyond `connections` are answered 503 at once.
    `proxies` are the addresses whose word on a client's own address is taken. A connection is closed when the head of
    a request takes longer than `head_s` seconds.

    Raises:
        SettingsInvalid: the address or the certificate cannot be used.
    """
    config = uvicorn.Config(
        app,
        # A partial of a class makes protocols as well as the class that the listener's type asks for.
        http=cast(Any, partial(ImpatientProtocol, head_s=head_s)),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="on",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        limit_concurrency=connections,
        timeout_graceful_shutdown=_FINISH_S,
    )
    config.load()
    config.ssl = _open_encryption(certificate, key)
    listener = _Listener(config)
    bound = _bind(address)
    port = bound.getsockname()[1]
    serving = asyncio.create_task(listener.serve([bound]), name="serve HTTP")
    try:
        await _wait_until_listening(listener, serving)
        host = f"[{address.host}]" if ":" in address.host else address.host
        yield f"{'https' if config.ssl else 'http'}://{host}:{port}"
    finally:
        listener.should_exit = True
        await serving


async def wait_for_end() -> None:
    """Wait until the process is asked to end, by SIGTERM or an interrupt; a second one ends it at once."""
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()
    before = {int(number): signal.getsignal(number) for number in _SIGNALS}

    def note(number: int, _frame: object) -> None:
        signal.signal(number, before[number])
        loop.call_soon_threadsafe(asked.set)

    for number in _SIGNALS:
        signal.signal(number, note)
    try:
        await asked.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _wait_until_listening(listener: _Listener, serving: "asyncio.Task[None]") -> None:
    listens = asyncio.create_task(listener.listens.wait())
    await asyncio.wait({listens, serving}, return_when=asyncio.FIRST_COMPLETED)
    listens.cancel()
    if serving.done():
        serving.result()


def _bind(address: ListenAddress) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # The protocol is named, as asyncio sends without waiting for more (TCP_NODELAY) only where it is: else the two
    # parts of each answer are 40 ms apart.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if unread := getattr(socket, "TCP_USER_TIMEOUT", None):
            bound.setsockopt(socket.IPPROTO_TCP, unread, _UNREAD_S * 1000)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind((address.host, address.port))
        return bound
    except OSError as error:
        bound.close()
        raise SettingsInvalid(
            f"Cannot listen on {address.host} port {address.port} ({error.strerror}); choose another with --http."
        ) from error


def _open_encryption(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    if certificate is None:
        if key is not None:
            raise SettingsInvalid("A key is given but no certificate; give both, or a file that holds both.")
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key, _refuse_password)
    except (OSError, ssl.SSLError) as error:
        reason = error.strerror or "they do not belong together, or are not PEM"
        raise SettingsInvalid(f"The certificate {certificate} and its key cannot be used ({reason}).") from error
    return context


def _refuse_password() -> str:
    """Stand where the library would ask at the terminal, for which a server must not wait."""
    raise SettingsInvalid("The key of the certificate is encrypted; give one that is not, readable by this user only.")
