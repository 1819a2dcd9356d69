"""A tool whose every outcome is the contract: answers, refusals and our own failures alike.

The SDK would give bad arguments back as a validation library's text and drop the structure; a rider would
hear that. So arguments are judged here, and what is wrong is told by name, in the rider's language.
"""

import inspect
import logging
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any, cast

import anyio
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.tools.base import Tool
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, ToolAnnotations
from pydantic import Field, InstanceOf, PrivateAttr, ValidationError

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Envelope
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.prepared import read_result_schema
from stopbell_server.contract.schemas import to_input_schema
from stopbell_server.desk.client_language import list_client_languages
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.tools.client_quirks import takes_links
from stopbell_server.tools.refusal import Refusal, refuse_argument, to_allowed, while_loading
from stopbell_server.tools.reply import Reply, to_numbered_lines

logger = logging.getLogger(__name__)

_MOST_CHECKED = 256
READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
"""Every tool only looks; asking twice changes nothing; nothing outside the loaded feeds is reached."""


class RiderTool(Tool):
    """Runs a pure function `answer(question, ...) -> Reply` for one call."""

    result: type[Envelope] = Field(exclude=True)
    nothing: InstanceOf[WireModel] = Field(exclude=True)
    """The data of an answer that has none."""
    is_quick: Callable[[Question, Mapping[str, Any]], bool] = Field(exclude=True)
    """Whether a call is sure to be short enough for the event loop; others go to the worker thread."""
    desk: InstanceOf[Desk] = Field(exclude=True)
    _checked: dict[object, dict[str, Any]] = PrivateAttr(default_factory=dict[object, dict[str, Any]])
    _worker: anyio.CapacityLimiter = PrivateAttr(default_factory=lambda: anyio.CapacityLimiter(1))

    @cached_property
    def output_schema(self) -> dict[str, Any] | None:
        """Give the schema of the result; read when a client first lists the tools, not at the start."""
        return read_result_schema(self.result.model_fields["view"].default)

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> CallToolResult:
        """Answer one call. Never raises for what a caller sends or a feed holds."""
        request = context.request_context if context.protocol_version else None
        languages = list_client_languages(context.headers) if request else ()
        opened: Question | None = None
        try:
            question = opened = self.desk.open(_to_language(arguments), *languages)
            checked = self._check(arguments)
            call = partial(self.fn, question, **checked)
            if self.is_quick(question, checked):
                reply = cast(Reply, call())
            else:
                reply = await anyio.to_thread.run_sync(call, limiter=self._worker, abandon_on_cancel=True)
        except Refusal as refusal:
            question = opened or self.desk.open_nowhere(_to_language(arguments), *languages)
            reply = self._refuse(question, while_loading(refusal, question.world.loading))
        except MCPError:
            raise
        except Exception:
            logger.exception("Tool %s failed", self.name)
            question = opened or self.desk.open_nowhere(_to_language(arguments), *languages)
            reply = self._refuse(question, Refusal(Code.INTERNAL))
        return reply.to_result(with_links=takes_links(request))

    def _check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Validate the arguments; the same ones, asked again and again by whoever waits, are validated once."""
        # True is 1 to a dictionary, but not to a limit: so the types are part of the key.
        key: object = tuple((name, type(value).__name__, value) for name, value in arguments.items())
        try:
            known = self._checked.get(key)
        except TypeError:  # a list or an object, which no argument may be
            return self._validate(arguments)
        if known is None:
            known = self._validate(arguments)
            if len(self._checked) >= _MOST_CHECKED:
                self._checked.clear()
            self._checked[key] = known
        return known

    def _validate(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Judge the arguments; null means left out."""
        given = {name: value for name, value in arguments.items() if value is not None}
        known = cast(dict[str, dict[str, Any]], self.parameters["properties"])
        for name in given:
            if name not in known:
                raise refuse_argument(name, ", ".join(known))
        try:
            return self.fn_metadata.validate_arguments(given)
        except ValidationError as error:
            name = str(error.errors(include_input=False, include_url=False)[0]["loc"][0])
            whole = self.fn_metadata.arg_model.model_json_schema()["properties"]
            raise refuse_argument(name, to_allowed(whole.get(name, {}))) from None

    def _refuse(self, question: Question, refusal: Refusal) -> Reply:
        verdict = Verdict(refusal.code, refusal.values, refusal.candidates)
        sources = question.list_sources(refusal.authorities) if refusal.authorities else question.list_all_sources()
        provenance = merge_provenance(sources, question.book.language)
        phrase = compose(question.book, None, verdict, provenance)
        return Reply(
            self.result.model_validate(
                {
                    "text": phrase.written,
                    "spoken": phrase.spoken,
                    "data": refusal.data or self.nothing,
                    "status": verdict.to_status(question.book),
                    "provenance": provenance,
                    "language": question.book.language,
                }
            ),
            lines=to_numbered_lines((one.label, one.id) for one in refusal.candidates),
        )


def make_tool(
    desk: Desk,
    answer: Callable[..., Reply],
    title: str,
    result: type[Envelope],
    nothing: WireModel,
    *,
    is_quick: Callable[[Question, Mapping[str, Any]], bool] = lambda _question, _arguments: False,
) -> RiderTool:
    """Make a tool of a pure function; its name and its description are the function's own.

    The first parameter is the question; all others are arguments, described in `inputs`.
    """
    plain = Tool.from_function(
        answer,
        title=title,
        description=inspect.cleandoc(answer.__doc__ or "").replace("\n", " "),
        context_kwarg="question",
        annotations=READ_ONLY,
        structured_output=False,
    )
    return RiderTool(
        fn=plain.fn,
        name=plain.name,
        title=plain.title,
        description=plain.description,
        parameters=to_input_schema(plain.parameters),
        fn_metadata=plain.fn_metadata,
        is_async=plain.is_async,
        context_kwarg=plain.context_kwarg,
        annotations=plain.annotations,
        result=result,
        nothing=nothing,
        is_quick=is_quick,
        desk=desk,
    )


def _to_language(arguments: Mapping[str, Any]) -> str | None:
    language = arguments.get("language")
    return language if isinstance(language, str) and language else None
