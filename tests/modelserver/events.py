"""An answer of a script as the events of a stream."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.modelserver.script import Call, ModelAnswer

PIECE = 7
"""Characters of one piece of text: words and sentences are cut anywhere."""


@dataclass(frozen=True)
class Event:
    """One event."""

    name: str
    data: dict[str, Any]
    written: int = 0
    """Characters of text that were sent with it and before it."""

    def to_bytes(self) -> bytes:
        """Give it as it goes over the wire."""
        return f"event: {self.name}\ndata: {json.dumps({'type': self.name, **self.data})}\n\n".encode()


PING = Event("ping", {})


def make_events(answer: ModelAnswer, model: str, number: int) -> Iterator[Event]:
    """Give the events of a whole answer."""
    fresh, cached, output = answer.usage
    usage = {"input_tokens": fresh, "cache_read_input_tokens": cached, "cache_creation_input_tokens": 0}
    message = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {**usage, "output_tokens": 1},
    }
    yield Event("message_start", {"message": message})
    yield PING
    written = 0
    for place, (start, deltas) in enumerate(_list_blocks(answer, number)):
        yield Event("content_block_start", {"index": place, "content_block": start}, written)
        for delta in deltas:
            written += len(delta.get("text", ""))
            yield Event("content_block_delta", {"index": place, "delta": delta}, written)
        yield Event("content_block_stop", {"index": place}, written)
    ending = {"stop_reason": answer.stop_reason, "stop_sequence": None}
    yield Event("message_delta", {"delta": ending, "usage": {"output_tokens": output}}, written)
    yield Event("message_stop", {}, written)


def to_signature(number: int) -> str:
    """Give the signature of the thoughts in an answer."""
    return f"signature-{number}"


def _list_blocks(answer: ModelAnswer, number: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    if answer.thinks:
        deltas = [{"type": "thinking_delta", "thinking": piece} for piece in _cut(answer.thinks)]
        signed = {"type": "signature_delta", "signature": to_signature(number)}
        yield {"type": "thinking", "thinking": "", "signature": ""}, [*deltas, signed]
    for text in (answer.says, answer.then_says):
        if text:
            yield {"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in _cut(text)]
    for place, call in enumerate(answer.calls):
        start = {"type": "tool_use", "id": f"toolu_{number}_{place}", "name": call.tool, "input": {}}
        yield start, [{"type": "input_json_delta", "partial_json": piece} for piece in _cut(_to_json(call))]


def _to_json(call: Call) -> str:
    return json.dumps(call.input, ensure_ascii=False) if call.json_text is None else call.json_text


def _cut(text: str) -> list[str]:
    return [text[start : start + PIECE] for start in range(0, len(text), PIECE)]
