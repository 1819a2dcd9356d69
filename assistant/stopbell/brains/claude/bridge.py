"""Between the server's tools and Claude's: what is offered, and how a result is told without repeating itself."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from stopbell.answer import Answer, ToolChoice
from stopbell.clean_line import to_clean_line

OURS = frozenset({"language", "verbosity"})
"""Arguments that the conversation fills in itself."""
MOST_CHARACTERS = 6000
"""Of one result."""
_FEWER = (10, 5, 3, 1)
"""How many items of a list are kept, tried in this order until a result is short enough."""
_REPEATED = frozenset(
    {
        "type",
        "uri",
        "language",
        "spokenName",
        "spokenHeader",
        "spokenDescription",
        "spoken",
        "label",
        "number",
        "headingSource",
        "scheduledArrival",
        "expectedArrival",
        "serviceDay",
        "windowStart",
        "coverage",
        "timetableEnds",
        "uncertaintySeconds",
    }
)
"""Fields that the text says already, or that only programs need."""


def to_claude_tools(tools: Sequence[ToolChoice]) -> list[dict[str, Any]]:
    """Give the tools in Claude's form, in the server's order; the last one ends what is cached.

    Only tools that change nothing are offered: words from a feed must not be able to do anything.
    """
    offered = [_to_tool(tool) for tool in tools if tool.is_read_only]
    if offered:
        offered[-1]["cache_control"] = {"type": "ephemeral"}
    return offered


def _to_tool(tool: ToolChoice) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(json.dumps(tool.input_schema))
    fields = schema.get("properties")
    if isinstance(fields, dict):
        schema["properties"] = {
            name: value for name, value in cast("dict[str, Any]", fields).items() if name not in OURS
        }
    return {"name": tool.name, "description": tool.description, "input_schema": schema}


def list_ours(tool: ToolChoice) -> frozenset[str]:
    """List which of our own arguments a tool takes."""
    return OURS & set(tool.input_schema.get("properties", ()))


def to_result(call_id: str, answer: Answer) -> dict[str, Any]:
    """Give an answer as the result of a call: its text, how it was answered, and the ids to ask further with."""
    return _to_block(call_id, to_result_text(answer), is_error=answer.is_error)


def to_failure(call_id: str, sentence: str) -> dict[str, Any]:
    """Give one sentence for a call that was not made."""
    return _to_block(call_id, sentence, is_error=True)


def _to_block(call_id: str, text: str, *, is_error: bool) -> dict[str, Any]:
    block: dict[str, Any] = {
        "type": "tool_result",
        "tool_use_id": call_id,
        "content": [{"type": "text", "text": text or "(nothing)"}],
    }
    return {**block, "is_error": True} if is_error else block


def to_result_text(answer: Answer) -> str:
    """Give the written answer and, in one line of JSON, what it does not say; never longer than the limit."""
    said = answer.text.replace(answer.provenance.notice, "") if answer.provenance.notice else answer.text
    text = to_clean_line(said)[:MOST_CHARACTERS]
    whole: dict[str, Any] = {}
    if answer.status.state != "ok":
        whole["status"] = answer.status.state
        whole["code"] = answer.status.code
    if answer.status.candidates:
        whole["candidates"] = [one.to_wire() for one in answer.status.candidates]
    whole["data"] = answer.raw.get("data")
    slim: Any = _slim(whole)
    for most in (None, *_FEWER):
        structure = json.dumps(_shorten(slim, most), ensure_ascii=False, separators=(",", ":"))
        if len(text) + len(structure) < MOST_CHARACTERS:
            return f"{text}\n{structure}" if structure != "{}" else text
    return text


def _slim(value: Any) -> Any:
    """Leave out what is repeated or empty; clean the rest of what no text should have."""
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        kept = {name: _slim(one) for name, one in items if name not in _REPEATED}
        return {name: one for name, one in kept.items() if one not in (None, "", [], {})}
    if isinstance(value, list):
        return [_slim(one) for one in cast("list[Any]", value)]
    return to_clean_line(value) if isinstance(value, str) else value


def _shorten(value: Any, most: int | None) -> Any:
    if isinstance(value, dict):
        return {name: _shorten(one, most) for name, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        items = [_shorten(one, most) for one in cast("list[Any]", value)]
        if most is None or len(items) <= most:
            return items
        return [*items[:most], f"and {len(items) - most} more, left out here"]
    return value
