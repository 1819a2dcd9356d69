"""Files that announcements leave: whole, bounded, and in the words that were said."""

import asyncio
import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell.announcing.errors import AnnouncingInvalid
from stopbell.announcing.outlets import Loudspeaker, WavFolder
from stopbell.announcing.record import LARGEST_BYTES, Record, Told
from stopbell.announcing.sound import PAUSE_S, put_together
from stopbell.speech.audio import Audio
from stopbell.speech.errors import NoDeviceError, PlaybackError
from tests.assistant.announcing.fakes import BreakingDevice, BrokenDevice, Seconds

AT = datetime(2026, 11, 30, 12, 6, 1, tzinfo=UTC)
SECOND = Audio(b"\1\0" * 8000, 8000)


def test_each_announcement_is_a_sound_and_a_text_and_only_the_last_ones_stay(tmp_path: Path) -> None:
    (tmp_path / "operator.wav").write_bytes(b"mine")
    folder = WavFolder(tmp_path, keep=2)

    async def put() -> None:
        for number in range(4):
            await folder.put([SECOND], f"2026-11-30T12-06-0{number}-000{number}", f"text {number}\n")

    asyncio.run(put())
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "2026-11-30T12-06-02-0002.txt",
        "2026-11-30T12-06-02-0002.wav",
        "2026-11-30T12-06-03-0003.txt",
        "2026-11-30T12-06-03-0003.wav",
        "operator.wav",
    ]
    assert (tmp_path / "2026-11-30T12-06-03-0003.txt").read_text() == "text 3\n"


def test_a_folder_that_cannot_be_is_told_before_the_first_announcement(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AnnouncingInvalid, match="No WAV files can be written into"):
        WavFolder(tmp_path / "file" / "wav", keep=2)


def test_a_device_that_is_not_there_is_tried_again_only_after_a_while() -> None:
    seconds, device = Seconds(), BrokenDevice()
    loudspeaker = Loudspeaker(device, seconds)

    async def prepare_at(*instants: float) -> None:
        for at in instants:
            seconds.at = at
            with pytest.raises(NoDeviceError):
                await loudspeaker.prepare()

    asyncio.run(prepare_at(0, 10, 20, 31, 40))
    assert device.asked == 2


def test_what_is_not_spoken_is_marked_and_a_line_is_one_line() -> None:
    shown: list[str] = []
    told = [Told("en", "10 to\x1b[2J\nLake.", is_spoken=True), Told("zh", "10，开往 Lake。", is_spoken=False)]
    assert Record(shown.append).add(AT, told) == "".join(shown)
    assert shown == ["2026-11-30 12:06:01 en: 10 to [2J Lake.\n2026-11-30 12:06:01 zh (not spoken): 10，开往 Lake。\n"]


def test_the_text_file_does_not_grow_without_end(tmp_path: Path) -> None:
    path = tmp_path / "said" / "log.txt"
    record = Record(lambda text: None, path)
    record.add(AT, [Told("en", "First.", is_spoken=True)])
    path.write_text("x" * (LARGEST_BYTES + 1))
    record.add(AT, [Told("en", "Second.", is_spoken=True)])
    assert path.read_text() == "2026-11-30 12:06:01 en: Second.\n"
    assert (tmp_path / "said" / "log.txt.1").stat().st_size == LARGEST_BYTES + 1


def test_a_text_file_that_cannot_be_written_is_told_once_and_ends_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shown: list[str] = []
    record = Record(shown.append, tmp_path)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            record.add(AT, [Told("en", "Said.", is_spoken=True)])
    assert (len(shown), len(caplog.records)) == (3, 1)


def test_languages_follow_each_other_with_a_pause_and_the_tone_comes_first_but_never_alone() -> None:
    [joined] = put_together([[SECOND], [], [SECOND]], has_tone=False, volume=1.0)
    assert joined.duration_s == pytest.approx(2 + PAUSE_S)
    [with_tone] = put_together([[SECOND]], has_tone=True, volume=1.0)
    assert 1.1 < with_tone.duration_s < 1.4
    assert with_tone.samples.endswith(SECOND.samples)
    assert put_together([[], []], has_tone=True, volume=1.0) == ()


def test_voices_of_different_formats_are_not_mixed_into_one_sound() -> None:
    other = Audio(b"\1\0" * 22050, 22050)
    rates = [piece.rate_hz for piece in put_together([[SECOND], [other]], has_tone=False, volume=1.0)]
    assert rates == [8000, 22050]


def test_a_device_that_breaks_while_it_plays_is_left_alone_for_a_while() -> None:
    seconds, device = Seconds(), BreakingDevice()
    loudspeaker = Loudspeaker(device, seconds)

    async def run() -> None:
        await loudspeaker.prepare()
        await loudspeaker.put([SECOND], "one", "one")
        with pytest.raises(PlaybackError):
            await loudspeaker.put([SECOND], "two", "two")
        with pytest.raises(PlaybackError):
            await loudspeaker.prepare()
        seconds.at = 31
        await loudspeaker.prepare()

    asyncio.run(run())
    assert device.played == [SECOND]
