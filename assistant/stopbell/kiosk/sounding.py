"""How a kiosk's voice is made from its file; the kiosk speaks with it, and its self-check listens to it."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

from stopbell.kiosk.errors import ProvisioningInvalid
from stopbell.kiosk.provisioning import SpeechTable
from stopbell.speech.opening import EngineName, SpeechSettings
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.spoken_text import to_spoken_text


def make_speech_settings(
    speech: SpeechTable,
    *,
    to_spoken: Callable[[str, str], str] = to_spoken_text,
    wav_folder: Path | None = None,
    has_spares: bool = True,
) -> SpeechSettings:
    """Give the settings of a queue.

    Args:
        speech: the file's table.
        to_spoken: gives a text of a language as an engine should get it, by the city's lexicon.
        wav_folder: where files go in place of the table's own folder.
        has_spares: whether other engines speak while the chosen one is broken.

    Raises:
        ProvisioningInvalid: there is no such engine.
    """
    known = get_args(EngineName)
    engine: EngineName | None = next((name for name in known if name == speech.engine), None)
    if engine is None:
        raise ProvisioningInvalid(f"speech.engine is {speech.engine!r}; use one of: {', '.join(known)}.")
    own_folder = Path(speech.wav_folder) if speech.wav_folder else None
    return SpeechSettings(
        engine=engine,
        has_spares=has_spares,
        wav_folder=wav_folder or own_folder,
        voice=VoiceSettings(rate_wpm=speech.rate_wpm, volume=speech.volume / 100, to_spoken=to_spoken),
    )
