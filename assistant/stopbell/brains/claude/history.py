"""What Claude is told of a conversation: whole turns, bounded, and where the cached part ends."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]

_CACHED = {"type": "ephemeral"}
_THOUGHT = frozenset({"thinking", "redacted_thinking"})
_NOTHING = "(The rider heard nothing.)"


@dataclass(slots=True)
class _Turn:
    """One question with all that followed; a call and its result are never apart, for they share a turn."""

    messages: list[Message] = field(default_factory=list[Message])

    def measure(self) -> int:
        return len(json.dumps(self.messages, ensure_ascii=False))


class History:
    """Finished turns and the one under way."""

    def __init__(self, most_turns: int, most_characters: int) -> None:
        """Remember so many turns at most, and so many characters."""
        self._most_turns = most_turns
        self._most_characters = most_characters
        self._turns: list[_Turn] = []
        self._open: _Turn | None = None

    def begin(self, question: Sequence[str]) -> None:
        """Begin a turn with the rider's words, in parts; a turn that was left open is dropped."""
        self._open = _Turn([{"role": "user", "content": [{"type": "text", "text": part} for part in question]}])

    def add_answer(self, content: list[dict[str, Any]]) -> None:
        """Add what Claude gave, as it came: it is sent back unchanged while the turn lasts.

        Text without a letter is not accepted back. An answer that goes on with a paused one is one message with it.
        """
        kept = [block for block in content if block["type"] != "text" or block["text"].strip()]
        messages = self._current.messages
        if messages[-1]["role"] == "assistant":
            messages[-1]["content"] += kept
        elif kept:
            messages.append({"role": "assistant", "content": kept})

    def add_results(self, results: list[dict[str, Any]]) -> None:
        """Add the results of all calls of the last answer, in one message, as they must come."""
        self._current.messages.append({"role": "user", "content": results})

    def end(self, heard: str) -> None:
        """Close the turn with what the rider heard; what was only thought, or said but not heard, is dropped."""
        if self._open is None:
            return
        messages = self._open.messages
        while messages[-1]["role"] == "assistant":
            # The last answer, or one whose calls nobody answered: a cancelled turn leaves such.
            messages.pop()
        kept = [_without_thoughts(message) for message in messages]
        kept.append({"role": "assistant", "content": [{"type": "text", "text": heard.strip() or _NOTHING}]})
        self._turns.append(_Turn(kept))
        self._open = None
        self._trim()

    def forget(self) -> None:
        """Forget all finished turns, where they themselves may be what is not accepted."""
        self._turns.clear()

    def to_messages(self) -> list[Message]:
        """Give all messages; the cache is told to end at the last, and at the end of the turn before."""
        finished = [message for turn in self._turns for message in turn.messages]
        current = list(self._current.messages)
        if finished:
            finished[-1] = _mark(finished[-1])
        current[-1] = _mark(current[-1])
        return [*finished, *current]

    @property
    def _current(self) -> _Turn:
        if self._open is None:
            raise LookupError("no turn was begun")
        return self._open

    def _trim(self) -> None:
        """Drop the oldest turns once there is too much, down to half: what is cached then holds for a while."""
        sizes = [turn.measure() for turn in self._turns]
        if len(sizes) <= self._most_turns and sum(sizes) <= self._most_characters:
            return
        while len(sizes) > 1 and (len(sizes) > self._most_turns // 2 or sum(sizes) > self._most_characters // 2):
            sizes.pop(0)
        self._turns = self._turns[-len(sizes) :]


def _without_thoughts(message: Message) -> Message:
    if message["role"] != "assistant":
        return message
    kept = [block for block in message["content"] if block["type"] not in _THOUGHT]
    return {**message, "content": kept}


def _mark(message: Message) -> Message:
    """Give a copy of a message whose last block ends what is cached; thoughts cannot be marked."""
    content: list[dict[str, Any]] = list(message["content"])
    if content and content[-1]["type"] not in _THOUGHT:
        content[-1] = {**content[-1], "cache_control": _CACHED}
    return {**message, "content": content}
