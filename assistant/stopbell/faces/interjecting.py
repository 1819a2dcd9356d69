"""Events in line mode: whole labelled lines, never within what the rider is typing, and not while it is listened to.

A screen reader drops what it was saying at the next key, so an event waits until the rider pauses. What makes a rider
miss the stop does not wait: it is written at once, and what was being typed is shown again after it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from stopbell.announcer.event import Event
from stopbell.announcer.ranking import rank
from stopbell.faces.terminal import Lines
from stopbell.faces.transcript import Transcript
from stopbell.speech.priority import Priority


@dataclass(frozen=True, slots=True)
class Pauses:
    """How long no key must have changed the line before an event is written, in seconds."""

    at_empty_s: float = 2.0
    """With nothing typed yet."""
    half_typed_s: float = 10.0
    """In the middle of a line: the rider has turned to something else."""


class Interjections:
    """Takes events and lines typed, and keeps them apart."""

    def __init__(
        self,
        lines: Lines,
        transcript: Transcript,
        pauses: Pauses | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Write to the transcript's lines; `sleep` waits for seconds."""
        self._lines = lines
        self._out = transcript
        self._pauses = pauses or Pauses()
        self._sleep = sleep
        self._waiting: dict[str, Event] = {}
        self._is_reading = False
        self._pausing: asyncio.Task[None] | None = None

    def take(self, event: Event) -> None:
        """Take an event: written at once if it is a matter of safety or if nothing is typed here, else at a pause.

        One that waits gives way to a newer one about the same.
        """
        if rank(event.kind, is_own=event.is_own) is Priority.SAFETY:
            self._write(event)
            return
        self._waiting.pop(event.subject, None)
        self._waiting[event.subject] = event
        if self._is_reading:
            self._wait_for_pause()

    async def read(self, prompt: str) -> str | None:
        """Give the next line; None when there will be no more."""
        self._is_reading = True
        if self._waiting:
            self._wait_for_pause()
        try:
            return await self._lines.read(prompt)
        finally:
            self._is_reading = False
            await self._stop_waiting()

    def flush(self) -> None:
        """Write what waits: the answer before it has been written."""
        waiting, self._waiting = tuple(self._waiting.values()), {}
        self._write(*waiting)

    def _write(self, *events: Event) -> None:
        told = [phrase for event in events if (phrase := event.tell()) is not None]
        if not told:
            return
        text = "".join(self._out.to_event_text(phrase) for phrase in told)
        if self._is_reading:
            self._lines.interject(text)
        else:
            self._lines.write(text)

    def _wait_for_pause(self) -> None:
        if self._pausing is None or self._pausing.done():
            self._pausing = asyncio.create_task(self._write_at_pause(), name="pause")

    async def _write_at_pause(self) -> None:
        """Write what waits once the line has stayed as it is for long enough; what cannot be seen waits for Enter."""
        while (typed := self._lines.typed()) is not None:
            await self._sleep(self._pauses.half_typed_s if typed else self._pauses.at_empty_s)
            if self._lines.typed() == typed:
                self.flush()
                return

    async def _stop_waiting(self) -> None:
        if self._pausing is not None:
            self._pausing.cancel()
            with suppress(asyncio.CancelledError):
                await self._pausing
            self._pausing = None
