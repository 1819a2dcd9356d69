"""Short signs before a sentence, made of tones: what kind of thing comes. Words always follow in the same breath."""

import math
import sys
from array import array
from enum import Enum

from stopbell.speech.audio import Audio
from stopbell.speech.priority import Priority

_PEAK = 0.25
"""Of full scale: no louder than the voice that follows, which is near -20 dB."""
_FADE_S = 0.012
"""Without it a tone begins and ends with a click."""
_PAUSE_S = 0.06
"""Between the sign and the words."""
_TONE_S = 0.1


class Earcon(Enum):
    """The few that can be learned, each with its tones in hertz. None is longer than 0.3 seconds."""

    SAFETY = (880.0, 880.0)
    """The rider's own matter: get off here, board now, cancelled."""
    AT_DOOR = (523.25, 783.99)
    """Rising: a vehicle is here."""
    CHANGE = (659.26, 493.88)
    """Falling: something is no longer as it was."""


_BY_PRIORITY = {
    Priority.SAFETY: Earcon.SAFETY,
    Priority.AT_DOOR: Earcon.AT_DOOR,
    Priority.CHANGE: Earcon.CHANGE,
}


def find_earcon(priority: Priority) -> Earcon | None:
    """Give the sign for how urgent a sentence is; answers, boards and tips have none."""
    return _BY_PRIORITY.get(priority)


def make_earcon(earcon: Earcon, rate_hz: int, channels: int = 1, volume: float = 1.0) -> Audio:
    """Make the tones and the pause behind them, in the format of the words; `volume` is 0.0 to 1.0."""
    samples = array("h")
    for frequency_hz in earcon.value:
        samples.extend(_make_tone(frequency_hz, rate_hz, volume))
    samples.extend([0] * int(_PAUSE_S * rate_hz))
    if sys.byteorder == "big":
        samples.byteswap()
    if channels > 1:
        samples = array("h", (sample for sample in samples for _ in range(channels)))
    return Audio(samples.tobytes(), rate_hz, channels)


def _make_tone(frequency_hz: float, rate_hz: int, volume: float) -> list[int]:
    count, fade = int(_TONE_S * rate_hz), max(int(_FADE_S * rate_hz), 1)
    top = 32767 * _PEAK * volume
    return [
        round(
            top * min(1.0, place / fade, (count - place) / fade) * math.sin(math.tau * frequency_hz * place / rate_hz)
        )
        for place in range(count)
    ]
