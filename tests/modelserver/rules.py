"""What the Messages API accepts, as far as a client can get it wrong; each rule gives the sentence of its refusal."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_FIELDS = {"model", "max_tokens", "system", "messages", "tools", "tool_choice", "stream"}
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_BLOCKS = {
    "user": {"text", "tool_result"},
    "assistant": {"text", "tool_use", "thinking", "redacted_thinking"},
}
MOST_MARKS = 4


def find_fault(
    request: Mapping[str, Any], signatures: frozenset[str] = frozenset(), *, is_paused: bool = False
) -> str | None:
    """Give why a request is not accepted, None when it is.

    `signatures` are those of thoughts that were given; `is_paused`: the last answer may be sent back to be continued.
    """
    return next(_list_faults(request, signatures, is_paused=is_paused), None)


def _list_faults(request: Mapping[str, Any], signatures: frozenset[str], *, is_paused: bool) -> Iterator[str]:
    for name in request.keys() - _FIELDS:
        yield f"{name}: Extra inputs are not permitted"
    if not isinstance(request.get("model"), str) or not request["model"]:
        yield "model: Field required"
    if not isinstance(request.get("max_tokens"), int) or request["max_tokens"] < 1:
        yield "max_tokens: Field required"
    if request.get("stream") is not True:
        yield "stream: this server only streams"
    for block in request.get("system", ()):
        if block.get("type") != "text" or not block.get("text", "").strip():
            yield "system: text content blocks must be non-empty"
    yield from _list_tool_faults(request)
    messages: list[dict[str, Any]] = request.get("messages") or []
    yield from _list_message_faults(messages, signatures)
    if not is_paused and messages and messages[-1]["role"] != "user":
        yield "messages: the conversation must end with a user message"
    if _count_marks(request) > MOST_MARKS:
        yield f"A maximum of {MOST_MARKS} blocks with cache_control may be provided."


def _list_tool_faults(request: Mapping[str, Any]) -> Iterator[str]:
    tools = request.get("tools", [])
    names = [tool.get("name", "") for tool in tools]
    if len(set(names)) < len(names):
        yield "tools: Tool names must be unique."
    for tool in tools:
        if not _NAME.fullmatch(tool.get("name", "")):
            yield f"tools: {tool.get('name')!r} does not match the pattern"
        if tool.get("input_schema", {}).get("type") != "object":
            yield f"tools: {tool.get('name')}: input_schema must be an object"
    if "tool_choice" in request and not tools:
        yield "tool_choice: may only be specified while providing tools."


def _list_message_faults(messages: list[dict[str, Any]], signatures: frozenset[str]) -> Iterator[str]:
    if not messages:
        yield "messages: at least one message is required"
        return
    for place, message in enumerate(messages):
        wanted = "user" if place % 2 == 0 else "assistant"
        if message.get("role") != wanted:
            yield f"messages.{place}: roles must alternate, {wanted} expected"
            return
        content = message.get("content")
        if not isinstance(content, list) or not content:
            yield f"messages.{place}: content must be a non-empty list"
            return
        yield from _list_block_faults(place, message, signatures)
    yield from _list_pair_faults(messages)


def _list_block_faults(place: int, message: Mapping[str, Any], signatures: frozenset[str]) -> Iterator[str]:
    for block in message["content"]:
        kind = block.get("type")
        if kind not in _BLOCKS[message["role"]]:
            yield f"messages.{place}: a {message['role']} message has no {kind}"
        if kind == "text" and not block.get("text", "").strip():
            yield f"messages.{place}: text content blocks must contain non-whitespace text"
        if kind == "thinking" and block.get("signature") not in signatures:
            yield f"messages.{place}: invalid signature in thinking block"
        if kind in ("thinking", "redacted_thinking") and "cache_control" in block:
            yield f"messages.{place}: thinking blocks cannot have cache_control"
        if kind == "tool_use" and not isinstance(block.get("input"), dict):
            yield f"messages.{place}: tool_use.input should be a dictionary"
        if kind == "tool_result" and any(
            part.get("type") != "text" or not part.get("text", "").strip() for part in block.get("content", ())
        ):
            yield f"messages.{place}: tool_result has an empty block"
        if unknown := block.keys() - _FIELDS_OF.get(str(kind), set()):
            yield f"messages.{place}: {kind}: {sorted(unknown)}: Extra inputs are not permitted"


_FIELDS_OF = {
    "text": {"type", "text", "cache_control", "citations"},
    "thinking": {"type", "thinking", "signature"},
    "redacted_thinking": {"type", "data"},
    "tool_use": {"type", "id", "name", "input", "cache_control", "caller"},
    "tool_result": {"type", "tool_use_id", "content", "is_error", "cache_control"},
}


def _list_pair_faults(messages: list[dict[str, Any]]) -> Iterator[str]:
    """Each call has exactly one result, in the next message, before any text; no result is without its call."""
    for place, message in enumerate(messages):
        if message["role"] != "assistant":
            continue
        called = [block["id"] for block in message["content"] if block["type"] == "tool_use"]
        following = messages[place + 1]["content"] if place + 1 < len(messages) else []
        answered = [block["tool_use_id"] for block in following if block["type"] == "tool_result"]
        if sorted(called) != sorted(answered):
            yield f"messages.{place + 1}: tool_use ids {called} were answered by tool_result ids {answered}"
        kinds = [block["type"] for block in following]
        if "tool_result" in kinds and "text" in kinds[: kinds.index("tool_result")]:
            yield f"messages.{place + 1}: tool_result blocks must come first"
    if any(block["type"] == "tool_result" for block in messages[0]["content"]):
        yield "messages.0: unexpected tool_use_id in tool_result blocks"


def _count_marks(value: Any) -> int:
    if isinstance(value, dict):
        return ("cache_control" in value) + sum(_count_marks(one) for one in value.values())
    return sum(_count_marks(one) for one in value) if isinstance(value, list) else 0
