"""The town served on standard input and output: `python -m tests.together.town_server FOLDER [MODE]`.

Modes of a server in trouble: `silent` never says a word, `dying` ends at the first call of a tool,
`chatty` prints to standard output and logs to standard error before each answer.
"""

import asyncio
import logging
import os
import sys
from pathlib import Path

from stopbell_server.server import build_server
from stopbell_server.transport.stdio import log_to_stderr, serve_stdio
from stopbell_server.world import World
from tests.town import reopen_town


class Dying:
    """A source that takes the whole process with it."""

    def current(self) -> World:
        """End without a word."""
        os._exit(3)


class Chatty:
    """A source that talks where it should not."""

    def __init__(self, world: World) -> None:
        self._world = world

    def current(self) -> World:
        """Print and log, then answer."""
        print("this is not the protocol", flush=True)
        logging.getLogger("town").warning("this is a log line")
        return self._world


async def main() -> None:
    """Serve the town in the way the second argument says."""
    log_to_stderr()
    mode = sys.argv[2] if len(sys.argv) > 2 else ""
    if mode == "silent":
        await asyncio.sleep(3600)
    world = reopen_town(Path(sys.argv[1]))
    await serve_stdio(build_server({"dying": Dying(), "chatty": Chatty(world)}.get(mode, world)))


if __name__ == "__main__":
    asyncio.run(main())
