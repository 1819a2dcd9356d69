"""The kiosk's voice: it is asked whether it is there even while nobody listens, and is made anew when it is not."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

from stopbell.kiosk.provisioning import SpeechTable
from stopbell.speech.errors import PlaybackError, SynthesisError
from stopbell.speech.priority import Priority
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.trouble import Trouble, TroubleCode
from stopbell.speech.utterance import Outcome, Utterance, Words

logger = logging.getLogger(__name__)

PROBE_S = 3.0
"""How often it is asked."""
PATIENCE_S = 6.0
"""Longer than an engine takes to notice that its child hangs and to say one word with the next."""
ANSWERED_S = 9.0
"""A round of asking that is older says that nobody asks any more."""
_REPLACE_S = 5.0
"""A voice that fails again at once is not made anew more often."""
_DEVICE_S = 12.0
"""A machine without a sound device is not asked for it more often: each time a player is started."""
_KEPT = 20


class KioskVoice:
    """One voice after another; whoever speaks does not notice. Implements `faces.voice.Voice`."""

    def __init__(
        self,
        make: Callable[[], SpeechQueue],
        table: SpeechTable,
        language: str,
        monotonic: Callable[[], float],
    ) -> None:
        """Take what makes a queue, how it sounds at first, a language to try it with, and the time."""
        self._make = make
        self._language = language
        self._monotonic = monotonic
        self._queue = make()
        self._sound: tuple[int | None, int | None] = (table.rate_wpm, table.volume)
        self._given: deque[Utterance] = deque(maxlen=_KEPT)
        self._watching: set[asyncio.Task[None]] = set()
        self._keeping: asyncio.Task[None] | None = None
        self._is_wanted_anew = asyncio.Event()
        self._made_at = monotonic()
        self._asked_at = monotonic()
        self._looked_at = monotonic() - _DEVICE_S
        self._listener: Callable[[Trouble], None] | None = None
        self.trouble: Trouble | None = None
        """Why nothing is heard; None: nothing is known to be wrong."""
        self.unvoiced: frozenset[str] = frozenset()
        """Languages that were wanted and have no usable voice."""

    @property
    def is_speaking(self) -> bool:
        """Whether something is spoken, or waits to be."""
        return any(one.outcome is None for one in self._given)

    async def __aenter__(self) -> Self:
        """Open the voice and begin to look after it."""
        await self._open()
        self._keeping = asyncio.create_task(self._keep(), name="voice")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Fall silent and leave no process behind."""
        tasks = [task for task in (self._keeping, *self._watching) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._queue.__aexit__(None, None, None)

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
        """Take a sentence. See `Speaker.say`."""
        given = self._queue.say(words, language, key=key, priority=priority, ttl_s=ttl_s, repeatable=repeatable)
        self._given.append(given)
        watching = asyncio.create_task(self._watch(given))
        self._watching.add(watching)
        watching.add_done_callback(self._watching.discard)
        return given

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        """Take speed and volume, also for a voice that is made anew. See `Speaker.set_sound`."""
        self._sound = (rate_wpm, volume)
        self._queue.set_sound(rate_wpm=rate_wpm, volume=volume)

    def stop(self) -> None:
        """Silence everything."""
        self._queue.stop()

    def hush(self) -> None:
        """Silence everything but matters of safety."""
        self._queue.hush()

    def repeat(self) -> Utterance | None:
        """Say again what was said last; the kiosk repeats from its own history instead."""
        return self._queue.repeat()

    def tell_troubles_to(self, listener: Callable[[Trouble], None]) -> None:
        """Tell why something is not heard."""
        self._listener = listener
        if self.trouble is not None:
            listener(self.trouble)

    async def idle(self) -> None:
        """Wait until nothing is spoken and nothing waits."""
        await self._queue.idle()

    async def probe(self) -> None:
        """Answer if the voice was asked lately, whatever it said: one that is broken is told and made anew.

        Raises:
            TimeoutError: nobody looks after the voice any more.
        """
        if self._monotonic() - self._asked_at > ANSWERED_S:
            raise TimeoutError

    async def can_speak(self, language: str) -> bool:
        """Tell whether there is a voice for a language; a voice that does not work now may work soon."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._queue.delivery.can_speak(language)
        except (SynthesisError, TimeoutError):
            return True

    async def _open(self) -> None:
        self._queue.tell_troubles_to(self._take_trouble)
        rate_wpm, volume = self._sound
        self._queue.set_sound(rate_wpm=rate_wpm, volume=volume)
        await self._queue.__aenter__()
        self._made_at = self._monotonic()

    async def _keep(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PROBE_S):
                    await self._is_wanted_anew.wait()
            await self._look_after()
            self._asked_at = self._monotonic()

    async def _look_after(self) -> None:
        """Ask the voice; make it anew where it failed, and where it works again, since it still spares itself then."""
        is_wanted, at = self._is_wanted_anew.is_set(), self._monotonic()
        self._is_wanted_anew.clear()
        lacks_device = self.trouble is not None and self.trouble.code is TroubleCode.NO_DEVICE
        if lacks_device and not is_wanted and at - self._looked_at < _DEVICE_S:
            return
        self._looked_at = at
        is_well = not is_wanted and await self._ask()
        if is_well and self.trouble is None:
            return
        # A missing device is looked for by the sink itself; nothing else has to be made anew for it.
        lacks_device = self.trouble is not None and self.trouble.code is TroubleCode.NO_DEVICE
        has_failed = (is_wanted or not lacks_device) and at - self._made_at >= _REPLACE_S
        if is_well or has_failed:
            await self._replace()
        if is_well:
            self._note_well()

    async def _ask(self) -> bool:
        """Have one word made that nobody hears."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._queue.delivery.probe(self._language)
        except TimeoutError:
            self._take_trouble(Trouble(TroubleCode.ENGINE_FAILED, detail="it does not answer"))
            return False
        except SynthesisError as error:
            self._take_trouble(Trouble(TroubleCode.ENGINE_FAILED, detail=str(error)))
            return False
        except PlaybackError as error:
            self._take_trouble(Trouble(TroubleCode.NO_DEVICE, detail=str(error)))
            return False
        return True

    async def _replace(self) -> None:
        """Make a new voice; what was being said is lost, and has stood on the screen."""
        logger.warning("the voice is made anew: %s", self.trouble.detail if self.trouble else "it failed")
        old, self._queue = self._queue, self._make()
        await self._open()
        try:
            async with asyncio.timeout(PATIENCE_S):
                await old.__aexit__(None, None, None)
        except TimeoutError:
            logger.warning("the old voice does not end")

    async def _watch(self, given: Utterance) -> None:
        """A sentence that was not heard is reason enough to make the voice anew, without waiting to be asked."""
        if await given.wait() is Outcome.FAILED and given.language not in self.unvoiced:
            self._is_wanted_anew.set()

    def _take_trouble(self, trouble: Trouble) -> None:
        if trouble.code is TroubleCode.NO_VOICE:
            self.unvoiced |= {trouble.language or ""}
        elif self.trouble is None or self.trouble.code is not trouble.code:
            logger.warning("speech: %s %s", trouble.code.value, trouble.detail)
            self.trouble = trouble
        if self._listener is not None:
            self._listener(trouble)

    def _note_well(self) -> None:
        if self.trouble is not None:
            logger.warning("the voice works again")
            self.trouble = None
