"""Files that engines write are read, or refused with a reason."""

import contextlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.speech.audio import Audio, join_audio, to_wav
from stopbell.speech.audio_files import parse_audio
from stopbell.speech.errors import SynthesisError

SAMPLES = st.lists(st.integers(-32768, 32767), max_size=200)


def to_bytes(samples: list[int], order: str = "<") -> bytes:
    return struct.pack(f"{order}{len(samples)}h", *samples)


def make_aiff(samples: list[int], rate_hz: int = 22050, compression: bytes = b"") -> bytes:
    """An AIFF file as macOS writes it; with a compression word it is AIFF-C."""
    exponent = rate_hz.bit_length() - 1
    extended = struct.pack(">HQ", exponent + 16383, rate_hz << (63 - exponent))
    common = struct.pack(">hIh", 1, len(samples), 16) + extended
    if compression:
        common += compression + b"\x00\x00"
    sound = bytes(8) + to_bytes(samples, "<" if compression == b"sowt" else ">")
    form = b"AIFC" if compression else b"AIFF"
    body = form + b"COMM" + struct.pack(">I", len(common)) + common + b"SSND" + struct.pack(">I", len(sound)) + sound
    return b"FORM" + struct.pack(">I", len(body)) + body


@given(SAMPLES, st.integers(8000, 48000))
def test_a_wav_file_gives_back_its_samples(samples: list[int], rate_hz: int) -> None:
    audio = Audio(to_bytes(samples), rate_hz)
    assert parse_audio(to_wav(audio)) == audio


@given(SAMPLES, st.integers(8000, 48000), st.sampled_from([b"", b"NONE", b"sowt"]))
def test_an_aiff_file_gives_back_its_samples(samples: list[int], rate_hz: int, compression: bytes) -> None:
    assert parse_audio(make_aiff(samples, rate_hz, compression)) == Audio(to_bytes(samples), rate_hz)


@given(st.binary(max_size=200) | st.binary(max_size=80).map(lambda tail: b"FORM\x00\x00\x00\x00AIFF" + tail))
def test_other_bytes_raise_nothing_but_a_synthesis_error(payload: bytes) -> None:
    with contextlib.suppress(SynthesisError):
        parse_audio(payload)


@given(st.data())
def test_a_damaged_aiff_is_read_or_refused(data: st.DataObject) -> None:
    payload = bytearray(make_aiff([1, 2, 3]))
    for index in data.draw(st.lists(st.integers(0, len(payload) - 1), max_size=5)):
        payload[index] = data.draw(st.integers(0, 255))
    with contextlib.suppress(SynthesisError):
        assert parse_audio(bytes(payload)).channels >= 1


def test_samples_of_another_kind_are_refused() -> None:
    with pytest.raises(SynthesisError, match="16 bits"):
        parse_audio(make_aiff([1, 2], compression=b"fl32"))


def test_joined_pieces_lose_the_long_silence_between_them() -> None:
    piece = Audio(to_bytes([0] * 4000 + [9000, -9000] * 2000 + [0] * 4000), 8000)
    (joined,) = join_audio([piece, piece])
    assert joined.duration_s == pytest.approx(2 * (0.5 + 0.5) + 2 * 0.08)


def test_pieces_of_different_rates_stay_apart() -> None:
    first, second = Audio(to_bytes([5] * 10), 8000), Audio(to_bytes([5] * 10), 16000)
    assert join_audio([first, second]) == (first, second)
