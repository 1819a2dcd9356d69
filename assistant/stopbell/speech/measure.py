"""Measure audio, to tell speech from silence and from noise without hearing it."""

import math
from dataclasses import dataclass

from stopbell.speech.audio import Audio

_FULL_SCALE = 32768
_CLIPPED = 32767
_WINDOW_S = 0.02
_QUIET_DB = -50.0


@dataclass(frozen=True, slots=True)
class AudioFigures:
    """What the samples say."""

    duration_s: float
    rms_db: float
    """Root mean square against full scale; -inf is digital silence."""
    peak_db: float
    clipped: int
    """Samples at full scale."""
    longest_gap_s: float
    """The longest silence between two sounds; what comes before the first and after the last does not count."""


def measure(audio: Audio) -> AudioFigures:
    """Measure all channels together."""
    values = audio.to_array()
    power = sum(value * value for value in values) / max(len(values), 1)
    peak = max((abs(value) for value in values), default=0)
    clipped = sum(1 for value in values if abs(value) >= _CLIPPED)
    gap = _find_longest_gap(audio)
    return AudioFigures(audio.duration_s, _to_db(math.sqrt(power)), _to_db(peak), clipped, gap)


def _find_longest_gap(audio: Audio) -> float:
    values = audio.to_array()
    window = max(int(_WINDOW_S * audio.rate_hz) * audio.channels, 1)
    longest = gap = 0
    has_sounded = False
    for start in range(0, len(values), window):
        piece = values[start : start + window]
        power = sum(value * value for value in piece) / len(piece)
        if _to_db(math.sqrt(power)) < _QUIET_DB:
            gap += len(piece)
            continue
        longest = max(longest, gap if has_sounded else 0)
        has_sounded, gap = True, 0
    return longest / (audio.rate_hz * audio.channels)


def _to_db(level: float) -> float:
    return 20 * math.log10(level / _FULL_SCALE) if level > 0 else -math.inf
