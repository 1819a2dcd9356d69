"""speech-dispatcher as an engine: the voices and the sound of the desktop, shared with the rider's screen reader."""

import asyncio
import contextlib
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stopbell.speech.earcons import Earcon
from stopbell.speech.engine import VoicedPart
from stopbell.speech.errors import SynthesisError
from stopbell.speech.settings import FASTEST_WPM, SLOWEST_WPM, VoiceSettings
from stopbell.speech.ssip import MessageEvent, SsipConnection, SsipError, connect
from stopbell.speech.voices import InstalledVoice, VoiceFact, find_listed_voice, find_native_voice

START_SERVER = ("speech-dispatcher", "--spawn")
"""How its own library starts it."""
_PREFERRED_MODULES = ("espeak-ng", "espeak-ng-mbrola", "espeak")
"""The server's default may be an engine that speaks English only and reads everything with it."""
_NORMAL_WPM = 170
"""SSIP's rate 0 in espeak-ng's module; -100 and 100 are the ends of our own range there, but for one word a minute."""
_OWN_VARIANT = "none"
_CHARACTERS_A_WORD = 5


@dataclass(frozen=True, slots=True)
class DispatcherLimits:
    """When the server or its module counts as hanging."""

    start_s: float = 5.0
    """For starting a server that does not run."""
    begin_s: float = 10.0
    """From the queue to the first sound: as long as the screen reader may speak before us."""
    slack_s: float = 3.0
    """Added to three times the length that the text should have."""


class SpeechDispatcher:
    """Speaks through a server that plays by itself; priority `message`, which waits for others and loses nothing."""

    name = "speech-dispatcher"

    def __init__(
        self,
        address: str | None = None,
        module: str | None = None,
        limits: DispatcherLimits | None = None,
        spawn: Sequence[str] = START_SERVER,
    ) -> None:
        """Take where the server is; nothing is opened yet.

        Args:
            address: as in SPEECHD_ADDRESS; None takes that, else the usual socket.
            module: the output module's name; None prefers espeak-ng's.
            limits: when it counts as hanging.
            spawn: starts a server where none listens; empty never does.
        """
        self._address = address or find_address(os.environ)
        self._module = module
        self._limits = limits or DispatcherLimits()
        self._spawn = tuple(spawn)
        self._connection: SsipConnection | None = None
        self._voices: tuple[InstalledVoice, ...] = ()
        self._is_espeak = False
        self._opening = asyncio.Lock()

    async def prepare(self) -> None:
        """Connect, and start the server if it does not run."""
        await self._open()

    async def list_voices(self) -> tuple[InstalledVoice, ...]:
        """List the voices of the output module, without the variants that are the same voice in another colour."""
        await self._open()
        return self._voices

    async def find_voice(self, language: str) -> VoiceFact:
        """Tell which voice would speak a tag; what espeak-ng has but nobody understands is not usable."""
        voices = await self.list_voices()
        return find_listed_voice(language, voices) if self._is_espeak else find_native_voice(language, voices)

    async def probe(self, voice: str | None, settings: VoiceSettings) -> None:
        """Ask the server something; what its module does cannot be tried without being heard."""
        connection = await self._open()
        try:
            await connection.do(lambda: connection.ask("GET OUTPUT_MODULE"))
        except SsipError as error:
            raise SynthesisError(str(error)) from error

    async def speak(self, parts: Sequence[VoicedPart], settings: VoiceSettings, earcon: Earcon | None = None) -> None:
        """Queue the parts and wait until the last is spoken; an earcon is left out, the server plays only words.

        Where another program silences the whole server, the rider wanted silence: it counts as spoken.
        """
        connection = await self._open()
        try:
            messages = await connection.do(lambda: _queue(connection, parts, settings))
            for part, message in zip(parts, messages, strict=True):
                await self._wait_for_end(connection, message, part.text, settings)
        except SsipError as error:
            raise SynthesisError(str(error)) from error
        except asyncio.CancelledError:
            self.silence()
            raise

    def silence(self) -> None:
        """Cancel what is ours; it comes after whatever is being sent, never inside a text."""
        connection = self._connection
        if connection is not None and connection.is_alive:
            connection.begin(lambda: connection.ask("CANCEL SELF"))

    async def close(self) -> None:
        """Silence what is ours, which the server would speak on without us, and say goodbye."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if connection.is_alive:
            with contextlib.suppress(SsipError):
                await connection.do(lambda: connection.ask("CANCEL SELF"))
        await connection.close()

    async def _open(self) -> SsipConnection:
        async with self._opening:
            if self._connection is not None and self._connection.is_alive:
                return self._connection
            await self.close()
            try:
                connection = await self._connect()
            except SsipError as error:
                raise SynthesisError(str(error)) from error
            try:
                await connection.do(lambda: self._greet(connection))
            except (SsipError, asyncio.CancelledError) as error:
                await connection.close()
                if isinstance(error, SsipError):
                    raise SynthesisError(str(error)) from error
                raise
            self._connection = connection
            return connection

    async def _connect(self) -> SsipConnection:
        try:
            return await connect(self._address)
        except SsipError:
            if not self._spawn or shutil.which(self._spawn[0]) is None:
                raise
        await self._start_server()
        return await connect(self._address)

    async def _start_server(self) -> None:
        """Start a server as its own library does: the command goes into the background when it listens."""
        method, _, place = self._address.partition(":")
        where = ("--communication-method", "unix_socket", "--socket-path", place) if method == "unix_socket" else ()
        try:
            process = await asyncio.create_subprocess_exec(
                *self._spawn,
                *where,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise SsipError(f"cannot start {self._spawn[0]}: {error.strerror}") from error
        try:
            async with asyncio.timeout(self._limits.start_s):
                await process.wait()
        except TimeoutError as error:
            process.kill()
            raise SsipError("speech-dispatcher does not start") from error

    async def _greet(self, connection: SsipConnection) -> None:
        await connection.ask("SET SELF CLIENT_NAME stopbell:stopbell:main")
        module = self._choose_module((await connection.ask("LIST OUTPUT_MODULES")).lines)
        # The server takes any name of a module, and then speaks with another.
        await connection.ask(f"SET SELF OUTPUT_MODULE {module}")
        self._is_espeak = module.startswith("espeak")
        await connection.ask("SET SELF PRIORITY message")
        await connection.ask("SET SELF SSML_MODE off")
        await connection.ask("SET SELF PUNCTUATION none")
        for event in ("begin", "end", "cancel"):
            await connection.ask(f"SET SELF NOTIFICATION {event} on")
        self._voices = _parse_voices((await connection.ask("LIST SYNTHESIS_VOICES")).lines)

    def _choose_module(self, modules: Sequence[str]) -> str:
        if self._module is not None:
            if self._module not in modules:
                raise SsipError(f"speech-dispatcher has no module {self._module}; it has: {', '.join(modules)}")
            return self._module
        if not modules:
            raise SsipError("speech-dispatcher has no output module; install speech-dispatcher-espeak-ng")
        return next((name for name in _PREFERRED_MODULES if name in modules), modules[0])

    async def _wait_for_end(self, connection: SsipConnection, message: str, text: str, settings: VoiceSettings) -> None:
        begun, ended = asyncio.Event(), asyncio.Event()

        def take(event: MessageEvent) -> None:
            begun.set()
            if event is not MessageEvent.BEGIN:
                ended.set()

        connection.listen_to(message, take)
        expected_s = len(text) / _CHARACTERS_A_WORD / settings.rate_wpm * 60
        try:
            async with asyncio.timeout(self._limits.begin_s):
                await begun.wait()
            async with asyncio.timeout(3 * expected_s + self._limits.slack_s):
                await ended.wait()
        except TimeoutError as error:
            self.silence()
            raise SynthesisError("speech-dispatcher does not say what it was given") from error
        if not connection.is_alive:
            raise SynthesisError("speech-dispatcher ended amid a sentence")


async def _queue(connection: SsipConnection, parts: Sequence[VoicedPart], settings: VoiceSettings) -> tuple[str, ...]:
    """Queue each part with its voice; give the numbers of the messages."""
    await connection.ask(f"SET SELF RATE {to_ssip_rate(settings.rate_wpm)}")
    await connection.ask(f"SET SELF VOLUME {to_ssip_volume(settings.volume)}")
    messages: list[str] = []
    for part in parts:
        await connection.ask(f"SET SELF LANGUAGE {part.language}")
        await connection.ask(f"SET SELF SYNTHESIS_VOICE {part.voice}")
        messages.append(await connection.say(part.text))
    return tuple(messages)


def to_ssip_rate(rate_wpm: int) -> int:
    """Give SSIP's rate, -100 to 100, for words a minute, as espeak-ng's module measures it."""
    if rate_wpm >= _NORMAL_WPM:
        return min(100, round((rate_wpm - _NORMAL_WPM) / (FASTEST_WPM - 1 - _NORMAL_WPM) * 100))
    return max(-100, round((rate_wpm - _NORMAL_WPM) / (_NORMAL_WPM - SLOWEST_WPM) * 100))


def to_ssip_volume(volume: float) -> int:
    """Give SSIP's volume, -100 to 100, for a share of the loudest."""
    return round(volume * 200) - 100


def find_address(environment: Mapping[str, str]) -> str:
    """Give the server's address: SPEECHD_ADDRESS, else the socket that the user's server has."""
    if told := environment.get("SPEECHD_ADDRESS"):
        return told if ":" in told else f"unix_socket:{told}"
    folder = environment.get("XDG_RUNTIME_DIR")
    place = Path(folder) if folder else Path.home() / ".cache"
    return f"unix_socket:{place / 'speech-dispatcher' / 'speechd.sock'}"


def _parse_voices(lines: Sequence[str]) -> tuple[InstalledVoice, ...]:
    """Parse name, language and variant, between tabs."""
    voices: list[InstalledVoice] = []
    for line in lines:
        name, language, variant = (*line.split("\t"), "", "")[:3]
        if variant in ("", _OWN_VARIANT) or "+" not in name:
            voices.append(InstalledVoice(name, (language,)))
    return tuple(voices)
