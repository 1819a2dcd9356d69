"""Make other sounds of this machine softer while the voice speaks, and give them back as they were."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Protocol

from stopbell.speech.helper_process import HelperGoneError, HelperProcess, start_helper, to_command

logger = logging.getLogger(__name__)


class Ducker(Protocol):
    """Lowers others and restores them; never blocks and never fails."""

    def lower(self) -> None:
        """The voice begins."""
        ...

    def restore(self) -> None:
        """The voice has ended; another sentence may follow at once."""
        ...

    async def close(self) -> None:
        """Give back everything. It can be called twice."""
        ...


class NoDucker:
    """Leaves others as they are."""

    def lower(self) -> None:
        """Do nothing."""

    def restore(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing: nothing was taken."""


class HelperDucker:
    """Lets a child process do it, which restores the others also when this program is killed."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """Prepare; the child starts with the first sentence.

        Args:
            command: what to run as the child; None is our own for PulseAudio and PipeWire.
        """
        self._command = tuple(command or to_command("stopbell.speech.ducking_child"))
        self._starting: asyncio.Task[HelperProcess | None] | None = None

    def lower(self) -> None:
        """Begin to lower the others."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        self._ask("lower")

    def restore(self) -> None:
        """Give the others back soon, unless the voice goes on."""
        self._ask("restore")

    async def close(self) -> None:
        """Give the others back now and end the child."""
        starting, self._starting = self._starting, None
        if starting is None:
            return
        helper = await starting
        if helper is not None:
            with contextlib.suppress(HelperGoneError, TimeoutError):
                helper.send({"do": "end"})
                await helper.receive(_END_LIMIT_S)
            await helper.close()

    async def _start(self) -> HelperProcess | None:
        try:
            return await start_helper(self._command)
        except HelperGoneError as error:
            logger.info("other sounds stay as loud as they are: %s", error)
            return None

    def _ask(self, what: str) -> None:
        if self._starting is None:
            return
        if not self._starting.done():
            self._starting.add_done_callback(lambda _: self._ask(what))
            return
        helper = self._starting.result()
        with contextlib.suppress(HelperGoneError):
            if helper is not None:
                helper.send({"do": what})


_END_LIMIT_S = 2.0
