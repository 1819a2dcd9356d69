"""Rules of the protocol that the SDK leaves to the server: cursors, unknown tools, spellings of addresses."""

from dataclasses import replace
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS

from stopbell_server.contract.uris import to_canonical

Request = ServerRequestContext[Any, Any]


async def refuse_cursors(ctx: Request, call_next: CallNext) -> HandlerResult:
    """Refuse a cursor: every list is given whole, so none was ever handed out."""
    if ctx.method.endswith("/list") and (ctx.params or {}).get("cursor"):
        raise MCPError(code=INVALID_PARAMS, message="Invalid cursor: lists are given whole; leave the cursor out.")
    return await call_next(ctx)


async def read_canonical(ctx: Request, call_next: CallNext) -> HandlerResult:
    """Read every spelling of an address as the one canonical spelling."""
    uri = (ctx.params or {}).get("uri")
    if ctx.method == "resources/read" and isinstance(uri, str):
        try:
            ctx = replace(ctx, params={**(ctx.params or {}), "uri": to_canonical(uri)})
        except ValueError:
            return await call_next(ctx)
    return await call_next(ctx)


def refuse_unknown(method: str, kind: str, names: tuple[str, ...]) -> ServerMiddleware[Any]:
    """Make the rule that asking for a tool or prompt that is not there names those which are."""

    async def refuse(ctx: Request, call_next: CallNext) -> HandlerResult:
        if ctx.method == method:
            name = (ctx.params or {}).get("name")
            if name not in names:
                raise MCPError(code=INVALID_PARAMS, message=f"Unknown {kind} {name!r}. There are: {', '.join(names)}.")
        return await call_next(ctx)

    return refuse
