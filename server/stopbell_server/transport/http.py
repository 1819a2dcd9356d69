"""The server over HTTP: the gate, the protocol behind it, and three pages for whoever runs it."""

from collections.abc import Awaitable, Callable

from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from stopbell_server.domain.clock import Clock
from stopbell_server.subscriptions.offering import Subscriptions
from stopbell_server.transport.audit import Audit
from stopbell_server.transport.bodies import Incoming
from stopbell_server.transport.callers import Verifier
from stopbell_server.transport.clients import Clients, to_client
from stopbell_server.transport.gate import Gate, GateRules
from stopbell_server.transport.measures import CONTENT_TYPE, Measures
from stopbell_server.transport.refused import Reason, RefusedError
from stopbell_server.world import World, WorldSource

PATH = "/mcp"
_MOST_DRAINED = 16_777_216
_DRAINED_S = 2.0
_Page = Callable[[Scope], Awaitable[Response]]


class HttpServer:
    """The whole as an ASGI application."""

    def __init__(
        self,
        server: MCPServer,
        source: WorldSource,
        clock: Clock,
        rules: GateRules,
        *,
        verifier: Verifier | None = None,
        answers_json: bool = False,
        audits_arguments: bool = False,
        subscriptions: Subscriptions | None = None,
    ) -> None:
        """Serve what `build_server` built, over a `SeenSource` of the same worlds.

        `source` is asked what is loaded, for /readyz and /metrics. Older revisions are answered by one event
        of a stream, or with `answers_json` by plain JSON; the newest is answered by JSON in any case.
        `subscriptions` are those that the server was built with; their streams then end in good order.
        """
        self._source = source
        self._measures = Measures()
        self._server = server
        self._subscriptions = subscriptions
        self._audit = Audit(clock, self._measures, with_arguments=audits_arguments)
        self._mcp: ASGIApp = server.streamable_http_app(
            streamable_http_path=PATH,
            stateless_http=True,
            json_response=answers_json,
            max_request_body_size=rules.body_bytes,
            # The gate has checked that, and says more when it refuses.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        self._clients = Clients(verifier, rules.per_minute, clock)
        self._gate = Gate(self._mcp, rules, self._clients, self._measures)
        self._pages: dict[str, _Page] = {
            "/healthz": self._tell_health,
            "/readyz": self._tell_ready,
            "/metrics": self._tell_metrics,
        }

    async def note_answers(self) -> None:
        """Begin to note every request in the audit log and the metrics; once, before serving."""
        listed = (*await self._server.list_tools(), *await self._server.list_prompts())
        self._server.middleware.insert(0, self._audit.make_middleware(frozenset(one.name for one in listed)))

    def end(self) -> None:
        """Let go of whoever only listens, so that the server can end."""
        if self._subscriptions is not None:
            self._subscriptions.close()
        self._gate.end()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; what is refused is noted and told."""
        if scope["type"] != "http":
            await self._mcp(scope, receive, send)
            return
        incoming = Incoming(receive)
        try:
            if scope["path"] == PATH:
                await self._gate(scope, incoming.receive, send)
                return
            response = await self._open_page(scope)
        except RefusedError as refused:
            if refused.reason is not Reason.SLOW:
                await incoming.drain(_MOST_DRAINED, _DRAINED_S)
            self._audit.note_refusal(refused.who or to_client(scope), refused.status, refused.reason)
            response = refused.to_response()
        await response(scope, receive, send)

    async def _open_page(self, scope: Scope) -> Response:
        page = self._pages.get(scope["path"])
        if page is None:
            raise RefusedError(404, Reason.PATH, f"There is nothing here; the protocol is spoken at {PATH}.")
        if scope["method"] not in ("GET", "HEAD"):
            raise RefusedError(405, Reason.METHOD, "This page is only read, by GET.", Allow="GET, HEAD")
        return await page(scope)

    async def _tell_health(self, _: Scope) -> Response:
        return PlainTextResponse("alive\n")

    async def _tell_ready(self, _: Scope) -> Response:
        if self._source.current().feeds:
            return PlainTextResponse("ready\n")
        return PlainTextResponse("no feed is loaded\n", 503)

    async def _tell_metrics(self, scope: Scope) -> Response:
        headers = Headers(scope=scope)
        self._gate.check_host(headers)
        if not (await self._clients.identify(scope, headers)).may_measure:
            raise RefusedError(403, Reason.SCOPE, "This token may not read metrics; it was made without --metrics.")
        self._measures.subscribed = self._subscriptions.subscribed if self._subscriptions else 0
        return Response(self._measures.to_openmetrics(_list_ages(self._source.current())), media_type=CONTENT_TYPE)


def _list_ages(world: World) -> list[tuple[str, int | None]]:
    names = [view.store.info.authority for view in world.feeds]
    return [(name, world.live_state(name).age_s) for name in names]
