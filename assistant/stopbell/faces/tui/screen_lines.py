"""The screen as lines in and out, for what knows when events may be told."""

import asyncio
from collections.abc import Callable


class ScreenLines:
    """A line is what is submitted; what is written goes among the answers."""

    def __init__(self, find_typed: Callable[[], str], show: Callable[[str], None]) -> None:
        """Take how to see what is being typed, and how to show whole lines."""
        self._find_typed = find_typed
        self._show = show
        self._entered: asyncio.Queue[str] = asyncio.Queue()

    def enter(self, text: str) -> None:
        """Take a line that was submitted."""
        self._entered.put_nowait(text)

    async def read(self, prompt: str) -> str | None:
        """Wait for the next line; there is always one more."""
        del prompt  # it stands before the field
        return await self._entered.get()

    async def read_meanwhile(self) -> str | None:
        """Wait for a line, also while an answer is being told."""
        return await self.read("")

    def write(self, text: str) -> None:
        """Show whole lines."""
        self._show(text)

    def typed(self) -> str | None:
        """Give what is being typed."""
        return self._find_typed()

    def interject(self, text: str) -> None:
        """Show whole lines; what is being typed stands elsewhere and stays."""
        self._show(text)
