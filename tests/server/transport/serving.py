"""A server on a real loopback socket, for as long as a test needs it, and requests as a host writes them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from stopbell_server.contract_choice import Contract
from stopbell_server.domain.clock import Clock, SystemClock
from stopbell_server.server import build_server
from stopbell_server.subscriptions.limits import Limits
from stopbell_server.subscriptions.offering import Subscriptions
from stopbell_server.transport.addresses import LOOPBACK_NAMES, ListenAddress
from stopbell_server.transport.callers import Caller, SeenSource, Verifier
from stopbell_server.transport.gate import GateRules
from stopbell_server.transport.http import PATH, HttpServer
from stopbell_server.transport.listening import listen
from stopbell_server.world import WorldSource
from tests.asking import load_phrasebooks

RULES = GateRules(hosts=LOOPBACK_NAMES, trusts_local_pages=True)
HEADERS = {"accept": "application/json, text/event-stream"}


@dataclass(frozen=True)
class Tokens:
    """Knows tokens by heart."""

    callers: dict[str, Caller] = field(default_factory=dict)

    async def verify(self, token: str) -> Caller | None:
        """Give the caller of a token."""
        return self.callers.get(token)


@asynccontextmanager
async def serve(
    source: WorldSource,
    rules: GateRules = RULES,
    *,
    verifier: Verifier | None = None,
    clock: Clock | None = None,
    answers_json: bool = False,
    audits_arguments: bool = False,
    proxies: tuple[str, ...] = (),
    contract: Contract = "stopbell",
    limits: Limits | None = None,
) -> AsyncGenerator[str]:
    """Serve the source; gives the URL of the protocol."""
    subscriptions = Subscriptions(limits)
    books = load_phrasebooks()
    app = HttpServer(
        build_server(SeenSource(source), books, language="en", contract=contract, subscriptions=subscriptions),
        source,
        clock or SystemClock(),
        rules,
        verifier=verifier,
        answers_json=answers_json,
        audits_arguments=audits_arguments,
        subscriptions=subscriptions,
    )
    await app.note_answers()
    async with listen(app, ListenAddress("127.0.0.1", 0), connections=1000, proxies=proxies) as root:
        try:
            yield f"{root}{PATH}"
        finally:
            app.end()


def to_call(tool: str, **arguments: Any) -> dict[str, Any]:
    """Write a call of a tool as JSON-RPC."""
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def to_sentence(response: httpx2.Response) -> str:
    """Give what a refusal says."""
    return str(response.json()["error"]["message"])


@asynccontextmanager
async def open_http(**headers: str) -> AsyncGenerator[httpx2.AsyncClient]:
    """Open a plain HTTP client that says these headers; names take underscores for hyphens."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    async with httpx2.AsyncClient(headers=HEADERS | given, trust_env=False, timeout=30) as http:
        yield http


@asynccontextmanager
async def open_client(url: str, token: str, mode: str = "auto") -> AsyncGenerator[Client]:
    """Open the SDK's client with a token."""
    async with (
        httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}, trust_env=False, timeout=30) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client
