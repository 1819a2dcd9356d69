"""Put a speech queue together from what the rider set."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from stopbell.speech.delivery import Delivery
from stopbell.speech.device_sink import DeviceSink
from stopbell.speech.engine import Sink, Synthesiser
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.silent import SilentSynthesiser, TimedSink
from stopbell.speech.wav_sink import WavSink

EngineName = Literal["pyttsx3", "silent"]


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """Which engine speaks, where it is heard and how it sounds."""

    engine: EngineName = "pyttsx3"
    wav_folder: Path | None = None
    """Write WAV files there instead of playing; None plays on the sound device."""
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    is_warm: bool = True
    """Start engine and device before the first sentence; false where the rider may never want one."""


def open_speech(
    settings: SpeechSettings | None = None, *, monotonic: Callable[[], float] = time.monotonic
) -> SpeechQueue:
    """Make the queue; nothing starts before `async with` enters it. Its troubles come through `tell_troubles_to`."""
    chosen = settings or SpeechSettings()
    delivery = Delivery(make_synthesiser(chosen.engine), _make_sink(chosen), chosen.voice, monotonic)
    return SpeechQueue(delivery, monotonic, is_warm=chosen.is_warm)


def make_synthesiser(engine: EngineName) -> Synthesiser:
    """Make an engine by the name that riders and settings use."""
    return SilentSynthesiser() if engine == "silent" else Pyttsx3Synthesiser()


def _make_sink(settings: SpeechSettings) -> Sink:
    if settings.wav_folder is not None:
        return WavSink(settings.wav_folder)
    return TimedSink() if settings.engine == "silent" else DeviceSink()
