"""What the watches ask while a ride is practised: the ride as it would be, at the instant of the practice."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from stopbell.answer import Answer, PromptChoice, ToolChoice
from stopbell.conversation.practising.ride import PractisedRide
from stopbell_server.contract.envelope import Provenance, Status

_NO_NEWS: tuple[None, ...] = ()


class PractisedClock:
    """A time of day that goes on only when the practice does."""

    def __init__(self, begin: datetime) -> None:
        """Begin at an instant, aware."""
        self._now = begin

    def now(self) -> datetime:
        """Give the instant of the practice."""
        return self._now

    def monotonic(self) -> float:
        """Give its seconds."""
        return self._now.timestamp()

    def advance(self, by: timedelta) -> None:
        """Go on."""
        self._now += by


class PractisedTools:
    """Answers the few questions that watches have; nothing here reaches a server."""

    def __init__(self, ride: PractisedRide, clock: PractisedClock, language: str) -> None:
        """Take the ride, the time of the practice and the language of the answers (BCP 47)."""
        self._ride = ride
        self._clock = clock
        self._empty = Answer("", "", Status(state="ok"), None, Provenance(stale=False), language, {})

    async def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        """Answer as the server would on the way; what a ride needs not gets an empty answer."""
        given, now = dict(arguments or {}), self._clock.now()
        match name:
            case "get_arrivals":
                return replace(self._empty, data=self._ride.board_at(now))
            case "get_monitored_journey":
                return replace(self._empty, data=self._ride.journey_at(now, str(given.get("stop", ""))))
            case _:
                return self._empty

    async def list_tools(self) -> tuple[ToolChoice, ...]:
        """Give none: who practises chooses no tools."""
        return ()

    async def list_prompts(self) -> tuple[PromptChoice, ...]:
        """Give none."""
        return ()

    async def get_prompt(self, name: str, arguments: Mapping[str, str] | None = None) -> str:
        """Give none: there are no prompts on a practised ride."""
        raise LookupError(name)

    @asynccontextmanager
    async def follow(self, address: str) -> AsyncGenerator[AsyncIterator[None]]:
        """Give no news: the practice looks at each step."""
        del address
        yield _no_news()


async def _no_news() -> AsyncIterator[None]:
    for nothing in _NO_NEWS:
        yield nothing
