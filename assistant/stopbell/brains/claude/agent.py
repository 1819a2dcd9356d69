"""The loop of one question: ask Claude, call the tools it wants, ask again, within limits of time and number."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Any, Protocol, cast

from stopbell.answer import ToolChoice
from stopbell.brains.claude.bridge import list_ours, to_claude_tools, to_failure, to_result
from stopbell.brains.claude.door import Event, Finished, TextDelta
from stopbell.brains.claude.history import History
from stopbell.brains.claude.settings import Limits
from stopbell.brains.companion import CompanionError, Mark, Piece, Question, TextPiece, ToolDesk, Trouble, Usage
from stopbell.clean_line import to_clean_line

logger = logging.getLogger(__name__)

_CUT_SHORT = frozenset({"max_tokens", "model_context_window_exceeded"})
_ENDED = frozenset({"end_turn", "stop_sequence"})


class ModelDoor(Protocol):
    """What the loop needs of the model; `stopbell.brains.claude.door.Door` is one."""

    async def prepare(self) -> None:
        """Do ahead what takes time."""
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...

    def stream(self, request: Mapping[str, Any]) -> AsyncGenerator[Event]:
        """Give the answer to a request as it comes."""
        ...


class ClaudeAgent:
    """One conversation with Claude; implements `stopbell.brains.companion.Companion`."""

    def __init__(
        self,
        door: ModelDoor,
        prompt: str,
        limits: Limits | None = None,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Take the door, the system prompt, and how long and how much; `sleep` waits before a second try."""
        self._door = door
        self._system = [{"type": "text", "text": prompt, "cache_control": {"type": "ephemeral"}}]
        self._limits = limits or Limits()
        self._sleep = sleep
        self._history = History(self._limits.most_turns, self._limits.most_characters)
        self._usage = Usage()
        self._asked = 0
        """Tools asked for the question under way."""

    @property
    def usage(self) -> Usage:
        """What the conversation took so far."""
        return self._usage

    async def prepare(self) -> None:
        """Import what the first question needs; what is wrong with that is told when it is asked."""
        with suppress(ImportError):
            await self._door.prepare()

    async def close(self) -> None:
        """Close the connections."""
        await self._door.close()

    def forget(self) -> None:
        """Remember nothing of the turns before. See `Companion.forget`."""
        self._history.forget()

    async def answer(self, question: Question, desk: ToolDesk) -> AsyncGenerator[Piece]:
        """Give the answer piece by piece. See `Companion.answer`."""
        await self.prepare()
        deadline = asyncio.get_running_loop().time() + self._limits.turn_s
        self._history.begin(_to_parts(question))
        self._asked = 0
        tools = {tool.name: tool for tool in desk.tools if tool.is_read_only}
        offered = to_claude_tools(tuple(tools.values()))
        for number in range(1, self._limits.most_rounds + 1):
            request = self._to_request(offered, is_last=number == self._limits.most_rounds)
            finished: Finished | None = None
            async with aclosing(self._ask(request, deadline)) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        yield TextPiece(event.text)
                    elif isinstance(event, Finished):
                        finished = event
            if finished is None:
                raise CompanionError(Trouble.UNUSABLE, "no end")
            if finished.stop_reason == "refusal":
                raise CompanionError(Trouble.DECLINED, "refusal")
            self._history.add_answer(finished.content)
            if finished.stop_reason in _CUT_SHORT:
                yield Mark.CUT_SHORT
                return
            calls = [block for block in finished.content if block["type"] == "tool_use"]
            if finished.stop_reason in _ENDED:
                return
            yield Mark.BREAK
            if finished.stop_reason == "tool_use" and calls:
                self._history.add_results(await self._call_all(calls, tools, desk, deadline))
            elif finished.stop_reason != "pause_turn":
                raise CompanionError(Trouble.UNUSABLE, f"stop reason {finished.stop_reason}")
        raise CompanionError(Trouble.UNUSABLE, "no end after the most rounds")

    def settle(self, heard: str) -> None:
        """End the turn with what the rider heard of it."""
        self._history.end(heard)

    def _to_request(self, tools: list[dict[str, Any]], *, is_last: bool) -> dict[str, Any]:
        request: dict[str, Any] = {
            "max_tokens": self._limits.max_tokens,
            "system": self._system,
            "messages": self._history.to_messages(),
        }
        if tools:
            request["tools"] = tools
            if is_last:
                request["tool_choice"] = {"type": "none"}
        return request

    async def _ask(self, request: Mapping[str, Any], deadline: float) -> AsyncGenerator[Event]:
        """Ask once, and once more where the first try failed before anything of it was given."""
        for is_second in (False, True):
            has_begun = False
            try:
                async with aclosing(self._stream(request, deadline)) as events:
                    async for event in events:
                        has_begun = has_begun or isinstance(event, TextDelta)
                        yield event
                    return
            except CompanionError as error:
                if error.trouble is Trouble.UNUSABLE and not error.is_retryable:
                    # What was not accepted may be what is remembered; the next question begins anew.
                    self._history.forget()
                left_s = deadline - asyncio.get_running_loop().time()
                wait_s = error.retry_after_s
                if is_second or has_begun or not error.is_retryable or wait_s > min(self._limits.retry_wait_s, left_s):
                    raise
                logger.info("Asking once more after: %s", error)
                await self._sleep(wait_s)

    async def _stream(self, request: Mapping[str, Any], deadline: float) -> AsyncGenerator[Event]:
        """Give events; silence that lasts too long is trouble, and so is a turn that lasts too long."""
        loop = asyncio.get_running_loop()
        async with aclosing(self._door.stream(request)) as events:
            patience_s = self._limits.first_token_s
            while True:
                wait_s = min(patience_s, deadline - loop.time())
                try:
                    # Not wait_for: where an event is there already it loses a cancellation.
                    async with asyncio.timeout(max(0.0, wait_s)):
                        event = await anext(events)
                except StopAsyncIteration:
                    return
                except TimeoutError:
                    raise CompanionError(Trouble.UNREACHABLE, f"silent for {wait_s:.0f} s") from None
                if isinstance(event, Finished):
                    self._usage = self._usage.plus(event.usage)
                patience_s = self._limits.between_tokens_s
                yield event

    async def _call_all(
        self, calls: Sequence[dict[str, Any]], tools: Mapping[str, ToolChoice], desk: ToolDesk, deadline: float
    ) -> list[dict[str, Any]]:
        """Call all tools at the same time; every call gets one result, in order."""
        try:
            async with asyncio.timeout_at(deadline):
                return list(
                    await asyncio.gather(*(self._call(call, place, tools, desk) for place, call in enumerate(calls, 1)))
                )
        except TimeoutError:
            raise CompanionError(Trouble.UNREACHABLE, "the tools took too long") from None

    async def _call(
        self, call: Mapping[str, Any], place: int, tools: Mapping[str, ToolChoice], desk: ToolDesk
    ) -> dict[str, Any]:
        name, call_id, given = str(call["name"]), str(call["id"]), call.get("input")
        if place > self._limits.most_calls:
            return to_failure(call_id, f"At most {self._limits.most_calls} tools at a time; this one was not asked.")
        if (tool := tools.get(name)) is None:
            return to_failure(call_id, f"There is no tool {to_clean_line(name)[:60]}. There are: {', '.join(tools)}.")
        if not isinstance(given, Mapping):
            return to_failure(call_id, "The arguments must be one JSON object.")
        if self._asked >= self._limits.most_results:
            return to_failure(call_id, "Enough was asked for this question; answer with what there is.")
        self._asked += 1
        ours, wanted = list_ours(tool), cast("Mapping[str, Any]", given)
        arguments = {key: value for key, value in wanted.items() if key not in ours}
        return to_result(call_id, await desk.ask(name, arguments))


def _to_parts(question: Question) -> tuple[str, str]:
    """Give the moment and the question, apart: what the rider says cannot pass for what we say of the rider."""
    moment = "\n".join(f"{name}: {to_clean_line(value)}" for name, value in question.moment.items() if value)
    return f"<moment>\n{moment}\n</moment>", to_clean_line(question.text) or "…"
