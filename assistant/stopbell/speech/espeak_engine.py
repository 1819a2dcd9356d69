"""The `espeak-ng` command of this system as an engine: one process for each text, killed when it hangs."""

import asyncio
import contextlib
import logging
import re
import subprocess
from collections.abc import Sequence

from stopbell.speech.audio import Audio
from stopbell.speech.audio_files import parse_audio
from stopbell.speech.engine_limits import EngineLimits
from stopbell.speech.errors import SynthesisError
from stopbell.speech.own_group import NEW_GROUP
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.voices import SLOWED_SINCE, InstalledVoice, VoiceFact, find_listed_voice, to_espeak_rate

logger = logging.getLogger(__name__)

_USUAL_AMPLITUDE = 100
"""espeak-ng's own; twice that clips."""
_COLUMNS = 5
_LANGUAGE_COLUMN = 1


class EspeakSynthesiser:
    """Renders with the command; a text whose process hangs or fails is tried once more."""

    name = "espeak-ng"

    def __init__(self, command: Sequence[str] = ("espeak-ng",), limits: EngineLimits | None = None) -> None:
        """Take the command and when it counts as hanging; nothing starts yet."""
        self._command = tuple(command)
        self._limits = limits or EngineLimits()
        self._voices: tuple[InstalledVoice, ...] = ()
        self._version: tuple[int, ...] = ()
        self._running: set[asyncio.subprocess.Process] = set()

    async def prepare(self) -> None:
        """Find out which voices there are, and with that whether it runs."""
        await self.list_voices()

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        """List its voices by the names that its `-v` takes."""
        if not self._voices:
            told = await self._run(("--voices",), "", self._limits.start_s)
            self._voices = _parse_voices(told.decode(errors="replace"))
            self._version = _parse_version(await self._run(("--version",), "", self._limits.start_s))
            if not self._voices:
                raise SynthesisError("espeak-ng lists no voice; its data is not installed")
        return self._voices

    async def find_voice(self, language: str) -> VoiceFact:
        """Tell which voice would speak a tag; what it has but nobody understands is not usable."""
        return find_listed_voice(language, await self.list_voices())

    async def render(self, text: str, voice: str, settings: VoiceSettings) -> Audio:
        """Make audio; words a minute and volume are the command's own measures."""
        amplitude = round(_USUAL_AMPLITUDE * settings.volume)
        rate = to_espeak_rate(settings.rate_wpm, voice) if self._version >= SLOWED_SINCE else settings.rate_wpm
        arguments = ("-v", voice, "-s", str(rate), "-a", str(amplitude), "--stdin", "--stdout")
        limit_s = self._limits.of_text(text)
        try:
            payload = await self._run(arguments, text, limit_s)
        except SynthesisError as error:
            logger.warning("%s; trying once more", error)
            payload = await self._run(arguments, text, limit_s)
        audio = parse_audio(payload)
        if not audio.samples:
            raise SynthesisError("espeak-ng gave no sound")
        return audio

    async def close(self) -> None:
        """Kill what still runs."""
        for process in tuple(self._running):
            _kill(process)

    async def _run(self, arguments: Sequence[str], text: str, limit_s: float) -> bytes:
        """Run the command to its end within a limit, and give what it writes."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                *arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                creationflags=NEW_GROUP,
            )
        except OSError as error:
            raise SynthesisError(f"cannot start {self._command[0]}: {error.strerror}") from error
        self._running.add(process)
        try:
            async with asyncio.timeout(limit_s):
                told, complaints = await process.communicate(text.encode())
        except TimeoutError as error:
            raise SynthesisError(f"espeak-ng hangs for {limit_s:.1f} s") from error
        finally:
            _kill(process)
            await process.wait()
            self._running.discard(process)
        if process.returncode != 0:
            why = complaints.decode(errors="replace").strip().replace("\n", " / ")
            raise SynthesisError(f"espeak-ng has ended with {process.returncode}: {why[-300:]}")
        return told


def _kill(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()


def _parse_voices(table: str) -> tuple[InstalledVoice, ...]:
    """Parse `--voices`: priority, language, age and gender, name, file; the language is a name for `-v` too."""
    rows = [line.split() for line in table.splitlines()[1:]]
    names = [row[_LANGUAGE_COLUMN] for row in rows if len(row) >= _COLUMNS]
    return tuple(InstalledVoice(name, (name,)) for name in names)


def _parse_version(told: bytes) -> tuple[int, ...]:
    """Parse `eSpeak NG text-to-speech: 1.52.0  Data at: …`; empty where no version stands."""
    found = re.search(rb"\b(\d+)\.(\d+)", told)
    return tuple(map(int, found.groups())) if found else ()
