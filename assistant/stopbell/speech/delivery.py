"""Bring one sentence to the ear: find an engine and its voices, let it speak, and say what stood in the way."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import time

from stopbell.speech.ducking import Ducker, NoDucker
from stopbell.speech.earcons import Earcon, find_earcon
from stopbell.speech.engine import Engine
from stopbell.speech.errors import NoDeviceError, PlaybackError, SynthesisError
from stopbell.speech.links import Link, make_links
from stopbell.speech.priority import Priority
from stopbell.speech.scripts import SpokenPart
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.trouble import Trouble, TroubleCode
from stopbell.speech.troubles import Troubles
from stopbell.speech.utterance import Outcome, Words
from stopbell.speech.voicing import choose_voice, find_voices, to_parts

logger = logging.getLogger(__name__)

_BROKEN = (TroubleCode.NO_DEVICE, TroubleCode.DEVICE_LOST, TroubleCode.ENGINE_FAILED)


class Delivery:
    """The engines in the order of trying, and what is wrong with them."""

    def __init__(
        self,
        engines: Sequence[tuple[Engine, str]],
        settings: VoiceSettings,
        monotonic: Callable[[], float],
        *,
        time_of_day: Callable[[], time] = time,
        ducker: Ducker | None = None,
    ) -> None:
        """Take what can speak and how it is to sound.

        Args:
            engines: the first is the rider's; where one fails or has no voice for a language the next speaks. Each
                with a name of what plays its sound, so that what is broken is not tried twice.
            settings: how the voice sounds; may be replaced at any time.
            monotonic: a clock in seconds.
            time_of_day: local time, for the volume by the hour.
            ducker: makes other sounds softer meanwhile; None leaves them.
        """
        self.settings = settings
        self.troubles = Troubles()
        self.spoken_by: str | None = None
        """The engine that spoke last; None before the first sentence."""
        self._monotonic = monotonic
        self._links = make_links(engines, monotonic)
        self._time_of_day = time_of_day
        self._ducker = ducker or NoDucker()

    @property
    def engine_name(self) -> str | None:
        """The engine that the next sentence would be given to; None when all of them rest."""
        return next((link.engine.name for link in self._links if link.is_usable), None)

    async def prepare(self) -> None:
        """Start what is slow to start; what is wrong is told at once, before the first sentence."""
        errors: list[SynthesisError | PlaybackError] = []
        for link in self._links:
            if not link.is_usable:
                continue
            try:
                await link.engine.prepare()
            except (SynthesisError, PlaybackError) as error:
                self._fail(link, error)
                errors.append(error)
            else:
                self._tell_if_replaced(link)
                return
        self._tell_broken(errors)

    async def deliver(
        self,
        words: Words,
        language: str,
        priority: Priority = Priority.ANSWER,
        deadline: float | None = None,
    ) -> Outcome:
        """Speak to the end; cancelling it silences. By an engine that stands in it is not begun after the deadline."""
        made = words() if callable(words) else words
        if made is None:
            return Outcome.EXPIRED
        parts = to_parts(made, language, self.settings)
        if not parts:
            return Outcome.DONE
        share = self.settings.hours.find(self._time_of_day(), priority)
        if share is None:
            return Outcome.MUTED
        sound = replace(self.settings, volume=self.settings.volume * share)
        self._ducker.lower()
        try:
            return await self._try_links(parts, language, sound, find_earcon(priority), deadline)
        finally:
            self._ducker.restore()

    async def probe(self, language: str) -> None:
        """Make audio of one word and drop it, and open what plays it: tells whether an engine works; nothing is heard.

        Raises:
            SynthesisError: no engine answers, also after it was replaced once.
            PlaybackError: there is nothing to play on.
        """
        errors: list[SynthesisError | PlaybackError] = []
        for link in self._links:
            try:
                voice = await choose_voice(link.engine, language, self.settings)
                await link.engine.probe(voice, self.settings)
            except (SynthesisError, PlaybackError) as error:
                self._fail(link, error)
                errors.append(error)
            else:
                link.work()
                return
        raise _choose_worst(errors)

    async def can_speak(self, language: str) -> bool:
        """Tell whether text in a BCP 47 language would be heard.

        Raises:
            SynthesisError: no engine runs at all.
        """
        errors: list[SynthesisError] = []
        for link in self._links:
            try:
                if await choose_voice(link.engine, language, self.settings) is not None:
                    return True
            except SynthesisError as error:
                errors.append(error)
        if len(errors) == len(self._links):
            raise errors[0]
        return False

    def silence(self) -> None:
        """Be silent now."""
        for link in self._links:
            link.engine.silence()

    async def close(self) -> None:
        """End all engines."""
        await asyncio.gather(*(link.engine.close() for link in self._links), self._ducker.close())

    async def _try_links(
        self,
        parts: Sequence[SpokenPart],
        language: str,
        sound: VoiceSettings,
        earcon: Earcon | None,
        deadline: float | None,
    ) -> Outcome:
        """Let the first engine speak that works and has a voice for the sentence's language."""
        errors: list[SynthesisError | PlaybackError] = []
        unvoiced: list[Trouble] = []
        for link in self._links:
            if not link.is_usable:
                continue
            if errors and deadline is not None and self._monotonic() > deadline:
                return Outcome.EXPIRED
            try:
                voiced, missing = await find_voices(link.engine, parts, language, sound)
                if voiced:
                    await link.engine.speak(voiced, sound, earcon if sound.has_earcons else None)
            except (SynthesisError, PlaybackError) as error:
                self._fail(link, error)
                errors.append(error)
                continue
            if voiced:
                self._finish(link, missing)
                return Outcome.DONE
            unvoiced = unvoiced or missing
        self._tell_broken(errors)
        for trouble in unvoiced:
            self.troubles.report(trouble)
        return Outcome.FAILED

    def _finish(self, link: Link, missing: Sequence[Trouble]) -> None:
        link.work()
        self.spoken_by = link.engine.name
        self.troubles.clear(*_BROKEN)
        for trouble in missing:
            self.troubles.report(trouble)
        self._tell_if_replaced(link)

    def _tell_if_replaced(self, link: Link) -> None:
        """Tell once that another than the rider's engine speaks, if that one is broken."""
        first = self._links[0]
        if link is first:
            self.troubles.clear(TroubleCode.ENGINE_REPLACED)
        elif first.rest.has_failed or first.outlet_rest.has_failed:
            self.troubles.report(Trouble(TroubleCode.ENGINE_REPLACED, detail=f"{link.engine.name} speaks"))

    def _fail(self, link: Link, error: SynthesisError | PlaybackError) -> None:
        logger.info("speech: %s: %s", link.engine.name, error)
        link.fail(error)

    def _tell_broken(self, errors: Sequence[SynthesisError | PlaybackError]) -> None:
        if not errors:
            return
        worst = _choose_worst(errors)
        if isinstance(worst, SynthesisError):
            code = TroubleCode.ENGINE_FAILED
        else:
            code = TroubleCode.NO_DEVICE if isinstance(worst, NoDeviceError) else TroubleCode.DEVICE_LOST
        self.troubles.report(Trouble(code, detail=str(worst)))


def _choose_worst(errors: Sequence[SynthesisError | PlaybackError]) -> SynthesisError | PlaybackError:
    """Choose what to tell: where there is nothing to play on, no engine helps."""
    return next((error for error in errors if isinstance(error, PlaybackError)), errors[0])
