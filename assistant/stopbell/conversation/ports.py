"""What a conversation needs from outside, as narrow as it can be."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from stopbell.answer import Answer, PromptChoice, ToolChoice


class Tools(Protocol):
    """The tools and prompts of a server; `stopbell.toolbox.Toolbox` is one."""

    async def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        """Call a tool; trouble is an answer too."""
        ...

    async def list_tools(self) -> tuple[ToolChoice, ...]:
        """List the tools; none when the server does not answer."""
        ...

    async def list_prompts(self) -> tuple[PromptChoice, ...]:
        """List the prompts; none when there are none."""
        ...

    async def get_prompt(self, name: str, arguments: Mapping[str, str] | None = None) -> str:
        """Give a prompt's text.

        Raises:
            LookupError: no such prompt, or an argument is missing.
        """
        ...


class News(Protocol):
    """Tells when resources say something else; `stopbell.toolbox.Toolbox` does."""

    def follow(self, address: str) -> AbstractAsyncContextManager[AsyncIterator[None]]:
        """Subscribe to a resource while the block runs; the iterator gives an item each time that it has changed.

        Several changes before the next item is asked for are one. The iterator ends when the server ends it.
        Nothing is kept for who was away: read the resource once the block is entered.

        Raises:
            LookupError: it cannot be subscribed to, or the connection is lost; on entering, or from the iterator.
        """
        ...


class WatchedTools(Tools, News, Protocol):
    """A server whose answers can be watched."""


class Clock(Protocol):
    """Tells the time of day, and a time that never jumps."""

    def now(self) -> datetime:
        """Give the current instant, aware."""
        ...

    def monotonic(self) -> float:
        """Give seconds that never go back."""
        ...


@dataclass(frozen=True, slots=True)
class City:
    """A feed that is loaded, or one that could be."""

    name: str
    """What commands call it."""
    title: str
    """What riders read; one line."""


class Cities(Protocol):
    """The feeds of this home and of the world's catalogue; there are none of them behind a remote server."""

    def list_loaded(self) -> Sequence[City]:
        """List the feeds that questions are answered from now."""
        ...

    def find(self, text: str, languages: Sequence[str]) -> Sequence[City]:
        """List feeds of the catalogue for a place or operator that can be added without a key, best first."""
        ...

    async def add(self, city: City) -> bool:
        """Load a feed that `find` gave, so that tools answer from it; tell whether it worked."""
        ...
