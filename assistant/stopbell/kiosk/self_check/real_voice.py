"""The kiosk's own voice, by what it writes into a WAV file."""

import wave
from pathlib import Path

from stopbell.kiosk.self_check.subject import Subject
from stopbell.speech.audio import Audio
from stopbell.speech.measure import measure
from stopbell.speech.utterance import Outcome

_QUIETEST_DB = -40.0
"""What is softer is no speech at the volume that a kiosk begins with."""
_FASTEST_S_A_WORD = 0.1


async def hear_voice(subject: Subject, language: str) -> str:
    """Say how one goes on; empty: it is speech, else what is wrong with it."""
    text = subject.books.pick(language).say("kiosk.how_keys").spoken
    audio = await render(subject, text, language, volume=max(subject.provisioning.speech.volume, 50))
    if isinstance(audio, str):
        return f"{language}: {audio}"
    figures = measure(audio)
    if figures.rms_db < _QUIETEST_DB:
        return f"{language}: the voice {subject.provisioning.speech.engine!r} makes no sound ({figures.rms_db:.0f} dB)"
    if figures.duration_s < len(text.split()) * _FASTEST_S_A_WORD:
        return f"{language}: {figures.duration_s:.1f} s are too short for what was to be said"
    return ""


async def render(subject: Subject, text: str, language: str, *, volume: int) -> Audio | str:
    """Give what is heard of a text at a volume (0 to 100), or why nothing is."""
    folder = subject.folder / f"own-{language}-{volume}"
    async with subject.make_own_voice(folder) as queue:
        queue.set_sound(rate_wpm=subject.provisioning.speech.rate_wpm, volume=volume)
        outcome = await queue.say(text, language).wait()
    if outcome is not Outcome.DONE:
        return "no voice speaks it; take it out of languages, or install a voice"
    return _read(sorted(folder.glob("*.wav")))


def _read(files: list[Path]) -> Audio | str:
    if not files:
        return "nothing was written"
    with wave.open(str(files[-1]), "rb") as reader:
        return Audio(reader.readframes(reader.getnframes()), reader.getframerate(), reader.getnchannels())
