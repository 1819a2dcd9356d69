"""Opening the one way to facts: the embedded server over this home's feeds, or another server."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stopbell.commands.running import report
from stopbell.commands.situation import Situation

if TYPE_CHECKING:
    from stopbell.commands.home_cities import HomeCities
    from stopbell.toolbox import Toolbox
    from stopbell_server.phrases.phrasebooks import Phrasebooks


@dataclass(frozen=True, slots=True)
class Opened:
    """What a command asks with."""

    toolbox: "Toolbox"
    phrasebooks: "Phrasebooks"
    cities: "HomeCities | None"
    """The feeds of this home; None behind another server."""


@asynccontextmanager
async def open_tools(situation: Situation) -> "AsyncGenerator[Opened]":
    """Open the tools until the block is left; enter and leave it in one task, as the MCP client needs it.

    Feeds that cannot be opened are reported and left out.
    """
    from stopbell_server.app import Starting

    async with AsyncExitStack() as stack:
        starting = stack.enter_context(Starting())
        from stopbell.toolbox import Toolbox
        from stopbell_server.phrases.phrasebooks import Phrasebooks

        books = Phrasebooks.load()
        if command := situation.settings.server:
            connecting = Toolbox.connect(command, phrasebooks=books, language=situation.language)
            toolbox = await stack.enter_async_context(connecting)
            starting.done()
            yield Opened(toolbox, books, None)
            return
        from stopbell.commands.home_cities import HomeCities
        from stopbell_server.app import open_world
        from stopbell_server.server import build_server

        live = await stack.enter_async_context(open_world(situation.home, situation.clock, situation.settings))
        for problem in live.problems:
            report(f"Feed {problem.feed} is left out. {problem.sentence}")
        server = build_server(live, books, situation.language)
        embedding = Toolbox.embedded(server, phrasebooks=books, language=situation.language)
        toolbox = await stack.enter_async_context(embedding)
        starting.done()
        yield Opened(toolbox, books, HomeCities(situation.home, situation.clock, live))
