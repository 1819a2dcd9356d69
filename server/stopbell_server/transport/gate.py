"""The gate before the protocol: which requests come in, in which order they are checked, and what refuses them."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from stopbell_server.transport.addresses import is_own_host, is_own_origin
from stopbell_server.transport.bodies import read_body
from stopbell_server.transport.callers import CALLER, Caller
from stopbell_server.transport.clients import Clients, naming
from stopbell_server.transport.measures import Measures
from stopbell_server.transport.refused import Reason, RefusedError
from stopbell_server.transport.streams import Streams, is_stream

_BODY_S = 10.0
_RETRY_S = "1"


@dataclass(frozen=True, slots=True)
class GateRules:
    """What is let in."""

    hosts: frozenset[str]
    """Names that a Host header may have, without the port."""
    origins: frozenset[str] = frozenset()
    """Web pages that may ask."""
    trusts_local_pages: bool = False
    """Whether pages of this machine may ask, on any port."""
    body_bytes: int = 1_048_576
    concurrent: int = 64
    streams: int = 256
    per_minute: int = 600


class Gate:
    """Checks one request after the other, cheapest first, and hands it to the protocol with its caller known."""

    def __init__(self, app: ASGIApp, rules: GateRules, clients: Clients, measures: Measures) -> None:
        """Stand before the app."""
        self._app = app
        self._rules = rules
        self._clients = clients
        self._measures = measures
        self._streams = Streams(rules.streams)

    def end(self) -> None:
        """Let go of whoever only listens, so that the server can end."""
        self._streams.end()

    def check_host(self, headers: Mapping[str, str]) -> None:
        """Refuse a request that another web page sent through the reader's browser (DNS rebinding).

        Raises:
            RefusedError: the name the request used is not ours (421), or the page is not trusted (403).
        """
        host = headers.get("host", "")
        if not is_own_host(host, self._rules.hosts):
            sentence = (
                f"This server is not called {host[:100]!r}; add that name to STOPBELL_HTTP_HOSTS if it should be."
            )
            raise RefusedError(421, Reason.HOST, sentence)
        origin = headers.get("origin")
        if origin and not is_own_origin(origin, self._rules.origins, loopback=self._rules.trusts_local_pages):
            sentence = (
                f"Pages of {origin[:100]!r} may not ask here; add that origin to STOPBELL_HTTP_ORIGINS if they may."
            )
            raise RefusedError(403, Reason.ORIGIN, sentence)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request of the protocol through.

        Raises:
            RefusedError: any check failed; nothing has been sent.
        """
        headers = Headers(scope=scope)
        self.check_host(headers)
        if scope["method"] != "POST":
            sentence = "Requests are sent here by POST; there are no sessions and no streams to open or close."
            raise RefusedError(405, Reason.METHOD, sentence, Allow="POST")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise RefusedError(415, Reason.CONTENT_TYPE, "Send the request as application/json.")
        caller = await self._clients.identify(scope, headers)
        with naming(caller):
            await self._serve(caller, headers, scope, receive, send)

    async def _serve(self, caller: Caller, headers: Headers, scope: Scope, receive: Receive, send: Send) -> None:
        declared = headers.get("content-length")
        with self._take_place():
            received = await read_body(receive, declared, most_bytes=self._rules.body_bytes, most_s=_BODY_S)
        token = CALLER.set(caller)
        try:
            if is_stream(headers):
                self._measures.open_streams += 1
                try:
                    await self._streams.serve(
                        caller.name,
                        lambda: self._clients.is_still(caller, headers),
                        self._app,
                        scope,
                        received,
                        send,
                    )
                finally:
                    self._measures.open_streams -= 1
            else:
                with self._take_place():
                    await self._app(scope, received, send)
        finally:
            CALLER.reset(token)

    @contextmanager
    def _take_place(self) -> Generator[None]:
        if self._measures.open_requests >= self._rules.concurrent:
            sentence = "As many requests as allowed are being answered; ask again (STOPBELL_HTTP_CONCURRENT)."
            raise RefusedError(503, Reason.BUSY, sentence, Retry_After=_RETRY_S)
        self._measures.open_requests += 1
        try:
            yield
        finally:
            self._measures.open_requests -= 1
