"""One question, one answer: for a shell, a script, or whoever wants no conversation."""

from collections.abc import Mapping
from typing import Any

from stopbell.conversation.conversation import Conversation
from stopbell.conversation.reply import Reply, TellEarly
from stopbell.faces.plain import to_plain


async def ask_once(conversation: Conversation, question: str, tell: TellEarly | None = None) -> Reply:
    """Ask one question; `tell` takes sentences as soon as they are there."""
    conversation.skip_hints()
    return await conversation.hear(question, tell)


def to_text(reply: Reply) -> str:
    """Give the answer as lines of text, one fact each, with an end of line after the last."""
    return "".join(f"{plain}\n" for line in reply.lines if (plain := to_plain(line.written)))


def to_document(question: str, reply: Reply) -> dict[str, Any]:
    """Give the answer as one JSON document; tool, arguments and data are those of the last question to the server.

    Keys whose value is not known are null: no tool was asked, or the server gave no data.
    """
    last = reply.calls[-1] if reply.calls else None
    raw: Mapping[str, Any] = last.answer.raw if last else {}
    return {
        "question": question,
        "text": reply.written,
        "spoken": reply.spoken,
        "kind": reply.kind,
        "language": reply.language,
        "status": last.answer.status.to_wire() if last else {"state": to_state(reply)},
        "tool": last.tool if last else None,
        "arguments": dict(last.arguments) if last else None,
        "data": raw.get("data"),
        "provenance": raw.get("provenance"),
        "choices": [choice.written for choice in reply.choices],
        "calls": [{"tool": call.tool, "arguments": dict(call.arguments)} for call in reply.calls],
    }


def to_state(reply: Reply) -> str:
    """Give the contract's state word for a reply: the server's, or our own where it was not asked."""
    if reply.calls:
        return reply.calls[-1].answer.status.state
    return "unresolved" if reply.kind in ("unknown", "prompt", "choice") else "ok"
