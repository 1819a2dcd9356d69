"""The model server in a thread of its own, for programs that have a loop of their own."""

import asyncio
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from tests.modelserver.script import ModelAnswer
from tests.modelserver.server import ModelServer


@contextmanager
def serve(answers: Sequence[ModelAnswer]) -> Generator[ModelServer]:
    """Serve these answers until the block is left."""
    server, loop, ready = ModelServer(list(answers)), asyncio.new_event_loop(), threading.Event()
    ending = asyncio.Event()

    async def stay() -> None:
        async with server:
            ready.set()
            await ending.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(stay(),), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(ending.set)
        thread.join(10)
        loop.close()
