"""Put a speech queue together from what the rider set."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from datetime import time as time_of_day
from pathlib import Path

from stopbell.speech.delivery import Delivery
from stopbell.speech.device_sink import DeviceSink
from stopbell.speech.ducking import HelperDucker
from stopbell.speech.engine import Engine, Sink, Synthesiser
from stopbell.speech.engine_names import DEFAULT_ENGINE, EngineName, list_engines
from stopbell.speech.errors import SpeechError
from stopbell.speech.espeak_engine import EspeakSynthesiser
from stopbell.speech.played_engine import PlayedEngine
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.silent import SilentSynthesiser, TimedSink
from stopbell.speech.speech_dispatcher import START_SERVER, SpeechDispatcher
from stopbell.speech.wav_sink import WavSink

_PLAYED_BY_ITSELF = "speech-dispatcher"


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """Which engine speaks, where it is heard and how it sounds."""

    engine: EngineName = DEFAULT_ENGINE
    has_spares: bool = True
    """Whether other engines of this machine speak while the chosen one is broken."""
    module: str | None = None
    """Output module of speech-dispatcher; None: espeak-ng's where there is one."""
    wav_folder: Path | None = None
    """Write WAV files there instead of playing; None plays on the sound device."""
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    is_ducking: bool = False
    """Whether other sounds of this machine are lowered meanwhile."""
    is_warm: bool = True
    """Start engine and device before the first sentence; false where the rider may never want one."""


class NoFilesError(SpeechError):
    """The engine plays by itself and writes no files."""


def open_speech(
    settings: SpeechSettings | None = None,
    *,
    monotonic: Callable[[], float] = time.monotonic,
    now: Callable[[], datetime] | None = None,
) -> SpeechQueue:
    """Make the queue; nothing starts before `async with` enters it. Its troubles come through `tell_troubles_to`.

    Args:
        settings: None is the usual.
        monotonic: a clock in seconds.
        now: the time, for the volume by the hour, which goes by this machine's time zone; None: the machine's clock.

    Raises:
        NoFilesError: files are asked of an engine that plays by itself.
    """
    chosen = settings or SpeechSettings()
    delivery = Delivery(
        make_engines(chosen),
        chosen.voice,
        monotonic,
        time_of_day=lambda: _find_time_of_day(now),
        ducker=HelperDucker() if chosen.is_ducking else None,
    )
    return SpeechQueue(delivery, monotonic, is_warm=chosen.is_warm)


def make_engines(settings: SpeechSettings) -> tuple[tuple[Engine, str], ...]:
    """Make the engines to try, each with the name of what plays it. Raises NoFilesError as `open_speech` does."""
    if settings.wav_folder is not None and settings.engine == _PLAYED_BY_ITSELF:
        raise NoFilesError(
            "speech-dispatcher plays by itself and writes no WAV files; choose pyttsx3 or espeak-ng for them."
        )
    sink = _make_sink(settings)
    outlet = "file" if settings.wav_folder is not None else "device"
    engines: list[tuple[Engine, str]] = []
    for name in list_engines(settings.engine, has_spares=settings.has_spares):
        if name != _PLAYED_BY_ITSELF:
            engines.append((PlayedEngine(make_synthesiser(name), sink), outlet))
        elif settings.wav_folder is None:
            # As a spare it speaks where a server runs already; only who chose it gets one started.
            spawn = START_SERVER if name == settings.engine else ()
            engines.append((SpeechDispatcher(module=settings.module, spawn=spawn), name))
    return tuple(engines)


def make_synthesiser(engine: EngineName) -> Synthesiser:
    """Make an engine that gives audio, by the name that riders and settings use.

    Raises:
        NoFilesError: this one plays by itself.
    """
    match engine:
        case "silent":
            return SilentSynthesiser()
        case "espeak-ng":
            return EspeakSynthesiser()
        case "speech-dispatcher":
            raise NoFilesError("speech-dispatcher plays by itself and gives no audio to measure or keep.")
        case "pyttsx3":
            return Pyttsx3Synthesiser()


def _make_sink(settings: SpeechSettings) -> Sink:
    if settings.wav_folder is not None:
        return WavSink(settings.wav_folder)
    return TimedSink() if settings.engine == "silent" else DeviceSink()


def _find_time_of_day(now: Callable[[], datetime] | None) -> time_of_day:
    """Give the local time of day; a clock that the commands were given may be set to another day."""
    moment = now() if now is not None else datetime.now().astimezone()
    return moment.astimezone().time()
