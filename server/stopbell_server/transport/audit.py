"""The audit log: who asked what, with which outcome, in which time. Arguments say where a rider is: left out."""

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any, cast

from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.shared.exceptions import MCPError

from stopbell_server.domain.clock import Clock
from stopbell_server.transport.callers import CALLER
from stopbell_server.transport.measures import Measures

_log = logging.getLogger(__name__)

_LONGEST_NAME = 100
_NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_OTHER = "other"
_STREAM = "subscriptions/listen"
"""Noted when it begins, too: it ends hours later."""


class Audit:
    """Writes one JSON line an event, to the logger of this module at INFO, and counts it."""

    def __init__(self, clock: Clock, measures: Measures, *, with_arguments: bool = False) -> None:
        """Leave out what was asked for, unless told `with_arguments`: then places and stops of riders are kept."""
        self._clock = clock
        self._measures = measures
        self._with_arguments = with_arguments

    def note_refusal(self, who: str, status: int, reason: str) -> None:
        """Note a request that did not reach the protocol."""
        self._measures.count_refusal(reason)
        self._write({"who": who, "outcome": "refused", "status": status, "reason": reason})

    def make_middleware(self, names: frozenset[str]) -> ServerMiddleware[Any]:
        """Make what notes every request that reaches the protocol; `names` are those of tools and prompts.

        Other names are words of a client, which could hold anything.
        """

        async def note(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
            began = self._clock.monotonic()
            outcome = "failed"
            if ctx.method == _STREAM:
                self._write({**_to_event(ctx.method), "outcome": "opened"})
            try:
                result = await call_next(ctx)
                outcome = to_outcome(result)
                return result
            except MCPError as error:
                outcome = f"error {error.code}"
                raise
            except asyncio.CancelledError:
                outcome = "left"
                raise
            finally:
                self._note_answer(ctx.method, ctx.params or {}, outcome, self._clock.monotonic() - began, names)

        return note

    def _note_answer(
        self, method: str, params: Mapping[str, Any], outcome: str, seconds: float, names: frozenset[str]
    ) -> None:
        name = str(params.get(_NAMED.get(method, ""), ""))[:_LONGEST_NAME]
        subject = name if method == "tools/call" and name in names else method if method in _METHODS else _OTHER
        self._measures.count_answer(subject, outcome, seconds)
        event = _to_event(method)
        if name and (self._with_arguments or name in names):
            event["name"] = name
        if self._with_arguments and params.get("arguments"):
            event["arguments"] = params["arguments"]
        self._write({**event, "outcome": outcome, "ms": round(seconds * 1000, 1)})

    def _write(self, event: Mapping[str, Any]) -> None:
        if _log.isEnabledFor(logging.INFO):
            at = self._clock.now().isoformat(timespec="milliseconds")
            _log.info("%s", json.dumps({"at": at, **event}, ensure_ascii=True, separators=(",", ":")))


_METHODS = frozenset(
    {
        "completion/complete",
        "initialize",
        "notifications/cancelled",
        "notifications/initialized",
        "ping",
        "prompts/get",
        "prompts/list",
        "resources/list",
        "resources/read",
        "resources/subscribe",
        "resources/templates/list",
        "resources/unsubscribe",
        "server/discover",
        "subscriptions/listen",
        "tools/call",
        "tools/list",
    }
)
"""The methods that may become labels; others are counted together, so that no client can make labels."""


def _to_event(method: str) -> dict[str, Any]:
    """Begin an event of the request that runs now."""
    caller = CALLER.get()
    return {"who": caller.name if caller else "", "method": method[:_LONGEST_NAME]}


def to_outcome(result: HandlerResult) -> str:
    """Say how a result ended: the state of the contract where there is one, with its code; else `ok` or `error`."""
    given: Mapping[str, Any] = result if isinstance(result, dict) else {}
    structured: object = given.get("structuredContent")
    status = cast(Mapping[str, object], structured).get("status") if isinstance(structured, dict) else None
    if isinstance(status, dict):
        told = cast(Mapping[str, object], status)
        return " ".join(str(told[key]) for key in ("state", "code") if told.get(key))
    return "error" if given.get("isError") else "ok"
