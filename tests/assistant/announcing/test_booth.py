"""One announcement: nothing without words, nothing without end, and what cannot be heard is shown as such."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, time
from pathlib import Path
from typing import cast

import pytest

from stopbell.announcer.event import Event
from stopbell.announcing.announced_stop import AnnouncedStop
from stopbell.announcing.announcement import in_every_language
from stopbell.announcing.booth import LONGEST_CHARACTERS, Booth, Manner, Tally
from stopbell.announcing.outlets import Loudspeaker, Outlet, WavFolder
from stopbell.announcing.record import Record
from stopbell.announcing.studio import Studio
from stopbell.speech.audio import Audio
from stopbell.speech.audio_files import parse_audio
from stopbell.speech.measure import measure
from stopbell.speech.opening import EngineName, SpeechSettings, open_speech
from stopbell.speech.trouble import Trouble
from stopbell.speech.volume_hours import VolumeHours
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from tests.assistant.announcing.fakes import BrokenDevice, Seconds

SENTENCES = {
    "en": Line("10 to Lake, 2 minutes, live.", "Line ten, to Lake, two minutes, live."),
    "uk": Line("10, напрямок: Озеро, через 2 хвилини, наживо.", "Десять, напрямок: Озеро, через дві хвилини, наживо."),
    "zh": Line("10，开往 Lake，2分钟后。", "十，开往 Lake，两分钟后。"),
}


class StopAt:
    """What a booth needs of a stop: its time."""

    def __init__(self, at: datetime) -> None:
        self._at = at

    def now(self) -> datetime:
        return self._at

    def hold(self) -> AbstractContextManager[datetime]:
        return nullcontext(self._at)


def make(lines: Sequence[tuple[str, Line | None]]) -> list[Event]:
    def tell(line: Line | None) -> Phrase | None:
        return None if line is None else from_lines((line,), "call")

    return [Event("call", "tram", "near", tag, lambda line=line: tell(line)) for tag, line in lines]  # type: ignore[misc] bound in the loop


def tell(
    folder: Path,
    outlet: Outlet,
    *tags: str,
    lines: Sequence[tuple[str, Line | None]] = (),
    engine: EngineName = "pyttsx3",
    hour: int = 12,
    hours: Sequence[tuple[time, float | None]] = (),
    has_tone: bool = False,
) -> tuple[list[str], Tally, list[Trouble]]:
    """Tell one announcement; give what was shown, what came of it, and what was wrong."""
    shown: list[str] = []
    troubles: list[Trouble] = []

    async def run() -> Tally:
        async with open_speech(SpeechSettings(engine=engine, wav_folder=folder)) as speech:
            speech.tell_troubles_to(troubles.append)
            manner = Manner(150, VolumeHours(tuple(hours)), has_tone)
            booth = Booth(Studio(speech, folder), outlet, Record(shown.append), manner)
            booth.tell_troubles_to(troubles.append)
            events = make(lines or [(tag, SENTENCES[tag]) for tag in tags])
            stop = cast("AnnouncedStop", StopAt(datetime(2026, 11, 30, hour, 6, 1, tzinfo=UTC)))
            await booth.tell(in_every_language(events), stop)
            return booth.tally

    tally = asyncio.run(run())
    return "".join(shown).splitlines(), tally, troubles


def hear(folder: Path) -> Audio:
    [path] = folder.glob("*.wav")
    return parse_audio(path.read_bytes())


def render(tmp_path: Path, name: str, *tags: str, **how: object) -> Audio:
    wav, studio = tmp_path / name, tmp_path / f"{name}-studio"
    studio.mkdir()
    tell(studio, WavFolder(wav, 9), *tags, **how)  # type: ignore[arg-type] as `tell` has them
    return hear(wav)


def test_with_the_voice_that_is_carried_the_sound_holds_every_language_whole(tmp_path: Path) -> None:
    english, ukrainian = render(tmp_path, "en", "en"), render(tmp_path, "uk", "uk")
    both = render(tmp_path, "both", "en", "uk")
    figures = measure(both)
    assert 2.0 < english.duration_s < 5.0
    assert 3.0 < ukrainian.duration_s < 8.0
    assert both.duration_s == pytest.approx(english.duration_s + ukrainian.duration_s + 0.5, abs=0.1)
    assert -26 < figures.rms_db < -14
    assert figures.clipped == 0
    assert figures.longest_gap_s < 1.2
    assert both.samples.startswith(english.samples[: len(english.samples) // 2])


def test_the_text_beside_the_sound_is_what_is_shown(tmp_path: Path) -> None:
    wav, studio = tmp_path / "wav", tmp_path / "studio"
    studio.mkdir()
    shown, tally, troubles = tell(studio, WavFolder(wav, 9), "en", "uk", "zh")
    assert shown == [
        "2026-11-30 12:06:01 en: 10 to Lake, 2 minutes, live.",
        "2026-11-30 12:06:01 uk: 10, напрямок: Озеро, через 2 хвилини, наживо.",
        "2026-11-30 12:06:01 zh (not spoken): 10，开往 Lake，2分钟后。",
    ]
    assert (wav / "2026-11-30T12-06-01-0001.txt").read_text().splitlines() == shown
    assert [(trouble.code.value, trouble.language) for trouble in troubles] == [("no-voice", "zh")]
    assert (tally.due, tally.heard) == (1, 1)
    assert list(studio.iterdir()) == []


def test_by_night_it_is_softer_and_the_tone_with_it(tmp_path: Path) -> None:
    hours = ((time(7), 1.0), (time(20), 0.4))
    day = render(tmp_path, "day", "en", hours=hours, has_tone=True)
    evening = render(tmp_path, "evening", "en", hours=hours, hour=21, has_tone=True)
    plain = render(tmp_path, "plain", "en")
    assert measure(evening).rms_db < measure(day).rms_db - 3
    tone_s = day.duration_s - plain.duration_s
    assert 0.15 < tone_s < 0.4
    tones = [Audio(audio.samples[: int(0.2 * audio.rate_hz) * 2], audio.rate_hz) for audio in (day, evening)]
    assert measure(tones[0]).rms_db - measure(tones[1]).rms_db > 6


def test_in_hours_that_are_off_nothing_is_made_and_the_text_says_so(tmp_path: Path) -> None:
    shown, tally, troubles = tell(
        tmp_path, WavFolder(tmp_path / "wav", 9), "en", hours=((time(7), 1.0), (time(12), None)), engine="silent"
    )
    assert shown == ["2026-11-30 12:06:01 en (not spoken): 10 to Lake, 2 minutes, live."]
    assert (tally, troubles, list((tmp_path / "wav").iterdir())) == (Tally(0, 0, tally.troubles), [], [])


def test_without_a_device_the_text_says_that_nothing_is_spoken_and_why_is_told(tmp_path: Path) -> None:
    shown, tally, troubles = tell(tmp_path, Loudspeaker(BrokenDevice(), Seconds()), "en", engine="silent")
    assert shown == ["2026-11-30 12:06:01 en (not spoken): 10 to Lake, 2 minutes, live."]
    assert (tally.due, tally.heard) == (1, 0)
    assert [trouble.code.value for trouble in troubles] == ["no-device"]


def test_what_is_no_longer_true_or_has_no_end_is_neither_shown_nor_said(tmp_path: Path) -> None:
    endless = Line("10 to " + "Lake " * LONGEST_CHARACTERS, "Ten.")
    for line in (None, endless, Line("\x1b\x07", "\x07")):
        shown, tally, _ = tell(tmp_path, WavFolder(tmp_path / "wav", 9), lines=[("en", line)], engine="silent")
        assert (shown, tally.due) == ([], 0)
    assert list((tmp_path / "wav").iterdir()) == []
