"""Events in line mode: whole labelled lines, never within what the rider is typing, and not while it is listened to.

A screen reader drops what it was saying at the next key, so an event waits until the rider pauses. What makes a rider
miss the stop does not wait: it is written at once, and what was being typed is shown again after it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from stopbell.announcer.backlog import Backlog, Waiting
from stopbell.announcer.burst import FEWEST
from stopbell.announcer.event import Event
from stopbell.announcer.fate import Fate
from stopbell.announcer.ledger import Ledger
from stopbell.announcer.once import Once
from stopbell.announcer.pace import Pace
from stopbell.announcer.ranking import STORIES, rank
from stopbell.conversation.ports import Clock
from stopbell.faces.terminal import Lines
from stopbell.faces.transcript import Transcript
from stopbell.speech.priority import Priority
from stopbell_server.phrases.phrase import Phrase


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
        *,
        clock: Clock,
        ledger: Ledger,
    ) -> None:
        """Write to the transcript's lines; `sleep` waits for seconds; what became of each event goes to the ledger."""
        self._lines = lines
        self._out = transcript
        self._pauses = pauses or Pauses()
        self._sleep = sleep
        self._clock = clock
        self._ledger = ledger
        self._backlog, self._once, self._pace = Backlog(), Once(), Pace(clock.monotonic)
        self._is_held = False
        self._is_reading = False
        self._pausing: asyncio.Task[None] | None = None

    def take(self, event: Event) -> None:
        """Take an event: written at once if it is a matter of safety or if nothing is typed here, else at a pause.

        One that waits gives way to a newer one about the same.
        """
        if not self._once.take(event):
            self._ledger.note(event, Fate.TOLD, None)
            return
        phrase = event.tell()
        if phrase is None:
            self._settle(event, Fate.OUTDATED, None)
            return
        waiting = Waiting(event, rank(event.kind, is_own=event.is_own), self._clock.monotonic(), phrase)
        if waiting.priority is Priority.SAFETY:
            self._replace(self._backlog.drop(event.subject))
            self._write([waiting])
            return
        self._replace(self._backlog.put(waiting))
        if self._is_reading:
            self._wait_for_pause()

    async def read(self, prompt: str) -> str | None:
        """Give the next line; None when there will be no more."""
        self._is_reading = True
        if len(self._backlog):
            self._wait_for_pause()
        try:
            return await self._lines.read(prompt)
        finally:
            self._is_reading = False
            await self._stop_waiting()

    def hold(self) -> None:
        """Write only matters of safety from now on: the rider wants a pause."""
        self._is_held = True

    def release(self) -> None:
        """Write events again as they come; what has waited is written at the next flush."""
        self._is_held = False

    def flush(self) -> None:
        """Write what waits: the answer before it has been written."""
        if not self._is_held:
            self._write(self._backlog.clear())

    def _write(self, waiting: Sequence[Waiting]) -> None:
        told = [phrase for one in waiting if (phrase := self._word(one)) is not None]
        if not told:
            return
        if len(told) >= FEWEST and not any(phrase.kind in STORIES for phrase in told):
            told.insert(0, self._out.say("announce.count", count=len(told)))
        text = "".join(self._out.to_event_text(phrase) for phrase in told)
        if self._is_reading:
            self._lines.interject(text)
        else:
            self._lines.write(text)

    def _word(self, one: Waiting) -> Phrase | None:
        """Make the words as of now and note what became of it; None where it is not true any more, or just said."""
        phrase = one.event.tell()
        if phrase is None:
            self._settle(one.event, Fate.OUTDATED, one.phrase)
            return None
        if one.priority is not Priority.SAFETY and self._pace.is_echo(phrase.written):
            self._settle(one.event, Fate.ECHO, phrase)
            return None
        self._pace.note_words(phrase.written)
        self._settle(one.event, Fate.SAID, phrase)
        return phrase

    def _replace(self, replaced: Sequence[Waiting]) -> None:
        for one in replaced:
            self._settle(one.event, Fate.REPLACED, one.phrase)

    def _settle(self, event: Event, fate: Fate, phrase: Phrase | None) -> None:
        self._once.settle(event, fate)
        self._ledger.note(event, fate, phrase)

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
