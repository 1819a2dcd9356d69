"""How loud speech is and how close to clipping: ITU-R BS.1770-4 on mono audio of any rate."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stopbell.speech.audio import Audio

_FULL_SCALE = 32768
_BLOCK_S, _STEP_S = 0.4, 0.1
_ABSOLUTE_GATE, _RELATIVE_GATE = -70.0, -10.0
_OVERSAMPLING = 4
_PAD_S = 0.5

Samples = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Levels:
    """Loudness of the speech itself, and its highest true peak."""

    lufs: float
    true_peak_db: float


def measure_levels(audio: Audio) -> Levels:
    """Measure; silence is -inf."""
    assert audio.channels == 1
    samples = np.array(audio.to_array(), dtype=np.float64) / _FULL_SCALE
    return Levels(_measure_loudness(samples, audio.rate_hz), _measure_true_peak(samples))


def _measure_loudness(samples: Samples, rate_hz: int) -> float:
    weighted = _weight(samples, rate_hz)
    block, step = int(_BLOCK_S * rate_hz), int(_STEP_S * rate_hz)
    starts = range(0, max(len(weighted) - block, 0) + 1, step)
    powers = np.array([np.mean(weighted[start : start + block] ** 2) for start in starts])
    powers = powers[powers > _to_power(_ABSOLUTE_GATE)]
    if not powers.size:
        return -math.inf
    gate = _to_lufs(float(np.mean(powers))) + _RELATIVE_GATE
    return _to_lufs(float(np.mean(powers[powers > _to_power(gate)])))


def _weight(samples: Samples, rate_hz: int) -> Samples:
    """Filter as the ear does: a shelf above 1.5 kHz and a high pass at 38 Hz, by their response to each frequency."""
    size = len(samples) + int(_PAD_S * rate_hz)
    turns = np.exp(-2j * np.pi * np.fft.rfftfreq(size))
    spectrum = np.fft.rfft(samples, size) * _shelf(turns, rate_hz) * _high_pass(turns, rate_hz)
    return np.fft.irfft(spectrum, size)[: len(samples)]


def _shelf(turns: NDArray[np.complex128], rate_hz: int) -> NDArray[np.complex128]:
    quality, gain = 0.7071752369554196, 10 ** (3.999843853973347 / 20)
    k = math.tan(math.pi * 1681.974450955533 / rate_hz)
    middle = gain**0.4996667741545416
    above = (
        gain + middle * k / quality + k * k,
        2 * (k * k - gain),
        gain - middle * k / quality + k * k,
    )
    return _respond(above, (1 + k / quality + k * k, 2 * (k * k - 1), 1 - k / quality + k * k), turns)


def _high_pass(turns: NDArray[np.complex128], rate_hz: int) -> NDArray[np.complex128]:
    quality = 0.5003270373238773
    k = math.tan(math.pi * 38.13547087602444 / rate_hz)
    first = 1 + k / quality + k * k
    below = (1.0, 2 * (k * k - 1) / first, (1 - k / quality + k * k) / first)
    return _respond((1.0, -2.0, 1.0), below, turns)


def _respond(
    above: tuple[float, float, float], below: tuple[float, float, float], turns: NDArray[np.complex128]
) -> NDArray[np.complex128]:
    numerator = above[0] + above[1] * turns + above[2] * turns**2
    return numerator / (below[0] + below[1] * turns + below[2] * turns**2)


def _measure_true_peak(samples: Samples) -> float:
    """Give the highest point of the wave between samples too."""
    if not samples.size:
        return -math.inf
    size = len(samples) * _OVERSAMPLING
    wave = np.fft.irfft(np.fft.rfft(samples), size) * _OVERSAMPLING
    peak = float(np.max(np.abs(wave)))
    return 20 * math.log10(peak) if peak else -math.inf


def _to_lufs(power: float) -> float:
    return -0.691 + 10 * math.log10(power)


def _to_power(lufs: float) -> float:
    return 10 ** ((lufs + 0.691) / 10)
