"""A tool of this contract: its payload or, where a question cannot be answered, a sentence with `isError`."""

import inspect
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, cast

import anyio
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.tools.base import Tool
from mcp.types import CallToolResult, TextContent
from pydantic import Field, InstanceOf, PrivateAttr, ValidationError

from stopbell_server.contract.codes import Code
from stopbell_server.contract.schemas import to_input_schema
from stopbell_server.desk.client_language import list_client_languages
from stopbell_server.desk.question import Desk, Question
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.tools.refusal import Refusal, refuse_argument, to_allowed, while_loading
from stopbell_server.tools.reply import to_numbered_lines
from stopbell_server.tools.rider_tool import READ_ONLY
from stopbell_server.transit_realtime.payloads import Block, Part, Payload

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool answers: a summary in the interface language, the data, and what to draw of it."""

    summary: Phrase
    data: Part
    blocks: tuple[Block, ...] = ()


class NotThere(Exception):  # noqa: N818  # it is an answer, not a fault
    """Nothing is called so; carries the sentence that says it and what to pass instead."""

    def __init__(self, phrase: Phrase) -> None:
        """Remember the sentence."""
        super().__init__(phrase.written)
        self.phrase = phrase


class DocumentedTool(Tool):
    """Runs a pure function `answer(question, ...) -> Answer` for one call, on a worker thread of its own."""

    data: type[Part] = Field(exclude=True)
    desk: InstanceOf[Desk] = Field(exclude=True)
    _worker: anyio.CapacityLimiter = PrivateAttr(default_factory=lambda: anyio.CapacityLimiter(1))

    @cached_property
    def output_schema(self) -> dict[str, Any] | None:
        """Give the schema of the payload; made when a client first lists the tools."""
        payload = Payload[self.data]  # type: ignore[name-defined]  # the type is known when the tool is made
        return cast(dict[str, Any], _drop_titles(payload.model_json_schema(by_alias=True)))

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> CallToolResult:
        """Answer one call. Never raises for what a caller sends or a feed holds."""
        languages = list_client_languages(context.headers) if context.protocol_version else ()
        question = self.desk.open_nowhere(*languages)
        try:
            question = self.desk.open(*languages)
            call = partial(self.fn, question, **self._check(arguments))
            answer = cast(Answer, await anyio.to_thread.run_sync(call, limiter=self._worker, abandon_on_cancel=True))
        except NotThere as unknown:
            return _to_error(unknown.phrase.written)
        except Refusal as refusal:
            return _refuse(question, while_loading(refusal, question.world.loading))
        except Exception:
            logger.exception("Tool %s failed", self.name)
            return _refuse(question, Refusal(Code.INTERNAL))
        structure = {
            "view": "transit_realtime",
            "data": answer.data.model_dump(mode="json", by_alias=True),
            "ui_blocks": [block.model_dump(mode="json") for block in answer.blocks],
        }
        return CallToolResult(content=[TextContent(text=answer.summary.written)], structured_content=structure)

    def _check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Validate the arguments; null means left out."""
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


def _drop_titles(node: Any) -> Any:
    """Leave out what the schema's maker calls things; no property has that name."""
    if isinstance(node, list):
        return [_drop_titles(item) for item in cast(list[Any], node)]
    if not isinstance(node, dict):
        return node
    return {key: _drop_titles(value) for key, value in cast(dict[str, Any], node).items() if key != "title"}


def _refuse(question: Question, refusal: Refusal) -> CallToolResult:
    """Say why, what to do, and what may have been meant, one on a line with its id."""
    said = question.book.code(refusal.code, **refusal.values)
    if refusal.candidates:
        rows = to_numbered_lines((one.label, one.id) for one in refusal.candidates)
        return _to_error("\n".join((said.written, *rows)))
    return _to_error(said.then(question.book.remedy(refusal.code, **refusal.values)).written)


def _to_error(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], is_error=True)


def make_tool(
    desk: Desk, answer: Callable[..., Answer], title: str, data: type[Part], *, name: str | None = None
) -> DocumentedTool:
    """Make a tool of a pure function; its name, unless another is given, and its description are the function's own."""
    plain = Tool.from_function(
        answer,
        name=name,
        title=title,
        description=inspect.cleandoc(answer.__doc__ or "").replace("\n", " "),
        context_kwarg="question",
        annotations=READ_ONLY,
        structured_output=False,
    )
    return DocumentedTool(
        fn=plain.fn,
        name=plain.name,
        title=plain.title,
        description=plain.description,
        parameters=to_input_schema(plain.parameters),
        fn_metadata=plain.fn_metadata,
        is_async=plain.is_async,
        context_kwarg=plain.context_kwarg,
        annotations=plain.annotations,
        data=data,
        desk=desk,
    )
