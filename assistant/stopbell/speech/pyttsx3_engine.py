"""The default engine: pyttsx3, on the espeak-ng of a wheel or the platform's own voices, in a child process."""

import asyncio
import logging
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stopbell.speech.audio import Audio
from stopbell.speech.audio_files import parse_audio
from stopbell.speech.engine_limits import EngineLimits
from stopbell.speech.errors import SynthesisError
from stopbell.speech.helper_process import HelperGoneError, HelperProcess, start_helper, to_command
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voices import InstalledVoice, VoiceFact, find_espeak_voice, find_native_voice, to_espeak_rate

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Running:
    """A child that has introduced itself."""

    helper: HelperProcess
    driver: str
    voices: tuple[InstalledVoice, ...]
    libraries: tuple[str, ...]


class Pyttsx3Synthesiser:
    """Renders through one child process; a child that hangs or ends is replaced, and the text tried once more."""

    name = "pyttsx3"

    def __init__(self, command: Sequence[str] | None = None, limits: EngineLimits | None = None) -> None:
        """Prepare; the child starts with the first request.

        Args:
            command: what to run as the child, the folder for its files is added; None is our own.
            limits: when it counts as hanging; None is the usual.
        """
        self._command = tuple(command or to_command("stopbell.speech.pyttsx3_child"))
        self._limits = limits or EngineLimits()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._helper: HelperProcess | None = None
        self._running: _Running | None = None
        self._one_at_a_time = asyncio.Lock()
        self._last_id = 0

    async def prepare(self) -> None:
        """Start the child, so that the first sentence does not wait for it."""
        async with self._one_at_a_time:
            await self._get_running()

    async def find_voice(self, language: str) -> VoiceFact:
        """Tell which voice would speak a tag; what the engine calls usable but nobody understands is not."""
        async with self._one_at_a_time:
            running = await self._get_running()
        if running.driver == "espeak":
            return find_espeak_voice(language, running.voices)
        return find_native_voice(language, running.voices)

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        """List the voices of the driver."""
        async with self._one_at_a_time:
            return (await self._get_running()).voices

    async def list_libraries(self) -> tuple[str, ...]:
        """List the espeak libraries that the child has really loaded; empty where the system does not tell."""
        async with self._one_at_a_time:
            return (await self._get_running()).libraries

    async def render(self, text: str, voice: str, settings: VoiceSettings) -> Audio:
        """Make audio; the child is replaced and the text tried again once if it hangs, ends or gives none."""
        async with self._one_at_a_time:
            try:
                async with asyncio.timeout(self._limits.of_all(text)):
                    return await self._render_twice(text, voice, settings)
            except TimeoutError as error:
                await self._discard()
                raise SynthesisError("the speech engine hangs, also after it was replaced") from error

    async def close(self) -> None:
        """End the child and remove its folder."""
        await self._discard()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    async def _render_twice(self, text: str, voice: str, settings: VoiceSettings) -> Audio:
        try:
            return await self._render_once(text, voice, settings)
        except SynthesisError as error:
            logger.warning("speech engine: %s; trying once more", error)
            await self._discard()
            return await self._render_once(text, voice, settings)

    async def _render_once(self, text: str, voice: str, settings: VoiceSettings) -> Audio:
        running = await self._get_running()
        helper = running.helper
        self._last_id += 1
        # Its espeak-ng is the wheel's, 1.52.
        rate = to_espeak_rate(settings.rate_wpm, voice) if running.driver == "espeak" else settings.rate_wpm
        request = {"id": self._last_id, "text": text, "voice": voice, "rate": rate, "volume": settings.volume}
        try:
            helper.send(request)
            answer, body = await helper.receive(self._limits.of_text(text))
            while answer.get("id") != self._last_id:
                answer, body = await helper.receive(self._limits.of_text(text))
        except HelperGoneError as error:
            raise SynthesisError(f"the speech engine has ended: {error}") from error
        except TimeoutError as error:
            raise SynthesisError("the speech engine hangs") from error
        if not answer.get("ok"):
            raise SynthesisError(f"the speech engine refused: {answer.get('why')}")
        audio = parse_audio(body)
        if not audio.samples:
            raise SynthesisError("the speech engine gave an empty file")
        return audio

    async def _get_running(self) -> _Running:
        if self._running is None or not self._running.helper.is_alive:
            await self._discard()
            self._running = await self._start()
        return self._running

    async def _start(self) -> _Running:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="stopbell-", ignore_cleanup_errors=True)
        try:
            helper = self._helper = await start_helper((*self._command, str(Path(self._folder.name))))
        except HelperGoneError as error:
            raise SynthesisError(str(error)) from error
        try:
            hello, _ = await helper.receive(self._limits.start_s)
            voices = tuple(InstalledVoice(voice_id, tuple(tags)) for voice_id, tags in hello["voices"])
            return _Running(helper, hello["driver"], voices, tuple(hello["libraries"]))
        except (HelperGoneError, TimeoutError, KeyError, ValueError, TypeError) as error:
            await self._discard()
            raise SynthesisError(f"the speech engine does not start: {error!r}") from error

    async def _discard(self) -> None:
        """End the child. If this is cancelled in the middle, the next call ends what is left."""
        self._running = None
        if self._helper is not None:
            await self._helper.close()
            self._helper = None
