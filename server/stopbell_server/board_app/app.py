"""The board as hosts find it: a resource, and a mark on the tool whose answers it shows."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID, Apps, client_supports_apps
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver.resources import Resource
from pydantic import Field, InstanceOf

from stopbell_server.board_app.page import make_page
from stopbell_server.phrases.phrasebooks import Phrasebooks

BOARD_URI = "ui://stopbell/board.html"
SHOWN_TOOL = "get_arrivals"


class BoardPage(Resource):
    """The page; put together when a host first reads it, not at the start."""

    books: InstanceOf[Phrasebooks] = Field(exclude=True)

    @cached_property
    def _page(self) -> str:
        return make_page(self.books)

    async def read(self) -> str:
        """Give the page."""
        return self._page


def make_board_app(books: Phrasebooks) -> Apps:
    """Make the extension with the page. It asks for no network, no camera and no place."""
    apps = Apps()
    apps.add_resource(
        BoardPage(
            uri=BOARD_URI,
            name="departure-board",
            title="Departure board",
            description="An accessible page that shows an answer of get_arrivals and can renew it.",
            mime_type=APP_MIME_TYPE,
            meta={"ui": {"prefersBorder": True}},
            books=books,
        )
    )
    return apps


async def offer_to_apps(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Mark the tool for hosts that show apps, and list the page to them only; others see nothing of it.

    A client of an older revision over stateless HTTP has not told this request what it can do: it is offered the page
    too, for a host that does not know the mark passes over it.
    """
    result = await call_next(ctx)
    if not isinstance(result, dict):
        return result
    if ctx.method == "initialize":
        return _answer_greeting(ctx.params or {}, result)
    if ctx.method not in ("tools/list", "resources/list"):
        return result
    takes_apps = ctx.session.client_capabilities is None or client_supports_apps(ctx)
    if ctx.method == "tools/list":
        return _mark(result) if takes_apps else result
    if takes_apps:
        return _keep_private(result)
    kept = [one for one in _list(result, "resources") if not str(one.get("uri", "")).startswith("ui://")]
    return {**result, "resources": kept}


def _answer_greeting(params: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """Say to a client of an older revision that we have apps, if it says so itself; the SDK says it to newer ones."""
    asked = cast(Mapping[str, Any], params.get("capabilities") or {})
    if EXTENSION_ID not in cast(Mapping[str, Any], asked.get("extensions") or {}):
        return dict(result)
    capabilities = cast(Mapping[str, Any], result.get("capabilities", {}))
    extensions: dict[str, Any] = {**capabilities.get("extensions", {}), EXTENSION_ID: {}}
    return {**result, "capabilities": {**capabilities, "extensions": extensions}}


def _mark(result: Mapping[str, Any]) -> dict[str, Any]:
    tools = [
        {**tool, "_meta": {**tool.get("_meta", {}), "ui": {"resourceUri": BOARD_URI}}}
        if tool.get("name") == SHOWN_TOOL
        else tool
        for tool in _list(result, "tools")
    ]
    return _keep_private({**result, "tools": tools})


def _keep_private(result: Mapping[str, Any]) -> dict[str, Any]:
    """Forbid to share between clients a list that not all of them get."""
    return {**result, "cacheScope": "private"} if "cacheScope" in result else dict(result)


def _list(result: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], result.get(name, []))
