"""Talk with the assistant over a fake server, from tests that are not asynchronous themselves."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from stopbell.brains.offline.agent import OfflineBrain
from stopbell.brains.offline.loading import load_offline_brain
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.ports import City
from stopbell.conversation.profile import KeptInMemory, Profile, ProfileStore
from stopbell.conversation.reply import Reply
from tests.assistant.faketools import (
    BOOKS,
    FakeTools,
    answer_alerts,
    answer_board,
    answer_nearby,
    answer_stop,
    make_stop,
)

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)
KNOWN = Profile(is_set_up=True, language="en")


@cache
def load_brain() -> OfflineBrain:
    """Read the grammars once for all tests; they never change while these run."""
    return load_offline_brain()


@dataclass
class TestClock:
    """A clock that goes on only when a test says so."""

    __test__ = False
    instant: datetime = NOON
    seconds: float = 0.0

    def now(self) -> datetime:
        return self.instant + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds


def make_tools(**answers: Any) -> FakeTools:
    """A small server: one stop, its board, its neighbours, one alert; parts can be replaced by name."""
    oak, elm = make_stop(), make_stop("town:elm", "Elm Road", code="6497")
    tools = FakeTools(
        {
            "get_arrivals": answer_board(oak, elm),
            "describe_stop": answer_stop(oak, elm),
            "search_nearby_stops": answer_nearby(oak, elm),
            "get_alerts": answer_alerts("Detour"),
        }
    )
    tools.answers.update(answers)
    return tools


def open_talk(
    tools: FakeTools | None = None,
    *,
    profile: Profile = KNOWN,
    store: ProfileStore | None = None,
    clock: TestClock | None = None,
    **given: Any,
) -> Conversation:
    """A conversation over the fake server."""
    return Conversation(
        tools or make_tools(), BOOKS, store or KeptInMemory(profile), clock or TestClock(), load_brain(), **given
    )


def hear(conversation: Conversation, *texts: str) -> list[Reply]:
    """Say several things one after the other; give the replies."""

    async def play() -> list[Reply]:
        return [await conversation.hear(text) for text in texts]

    return asyncio.run(play())


def begin(conversation: Conversation) -> Reply:
    """Open the conversation; give the greeting."""
    return asyncio.run(conversation.begin())


def say(*texts: str, tools: FakeTools | None = None, **given: Any) -> Reply:
    """Say several things in a new conversation; give the last reply."""
    return hear(open_talk(tools, **given), *texts)[-1]


def list_written(reply: Reply) -> list[str]:
    """Give a reply's lines as a reader prints them."""
    return [line.written for line in reply.lines]


@dataclass
class FakeCities:
    """Feeds that are loaded, and feeds that can be."""

    loaded: list[City] = field(default_factory=list[City])
    known: list[City] = field(default_factory=list[City])
    works: bool = True

    def list_loaded(self) -> Sequence[City]:
        return self.loaded

    def find(self, text: str, languages: Sequence[str]) -> Sequence[City]:
        return [city for city in self.known if text.casefold() in city.title.casefold()]

    async def add(self, city: City) -> bool:
        if self.works:
            self.loaded.append(city)
        return self.works
