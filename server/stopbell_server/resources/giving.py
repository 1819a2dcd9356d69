"""Hands a document out, and says beside it when what it tells last changed.

A template's own description cannot say that of each thing it stands for, so the read contents do, in `_meta`.
"""

from contextvars import ContextVar
from typing import Any, cast

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from stopbell_server.contract.linked import LinkedEntity

MODIFIED = "lastModified"
"""Named as in the annotations of listed resources."""
_noted: ContextVar[list[str] | None] = ContextVar("noted", default=None)


def give(entity: LinkedEntity) -> str:
    """Give an entity as text, and note when it last changed."""
    note_modified(entity.freshness.last_modified)
    return entity.to_document()


def note_modified(instant: str | None) -> None:
    """Note when what is being read last changed, ISO 8601; None when that is not known."""
    noted = _noted.get()
    if noted is not None and instant:
        noted.append(instant)


async def tell_modified(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Put beside read contents when they last changed."""
    if ctx.method != "resources/read":
        return await call_next(ctx)
    noted: list[str] = []
    token = _noted.set(noted)
    try:
        result = await call_next(ctx)
    finally:
        _noted.reset(token)
    if not noted or not isinstance(result, dict):
        return result
    contents = cast(list[dict[str, Any]], result.get("contents", []))
    told = [{**one, "_meta": {**one.get("_meta", {}), MODIFIED: noted[-1]}} for one in contents]
    return {**result, "contents": told}
