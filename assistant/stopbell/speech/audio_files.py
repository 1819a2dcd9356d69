"""Read the audio files that engines write: WAV, and AIFF where macOS makes it."""

import io
import struct
import wave

from stopbell.speech.audio import SAMPLE_BYTES, Audio
from stopbell.speech.errors import SynthesisError

_CHUNK_HEADER = struct.Struct(">4sI")
_COMMON = struct.Struct(">hIh")
_SOUND_HEADER_BYTES = 8
_RATE_BYTES = 10


def parse_audio(payload: bytes) -> Audio:
    """Parse a WAV or AIFF file of 16-bit samples.

    Raises:
        SynthesisError: it is neither, it is cut short, or its samples are of another kind.
    """
    try:
        audio = _parse_aiff(payload) if payload[:4] == b"FORM" else _parse_wav(payload)
    except (wave.Error, EOFError, struct.error, ValueError, OverflowError) as error:
        raise SynthesisError(f"the engine's audio file cannot be read: {error}") from error
    if audio.channels < 1 or audio.rate_hz < 1:
        raise SynthesisError(f"the engine's audio has {audio.channels} channels at {audio.rate_hz} Hz")
    return audio


def _parse_wav(payload: bytes) -> Audio:
    with wave.open(io.BytesIO(payload), "rb") as reader:
        if reader.getsampwidth() != SAMPLE_BYTES:
            raise ValueError(f"{reader.getsampwidth() * 8}-bit samples; 16 are expected")
        return Audio(reader.readframes(reader.getnframes()), reader.getframerate(), reader.getnchannels())


def _parse_aiff(payload: bytes) -> Audio:
    """Parse AIFF 1.3 and AIFF-C with `NONE` (big-endian) or `sowt` (little-endian) samples."""
    if payload[8:12] not in (b"AIFF", b"AIFC"):
        raise ValueError(f"form type {payload[8:12]!r}")
    chunks = _read_chunks(payload)
    common, sound = chunks[b"COMM"], chunks[b"SSND"][_SOUND_HEADER_BYTES:]
    channels, _, bits = _COMMON.unpack_from(common)
    compression = common[_COMMON.size + _RATE_BYTES :][:4] or b"NONE"
    if bits != SAMPLE_BYTES * 8 or compression not in (b"NONE", b"sowt"):
        raise ValueError(f"{bits}-bit samples coded as {compression!r}; plain 16 bits are expected")
    whole = sound[: len(sound) // SAMPLE_BYTES * SAMPLE_BYTES]
    rate_hz = _parse_extended(common[_COMMON.size :][:_RATE_BYTES])
    return Audio(whole if compression == b"sowt" else _swap_bytes(whole), rate_hz, channels)


def _read_chunks(payload: bytes) -> dict[bytes, bytes]:
    chunks: dict[bytes, bytes] = {}
    position = 12
    while position + _CHUNK_HEADER.size <= len(payload):
        name, size = _CHUNK_HEADER.unpack_from(payload, position)
        position += _CHUNK_HEADER.size
        chunks.setdefault(name, payload[position : position + size])
        position += size + size % 2
    if missing := {b"COMM", b"SSND"} - chunks.keys():
        raise ValueError(f"no chunk {sorted(missing)}")
    return chunks


def _parse_extended(rate: bytes) -> int:
    """Parse an 80-bit float of IEEE 754, rounded to whole hertz."""
    exponent, mantissa = struct.unpack(">HQ", rate)
    shift = (exponent & 0x7FFF) - 16383 - 63
    if not -63 <= shift <= 0:
        raise ValueError("a sample rate that no device has")
    return round(mantissa / (1 << -shift))


def _swap_bytes(samples: bytes) -> bytes:
    swapped = bytearray(samples)
    swapped[0::2], swapped[1::2] = samples[1::2], samples[0::2]
    return bytes(swapped)
