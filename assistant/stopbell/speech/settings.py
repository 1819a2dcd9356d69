"""What a rider can set about the voice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from stopbell.speech.spoken_text import to_spoken_text
from stopbell.speech.volume_hours import VolumeHours

SLOWEST_WPM, FASTEST_WPM = 80, 450
USUAL_WPM = 175
"""What a voice speaks at until the rider says otherwise: what espeak-ng takes for usual speech."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How the voice sounds. Values beyond the limits are refused, as engines would take them silently."""

    rate_wpm: int = USUAL_WPM
    """Words a minute, 80 to 450."""
    volume: float = 1.0
    """0.0 is silent, 1.0 is the loudest that does not clip."""
    voices: Mapping[str, str] = field(default_factory=dict[str, str])
    """Language tag to an engine's name of a voice; for what the rider likes better than our choice. An engine that
    has no voice of that name speaks with the one it would have chosen."""
    hours: VolumeHours = field(default_factory=VolumeHours)
    has_earcons: bool = False
    """Whether a short sign comes before what is urgent."""
    to_spoken: Callable[[str, str], str] = to_spoken_text
    """Gives a text of a BCP 47 language as an engine should get it; a city's lexicon has its say here."""

    def __post_init__(self) -> None:
        """Check the limits."""
        if not SLOWEST_WPM <= self.rate_wpm <= FASTEST_WPM:
            raise ValueError(f"rate {self.rate_wpm}: words a minute must be {SLOWEST_WPM} to {FASTEST_WPM}")
        if not 0.0 <= self.volume <= 1.0:
            raise ValueError(f"volume {self.volume}: must be 0.0 to 1.0")
