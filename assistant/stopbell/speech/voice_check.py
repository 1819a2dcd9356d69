"""Judge whether an engine really speaks: render sentences, measure them, and prove which library made the sound."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stopbell.speech.audio import Audio
from stopbell.speech.engine import Synthesiser
from stopbell.speech.errors import SpeechError
from stopbell.speech.measure import AudioFigures, measure
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell.speech.settings import VoiceSettings

_FASTEST_S_A_WORD, _SLOWEST_S_A_WORD = 0.1, 1.5
_QUIETEST_DB, _LOUDEST_DB = -40.0, -6.0
_LONGEST_GAP_S = 0.7


@dataclass(frozen=True, slots=True)
class Sample:
    """A sentence to render."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class SampleResult:
    """What became of one sentence."""

    sample: Sample
    audio: Audio | None
    faults: tuple[str, ...]
    """In English, for operators; empty when it is speech."""

    @property
    def line(self) -> str:
        """One line for the report."""
        verdict = "; ".join(self.faults) or "speech"
        if self.audio is None:
            return f"{self.sample.language}: {verdict}"
        figures = measure(self.audio)
        return f"{self.sample.language}: {figures.duration_s:.2f} s, {figures.rms_db:.1f} dB: {verdict}"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Whether every sentence became speech, and from which library."""

    results: tuple[SampleResult, ...]
    faults: tuple[str, ...]
    """What is wrong beyond single sentences."""

    @property
    def passed(self) -> bool:
        """Whether there was something to check and all of it is speech."""
        return bool(self.results) and not self.faults and not any(result.faults for result in self.results)


async def check_speech(synthesiser: Synthesiser, samples: Sequence[Sample]) -> CheckReport:
    """Render all samples and judge them; the engine is left open."""
    results = [await _check_sample(synthesiser, sample) for sample in samples]
    faults = _compare(results)
    if platform.system() == "Linux" and isinstance(synthesiser, Pyttsx3Synthesiser):
        faults += await _check_library(synthesiser, _find_bundled_library())
    return CheckReport(tuple(results), tuple(faults))


async def _check_sample(synthesiser: Synthesiser, sample: Sample) -> SampleResult:
    try:
        fact = await synthesiser.find_voice(sample.language)
        if fact.voice is None or not fact.is_usable:
            return SampleResult(sample, None, ("no usable voice",))
        audio = await synthesiser.render(sample.text, fact.voice, VoiceSettings())
    except SpeechError as error:
        return SampleResult(sample, None, (str(error),))
    return SampleResult(sample, audio, tuple(_judge(measure(audio), len(sample.text.split()))))


def _judge(figures: AudioFigures, words: int) -> list[str]:
    faults: list[str] = []
    if not words * _FASTEST_S_A_WORD <= figures.duration_s <= 1 + words * _SLOWEST_S_A_WORD:
        faults.append(f"{figures.duration_s:.2f} s is no time for {words} words")
    if not _QUIETEST_DB <= figures.rms_db <= _LOUDEST_DB:
        faults.append(f"{figures.rms_db:.1f} dB is not how loud speech is")
    if figures.clipped:
        faults.append(f"{figures.clipped} samples are clipped")
    if figures.longest_gap_s > _LONGEST_GAP_S:
        faults.append(f"a gap of {figures.longest_gap_s:.2f} s")
    return faults


def _compare(results: Sequence[SampleResult]) -> list[str]:
    """Different sentences must sound different: an engine that says the same to everything is not speaking."""
    sounds: dict[bytes, Sample] = {}
    faults: list[str] = []
    for result in results:
        if result.audio is None:
            continue
        twin = sounds.setdefault(result.audio.samples, result.sample)
        if twin.text != result.sample.text:
            faults.append(f"{twin.language} and {result.sample.language}: two sentences gave the same audio")
    return faults


def _find_bundled_library() -> str:
    import espeakng_loader

    return str(Path(espeakng_loader.get_library_path()).resolve())


async def _check_library(synthesiser: Pyttsx3Synthesiser, bundled: str) -> list[str]:
    """The engine's process must have loaded the wheel's library and no other."""
    try:
        loaded = await synthesiser.list_libraries()
    except SpeechError as error:
        return [str(error)]
    return [] if loaded == (bundled,) else [f"loaded {', '.join(loaded) or 'no library'} instead of {bundled}"]
