"""Pages that say how a program is: for a load balancer, a supervisor or an operator's monitor; only read, by GET."""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from stopbell_server.transport.addresses import is_own_host

Describe = Callable[[], Mapping[str, Any]]
"""Gives the whole report; its `state` is ok, degraded or failing."""


class HealthPages:
    """An ASGI application: `/healthz` is it alive, `/readyz` is all well, `/status` everything as JSON."""

    def __init__(self, describe: Describe, names: frozenset[str]) -> None:
        """Take what gives the report, and the names by which a request may call this place; none: any."""
        self._describe = describe
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
            return
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("This page is only read, by GET.\n", 405, {"Allow": "GET, HEAD"})
        # A page of the web must not read this through a name that it had pointed here (DNS rebinding).
        if self._names and not is_own_host(Headers(scope=scope).get("host", ""), self._names):
            return PlainTextResponse("Not called by a name of this place.\n", 403)
        report = self._describe()
        match scope["path"]:
            case "/healthz":
                is_alive = report["state"] != "failing"
                return PlainTextResponse("alive\n" if is_alive else "failing\n", 200 if is_alive else 503)
            case "/readyz":
                is_well = report["state"] == "ok"
                return PlainTextResponse("ready\n" if is_well else f"{report['state']}\n", 200 if is_well else 503)
            case "/status":
                return JSONResponse(report)
            case _:
                return PlainTextResponse("There is nothing here; ask /healthz, /readyz or /status.\n", 404)


async def _live(receive: Receive, send: Send) -> None:
    """Begin and end at once: there is nothing to prepare."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        else:
            await send({"type": "lifespan.shutdown.complete"})
            return
