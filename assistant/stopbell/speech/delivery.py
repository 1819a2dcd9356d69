"""Bring one sentence to the ear: find the voices, make the audio, play it, and say what stood in the way."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from stopbell.speech.audio import Audio, join_audio
from stopbell.speech.breaker import Breaker
from stopbell.speech.engine import Sink, Synthesiser
from stopbell.speech.errors import NoDeviceError, PlaybackError, SynthesisError
from stopbell.speech.scripts import SpokenPart, split_by_script
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.spoken_text import to_spoken_text
from stopbell.speech.trouble import Trouble, TroubleCode
from stopbell.speech.troubles import Troubles
from stopbell.speech.utterance import Outcome, Words

logger = logging.getLogger(__name__)

_REST_S = 30.0


class Delivery:
    """One engine and one sink, and what is wrong with them."""

    def __init__(
        self,
        synthesiser: Synthesiser,
        sink: Sink,
        settings: VoiceSettings,
        monotonic: Callable[[], float],
    ) -> None:
        """Take the engine, where to hear it, the rider's settings and a clock in monotonic seconds."""
        self.settings = settings
        self.troubles = Troubles()
        self._synthesiser = synthesiser
        self._sink = sink
        self._engine_rests = Breaker(monotonic, _REST_S)
        self._sink_rests = Breaker(monotonic, _REST_S)

    async def prepare(self) -> None:
        """Start what is slow to start; what is wrong is told at once, before the first sentence."""
        try:
            await self._synthesiser.prepare()
            await self._sink.prepare()
        except (SynthesisError, PlaybackError) as error:
            self._fail(error)

    async def deliver(self, words: Words, language: str) -> Outcome:
        """Speak to the end; cancelling it silences."""
        made = words() if callable(words) else words
        if made is None:
            return Outcome.EXPIRED
        parts = _to_parts(made, language)
        if not parts:
            return Outcome.DONE
        if self._engine_rests.is_open or self._sink_rests.is_open:
            return Outcome.FAILED
        try:
            pieces = await self._render(parts, language)
            for audio in join_audio(pieces):
                await self._sink.play(audio)
        except (SynthesisError, PlaybackError) as error:
            self._fail(error)
            return Outcome.FAILED
        if not pieces:
            return Outcome.FAILED
        self._sink_rests.reset()
        self.troubles.clear(TroubleCode.NO_DEVICE, TroubleCode.DEVICE_LOST, TroubleCode.ENGINE_FAILED)
        return Outcome.DONE

    async def probe(self, language: str) -> None:
        """Make audio of one word and drop it, and open the sink: tells whether both work, and nothing is heard.

        Raises:
            SynthesisError: the engine does not answer, also after it was replaced once.
            PlaybackError: there is nothing to play on.
        """
        fact = await self._synthesiser.find_voice(language)
        if voice := self.settings.voices.get(language) or (fact.voice if fact.is_usable else None):
            await self._synthesiser.render("a", voice, self.settings)
        await self._sink.prepare()

    async def can_speak(self, language: str) -> bool:
        """Tell whether text in a BCP 47 language would be heard.

        Raises:
            SynthesisError: the engine does not run at all.
        """
        return language in self.settings.voices or (await self._synthesiser.find_voice(language)).is_usable

    def silence(self) -> None:
        """Be silent now."""
        self._sink.silence()

    async def close(self) -> None:
        """End the engine and the sink."""
        await asyncio.gather(self._synthesiser.close(), self._sink.close())

    async def _render(self, parts: Sequence[SpokenPart], language: str) -> tuple[Audio, ...]:
        """Make audio of each part that has a usable voice; the others are told, and stay text.

        Where the sentence's own language has none, nothing is heard: names alone would be nonsense.
        """
        pieces: list[Audio] = []
        for part in parts:
            voice = await self._find_voice(part.language)
            if voice is None and part.language == language:
                pieces.clear()
                break
            if voice is None:
                continue
            pieces.append(await self._synthesiser.render(part.text, voice, self.settings))
        self._engine_rests.reset()
        return tuple(pieces)

    async def _find_voice(self, language: str) -> str | None:
        fact = await self._synthesiser.find_voice(language)
        voice = self.settings.voices.get(language) or (fact.voice if fact.is_usable else None)
        if voice is None:
            self.troubles.report(Trouble(TroubleCode.NO_VOICE, language, str(fact.intelligibility)))
        return voice

    def _fail(self, error: SynthesisError | PlaybackError) -> None:
        logger.info("speech: %s", error)
        if isinstance(error, SynthesisError):
            self._engine_rests.trip()
            code = TroubleCode.ENGINE_FAILED
        else:
            self._sink_rests.trip()
            code = TroubleCode.NO_DEVICE if isinstance(error, NoDeviceError) else TroubleCode.DEVICE_LOST
        self.troubles.report(Trouble(code, detail=str(error)))


def _to_parts(words: str | tuple[SpokenPart, ...], language: str) -> tuple[SpokenPart, ...]:
    given = (SpokenPart(words, language),) if isinstance(words, str) else words
    return tuple(
        part
        for stretch in given
        for part in split_by_script(to_spoken_text(stretch.text, stretch.language), stretch.language)
    )
