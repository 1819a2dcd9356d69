"""Audio as a value: samples, their rate, and how pieces are joined without long gaps."""

import io
import sys
import wave
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SAMPLE_BYTES = 2
_QUIET = 200
"""Samples below this are heard as silence: -44 dB of full scale."""
_JOINT_S = 0.08
"""How much of the silence between two pieces stays, on each side."""


@dataclass(frozen=True, slots=True)
class Audio:
    """Signed 16-bit samples."""

    samples: bytes
    """Little-endian, channels interleaved."""
    rate_hz: int
    channels: int = 1

    @property
    def duration_s(self) -> float:
        """How long it takes to hear it."""
        return len(self.samples) / (SAMPLE_BYTES * self.channels * self.rate_hz)

    def to_array(self) -> "array[int]":
        """Give the samples as integers."""
        values = array("h")
        values.frombytes(self.samples)
        if sys.byteorder == "big":
            values.byteswap()
        return values


def to_wav(audio: Audio) -> bytes:
    """Give the bytes of a WAV file."""
    target = io.BytesIO()
    with wave.open(target, "wb") as writer:
        writer.setnchannels(audio.channels)
        writer.setsampwidth(SAMPLE_BYTES)
        writer.setframerate(audio.rate_hz)
        writer.writeframes(audio.samples)
    return target.getvalue()


def join_audio(pieces: Sequence[Audio]) -> tuple[Audio, ...]:
    """Join neighbours of one format, and shorten the silence where they meet; the outer ends stay as they are."""
    joined: list[Audio] = []
    for piece in pieces:
        if joined and (joined[-1].rate_hz, joined[-1].channels) == (piece.rate_hz, piece.channels):
            before, after = _trim_end(joined[-1]), _trim_start(piece)
            joined[-1] = Audio(before.samples + after.samples, piece.rate_hz, piece.channels)
        else:
            joined.append(piece)
    return tuple(joined)


def _trim_end(audio: Audio) -> Audio:
    values = audio.to_array()
    kept = len(values) - _count_quiet(reversed(values))
    return _cut(audio, 0, kept + _joint_samples(audio))


def _trim_start(audio: Audio) -> Audio:
    quiet = _count_quiet(audio.to_array())
    return _cut(audio, max(quiet - _joint_samples(audio), 0), None)


def _cut(audio: Audio, first: int, end: int | None) -> Audio:
    """Cut at whole frames."""
    frame = audio.channels * SAMPLE_BYTES
    start_byte = first // audio.channels * frame
    end_byte = len(audio.samples) if end is None else -(-end // audio.channels) * frame
    return Audio(audio.samples[start_byte:end_byte], audio.rate_hz, audio.channels)


def _count_quiet(values: Iterable[int]) -> int:
    count = 0
    for value in values:
        if abs(value) > _QUIET:
            break
        count += 1
    return count


def _joint_samples(audio: Audio) -> int:
    return int(_JOINT_S * audio.rate_hz) * audio.channels
