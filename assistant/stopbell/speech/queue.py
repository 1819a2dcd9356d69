"""The queue of sentences: never blocks, never speaks two at once, silent the moment the rider wants it."""

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Self

from stopbell.speech.delivery import Delivery
from stopbell.speech.priority import Priority, cuts
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.trouble import Trouble
from stopbell.speech.utterance import Outcome, Utterance, Words

logger = logging.getLogger(__name__)


class SpeechQueue:
    """Speaks what it is given, most urgent first, in the order given among equals.

    Use it as `async with queue:`; all of it lives in one event loop, and `say`, `stop` and `repeat` are called there.
    Each utterance ends exactly once, with the outcome that it carries.
    """

    def __init__(self, delivery: Delivery, monotonic: Callable[[], float], *, is_warm: bool = True) -> None:
        """Take what makes and plays audio, and a clock in monotonic seconds for what may come too late.

        A warm queue starts engine and device before the first sentence, and tells at once what is wrong with them.
        """
        self._is_warm = is_warm
        self._delivery = delivery
        self._monotonic = monotonic
        self._waiting: list[tuple[Priority, int, Utterance]] = []
        self._count = 0
        self._arrived = asyncio.Event()
        self._current: Utterance | None = None
        self._speaking: asyncio.Task[Outcome] | None = None
        self._last: Utterance | None = None
        self._runner: asyncio.Task[None] | None = None

    @property
    def delivery(self) -> Delivery:
        """What makes and plays audio; its settings may be changed while it speaks."""
        return self._delivery

    def tell_troubles_to(self, listener: Callable[[Trouble], None]) -> None:
        """Tell a face why something is not heard. See `Speaker.tell_troubles_to`."""
        self._delivery.troubles.tell_to(listener)

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        """Take speed and volume for the next sentence. See `Speaker.set_sound`."""
        usual = VoiceSettings()
        self._delivery.settings = replace(
            self._delivery.settings,
            rate_wpm=usual.rate_wpm if rate_wpm is None else rate_wpm,
            volume=usual.volume if volume is None else volume / 100,
        )

    def say(
        self,
        words: Words,
        language: str,
        *,
        key: str | None = None,
        priority: Priority = Priority.ANSWER,
        ttl_s: float | None = None,
        repeatable: bool = True,
    ) -> Utterance:
        """Take a sentence and return at once. See `Speaker.say`."""
        deadline = None if ttl_s is None else self._monotonic() + ttl_s
        utterance = Utterance(words, language, priority=priority, key=key, deadline=deadline, repeatable=repeatable)
        if self._runner is None:
            utterance.settle(Outcome.STOPPED)
            return utterance
        self._replace(utterance)
        if self._current is not None and cuts(priority, self._current.priority):
            self._interrupt(Outcome.CUT)
        self._count += 1
        heapq.heappush(self._waiting, (priority, self._count, utterance))
        self._arrived.set()
        return utterance

    def stop(self) -> None:
        """Silence everything, spoken and waiting, whatever its priority."""
        for _, _, utterance in self._waiting:
            utterance.settle(Outcome.STOPPED)
        self._waiting.clear()
        self._interrupt(Outcome.STOPPED)

    def hush(self) -> None:
        """Silence everything but matters of safety (EN 301 549, 5.1.3.5: what the rider does interrupts the rest)."""
        for priority, _, utterance in self._waiting:
            if priority is not Priority.SAFETY:
                utterance.settle(Outcome.STOPPED)
        self._waiting = [item for item in self._waiting if item[0] is Priority.SAFETY]
        heapq.heapify(self._waiting)
        if self._current is not None and self._current.priority is not Priority.SAFETY:
            self._interrupt(Outcome.STOPPED)

    def repeat(self) -> Utterance | None:
        """Say the last repeatable utterance that was begun again, as an answer; None when there is none."""
        if self._last is None:
            return None
        return self.say(self._last.words, self._last.language, key=self._last.key)

    async def idle(self) -> None:
        """Wait until nothing is spoken and nothing waits."""
        while True:
            unsettled = [item[2] for item in self._waiting if item[2].outcome is None]
            if self._current is not None:
                unsettled.append(self._current)
            if not unsettled:
                return
            for utterance in unsettled:
                await utterance.wait()
            await asyncio.sleep(0)

    async def __aenter__(self) -> Self:
        """Begin to take sentences."""
        self._runner = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Fall silent, end what waits as stopped, and leave no process behind."""
        runner, self._runner = self._runner, None
        self.stop()
        if runner is not None:
            runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await runner
        await self._delivery.close()

    def _replace(self, newer: Utterance) -> None:
        replaced = [item for item in self._waiting if replaces(newer, item[2])]
        for item in replaced:
            item[2].settle(Outcome.REPLACED)
        if replaced:
            self._waiting = [item for item in self._waiting if item not in replaced]
            heapq.heapify(self._waiting)
        current = self._current
        if current is not None and current.priority is not Priority.SAFETY and replaces(newer, current):
            self._interrupt(Outcome.REPLACED)

    def _interrupt(self, outcome: Outcome) -> None:
        """End what is spoken: silent first, then the rest."""
        if self._current is None or not self._current.settle(outcome):
            return
        self._delivery.silence()
        if self._speaking is not None:
            self._speaking.cancel()

    async def _run(self) -> None:
        warming = asyncio.create_task(self._warm())
        try:
            while True:
                while not self._waiting:
                    self._arrived.clear()
                    await self._arrived.wait()
                await self._speak(heapq.heappop(self._waiting)[2])
        finally:
            warming.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await warming

    async def _warm(self) -> None:
        """Start engine and device; a fault there is logged, and met again by the first sentence."""
        try:
            if self._is_warm:
                await self._delivery.prepare()
        except Exception:
            logger.exception("speech could not be prepared")

    async def _speak(self, utterance: Utterance) -> None:
        if utterance.deadline is not None and self._monotonic() > utterance.deadline:
            utterance.settle(Outcome.EXPIRED)
            return
        if utterance.repeatable:
            self._last = utterance
        self._current = utterance
        self._speaking = asyncio.create_task(
            self._delivery.deliver(utterance.words, utterance.language, utterance.priority, utterance.deadline)
        )
        try:
            await asyncio.wait({self._speaking})
            if not self._speaking.cancelled():
                utterance.settle(_outcome_of(self._speaking))
        finally:
            self._speaking.cancel()
            await asyncio.wait({self._speaking})
            self._current, self._speaking = None, None


def replaces(newer: Utterance, older: Utterance) -> bool:
    """Tell whether a newer utterance takes an older one's place: of the same key, but never a lesser one for safety."""
    if newer.key is None or newer.key != older.key:
        return False
    return older.priority is not Priority.SAFETY or newer.priority is Priority.SAFETY


def _outcome_of(task: asyncio.Task[Outcome]) -> Outcome:
    """Give how a delivery ended; a fault in it is logged and counts as a failure, so that the queue goes on."""
    error = task.exception()
    if error is None:
        return task.result()
    logger.error("speech failed unexpectedly", exc_info=error)
    return Outcome.FAILED
