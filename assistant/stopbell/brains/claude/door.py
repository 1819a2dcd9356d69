"""The one place that talks to Anthropic's library: a request in, a stream of text out, every fault named."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stopbell.brains.claude.settings import ClaudeSettings
from stopbell.brains.companion import CompanionError, Trouble, Usage

if TYPE_CHECKING:
    from anthropic import APIStatusError, AsyncAnthropic

logger = logging.getLogger(__name__)

CONNECT_S = 5.0
_BUSY = frozenset({"rate_limit_error", "overloaded_error"})


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More text."""

    text: str


@dataclass(frozen=True, slots=True)
class Alive:
    """Something came that is not text: a thought, or a part of a call."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of one answer."""

    content: list[dict[str, Any]]
    """The blocks as they are sent back."""
    stop_reason: str | None
    usage: Usage


Event = TextDelta | Alive | Finished


class Door:
    """Sends one request at a time; opened when it is first needed, for the library takes over a second to import."""

    def __init__(self, settings: ClaudeSettings) -> None:
        """Keep the settings; nothing is imported or sent yet."""
        self._settings = settings
        self._client: AsyncAnthropic | None = None
        self._opening = asyncio.Lock()

    async def prepare(self) -> None:
        """Import the library and make the client in a thread, where nobody waits for either."""
        async with self._opening:
            if self._client is None:
                self._client = await asyncio.to_thread(self._make_client)

    async def stream(self, request: Mapping[str, Any]) -> AsyncGenerator[Event]:
        """Give the answer to a request as it comes; closing the generator closes the connection.

        Raises:
            CompanionError: no whole answer came.
        """
        try:
            await self.prepare()
        except ImportError as error:
            raise CompanionError(Trouble.UNUSABLE, f"the library cannot be imported: {error.name}") from None
        if self._client is None:
            raise CompanionError(Trouble.UNUSABLE, "it was closed")
        try:
            async with self._client.messages.stream(model=self._settings.model, **request) as stream:
                is_whole = False
                async for event in stream:
                    if event.type == "message_stop":
                        is_whole = True
                    elif event.type == "content_block_delta" and event.delta.type == "text_delta":
                        yield TextDelta(event.delta.text)
                    elif event.type in ("message_start", "content_block_start", "content_block_delta"):
                        yield Alive()
                if not is_whole:
                    raise CompanionError(Trouble.UNUSABLE, "the stream ended without an end", is_retryable=True)
                message = await stream.get_final_message()
                # What the library adds to a block for its own use is not part of what may be sent back.
                content = [block.to_dict(exclude_unset=True) for block in message.content]
                yield Finished(content, message.stop_reason, _to_usage(message.usage))
        except CompanionError:
            raise
        except Exception as error:
            # Whatever a stream from outside does must not end the conversation; a bug of ours ends up here too.
            raise _name_trouble(error) from None

    def _make_client(self) -> "AsyncAnthropic":
        import anthropic

        key, limits = self._settings.key, self._settings.limits
        return anthropic.AsyncAnthropic(
            api_key=None if key.is_token else key.value,
            auth_token=key.value if key.is_token else None,
            base_url=self._settings.url,
            timeout=anthropic.Timeout(limits.turn_s, connect=CONNECT_S),
            max_retries=0,  # who waits at a stop decides how often; see agent.py
        )

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()
            self._client = None


def _to_usage(usage: Any) -> Usage:
    cached = usage.cache_read_input_tokens or 0
    fresh = (usage.input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    return Usage(requests=1, read=fresh + cached, cached=cached, written=usage.output_tokens or 0)


def _name_trouble(error: Exception) -> CompanionError:
    """Say what an exception of the library means; of its text nothing is kept, it may quote what was sent."""
    import anthropic

    logger.info("The model's answer failed: %s", type(error).__name__)
    if isinstance(error, anthropic.APIStatusError):
        return _name_status(error)
    if isinstance(error, anthropic.APIConnectionError):
        return CompanionError(Trouble.UNREACHABLE, "no connection", is_retryable=True)
    return CompanionError(Trouble.UNUSABLE, f"a broken stream: {type(error).__name__}", is_retryable=True)


def _name_status(error: "APIStatusError") -> CompanionError:
    status, kind = error.status_code, error.type
    told = f"status {status}, {kind}"
    wait_s = _read_seconds(error.response.headers.get("retry-after"))
    if status in (401, 403):
        return CompanionError(Trouble.KEY, told)
    if status in (429, 503, 529) or kind in _BUSY:
        return CompanionError(Trouble.BUSY, told, is_retryable=True, retry_after_s=wait_s)
    if status >= 500 or kind == "api_error":
        return CompanionError(Trouble.UNREACHABLE, told, is_retryable=True, retry_after_s=wait_s)
    return CompanionError(Trouble.UNUSABLE, told)


def _read_seconds(text: str | None) -> float:
    """Read a retry-after in seconds; one that is a date, or no number, asks for no pause."""
    try:
        return max(0.0, float(text or 0))
    except ValueError:
        return 0.0
