"""Conversations in the demonstration city, over a real server in this process, at one frozen noon."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stopbell.conversation.conversation import Conversation
from stopbell.conversation.profile import KeptInMemory, Profile
from stopbell.conversation.reply import Reply
from stopbell.toolbox import Toolbox
from stopbell_server.app.live_world import open_world
from stopbell_server.demonstration import demonstration
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.home import Home
from stopbell_server.server import build_server
from tests.assistant.faketools import BOOKS
from tests.assistant.talking import NOON, load_brain


@dataclass(frozen=True, slots=True)
class Script:
    """What a rider says, and who the rider is."""

    says: Sequence[str]
    profile: Profile = field(default_factory=lambda: Profile(is_set_up=True))
    stop: str | None = "demo:market"
    """What questions are about at first; None: no stop is known."""


def play(scripts: Sequence[Script], root: Path) -> list[list[Reply]]:
    """Play each script as a conversation of its own; give the replies of each."""
    return asyncio.run(_play(scripts, root))


async def _play(scripts: Sequence[Script], root: Path) -> list[list[Reply]]:
    clock = FrozenClock(NOON)
    async with (
        demonstration(Home(root), clock, None) as info,
        open_world(info.home, clock) as live,
        Toolbox.embedded(build_server(live, BOOKS), phrasebooks=BOOKS) as toolbox,
    ):
        told: list[list[Reply]] = []
        for script in scripts:
            store = KeptInMemory(script.profile)
            talk = Conversation(toolbox, BOOKS, store, clock, load_brain(), stop=script.stop)
            told.append([await talk.hear(text) for text in script.says])
        return told
