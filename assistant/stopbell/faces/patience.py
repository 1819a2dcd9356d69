"""Waiting for an answer without leaving the rider in doubt: a word after a second, then one every ten.

While an answer comes in parts the rider is not in doubt; only a long pause between them is told.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Patience:
    """Tells that it is still working; says nothing when the answer comes at once."""

    def __init__(self, first_s: float, again_s: float, tell: Callable[[str], None]) -> None:
        """Tell by message id, first after so many seconds, then each time so many have passed."""
        self._first_s = first_s
        self._again_s = again_s
        self._tell = tell
        self._was_told = False

    def note_told(self) -> None:
        """Note that a part of the answer was told just now."""
        self._was_told = True

    async def wait(self, answering: Coroutine[Any, Any, T]) -> T:
        """Give the answer when it is there."""
        task = asyncio.create_task(answering)
        message, wait_s = "face.working", self._first_s
        try:
            while not (await asyncio.wait({task}, timeout=wait_s))[0]:
                if not self._was_told:
                    self._tell(message)
                self._was_told = False
                message, wait_s = "face.still_looking", self._again_s
            return task.result()
        finally:
            task.cancel()
