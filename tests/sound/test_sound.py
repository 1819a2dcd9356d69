"""Announcements rendered on the product's own path: how long they take, how loud they are, whether they are whole."""

import asyncio
import math
from array import array
from collections.abc import Mapping
from pathlib import Path

import pytest

from stopbell.speech.audio import Audio
from stopbell.speech.pyttsx3_engine import Pyttsx3Synthesiser
from stopbell_server.phrases import Phrasebooks
from tests.sound.announcements import PLACES, Announcement, Budget, list_announcements
from tests.sound.figures import Figures, list_language_faults, to_figures
from tests.sound.intelligibility import CONTROL, Heard, list_alarms
from tests.sound.lengths import SLACK, list_length_faults, read_lengths
from tests.sound.levels import measure_levels
from tests.sound.rendering import render_all

BOOKS = Phrasebooks.load()
RATE_HZ = 22050


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Mapping[Announcement, Figures]:
    """Render and measure all announcements once."""
    made = asyncio.run(render_all(list_announcements(BOOKS), tmp_path_factory.mktemp("sound")))
    return {announcement: to_figures(announcement, audio) for announcement, audio in made.items()}


@pytest.mark.timeout(300)
def test_every_announcement_is_whole_loud_enough_and_not_clipped(rows: Mapping[Announcement, Figures]) -> None:
    faults = {f"{one.language} {one.name}": row.faults for one, row in rows.items() if row.faults}
    assert faults == {}
    assert list_language_faults([*rows.values()]) == []


@pytest.mark.timeout(300)
def test_no_announcement_is_longer_than_its_budget_or_than_it_was_known_to_be(
    rows: Mapping[Announcement, Figures],
) -> None:
    assert list_length_faults([*rows.values()], read_lengths()) == []


def test_every_language_with_an_understandable_voice_is_judged() -> None:
    async def find_usable() -> set[str]:
        engine = Pyttsx3Synthesiser()
        try:
            return {tag for tag in BOOKS.languages if (await engine.find_voice(tag)).is_usable}
        finally:
            await engine.close()

    assert asyncio.run(find_usable()) == set(PLACES)


def _tone(level: float, seconds: float = 1.0, hertz: float = 997.0) -> Audio:
    values = array(
        "h",
        (
            round(32767 * level * math.sin(2 * math.pi * hertz * step / RATE_HZ))
            for step in range(int(seconds * RATE_HZ))
        ),
    )
    return Audio(values.tobytes(), RATE_HZ)


@pytest.mark.parametrize(("level", "lufs"), [(1.0, -3.01), (0.1, -23.01)])
def test_a_reference_tone_has_the_loudness_that_the_standard_gives_it(level: float, lufs: float) -> None:
    # ITU-R BS.1770-4: a sine of 997 Hz at full scale in one channel is -3.01 LUFS.
    assert measure_levels(_tone(level)).lufs == pytest.approx(lufs, abs=0.1)


def test_a_peak_between_two_samples_is_found() -> None:
    quarter = array("h", [round(23170 * sign) for sign in (1, 1, -1, -1)] * 2000)
    assert measure_levels(Audio(quarter.tobytes(), RATE_HZ)).true_peak_db == pytest.approx(0.0, abs=0.1)


def _judge(audio: Audio, words: str = "one two three") -> tuple[str, ...]:
    return to_figures(Announcement("en", "x", Budget.AUTOMATIC, words), audio).faults


@pytest.mark.parametrize(
    ("audio", "fault"),
    [
        (_tone(0.02), "LUFS"),
        (Audio(bytes(RATE_HZ * 2), RATE_HZ), "-inf LUFS"),
        (Audio(array("h", [32767, -32768] * RATE_HZ).tobytes(), RATE_HZ), "samples clipped"),
        (Audio(_tone(0.15).samples + bytes(RATE_HZ * 2) + _tone(0.15).samples, RATE_HZ), "a gap of"),
    ],
)
def test_what_is_no_good_sound_is_told(audio: Audio, fault: str) -> None:
    assert any(fault in told for told in _judge(audio))


def test_good_sound_has_no_fault_and_its_silence_around_it_does_not_count_as_length() -> None:
    silence = bytes(RATE_HZ * 2 * 2)
    audio = Audio(silence + _tone(0.15).samples + silence, RATE_HZ)
    assert _judge(audio) == ()
    row = to_figures(Announcement("en", "x", Budget.AUTOMATIC, "one two three"), audio)
    assert row.seconds == pytest.approx(1.0, abs=0.01)
    assert list_language_faults([row]) == []
    assert list_language_faults([to_figures(Announcement("en", "x", Budget.ANSWER, "one"), audio)]) == [
        "en: 60 words a minute"
    ]


def _figures(seconds: float, name: str = "now") -> Figures:
    return Figures(Announcement("en", name, Budget.AUTOMATIC, "x"), seconds, -20.0, -2.0, 0, 0.1, 5)


def test_lengths_may_not_grow_and_the_list_of_long_ones_may_not_grow_old() -> None:
    known = {("en", "now"): 3.5}
    assert list_length_faults([_figures(3.5 + SLACK / 2)], known) == []
    assert list_length_faults([_figures(3.5 + SLACK * 2)], known) == ["en now: 3.70 s, 3.50 s were known"]
    assert list_length_faults([_figures(3.2)], {}) == ["en now: 3.20 s, its budget is 3 s"]
    assert list_length_faults([_figures(2.9)], known) == ["en now: within its budget now, take it off the list"]
    assert list_length_faults([_figures(2.9, "later")], {}) == []
    assert list_length_faults([], known) == ["en now: no such announcement, take it off the list"]


BASELINE = {"en": Heard("en", 11.0, 4.0)}
CONTROL_WORSE = Heard(CONTROL, 95.0, 60.0)


@pytest.mark.parametrize(
    ("heard", "alarms"),
    [
        ([Heard("en", 20.0, 8.0), CONTROL_WORSE], 0),
        ([Heard("en", 22.0, 8.0), CONTROL_WORSE], 1),
        ([Heard("en", 11.0, 15.0), CONTROL_WORSE], 1),
        ([Heard("en", 11.0, 4.0), Heard(CONTROL, 40.0, 20.0)], 1),
        ([Heard("en", 11.0, 4.0)], 1),
        ([Heard("en", 11.0, 4.0), Heard("cs", 11.0, 4.0), CONTROL_WORSE], 1),
    ],
)
def test_the_recogniser_alarms_on_worse_speech_and_on_a_control_that_is_understood(
    heard: list[Heard], alarms: int
) -> None:
    assert len(list_alarms(heard, BASELINE)) == alarms


def test_announcements_are_kept_as_files_to_listen_to(tmp_path: Path) -> None:
    asyncio.run(render_all(list_announcements(BOOKS)[:2], tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["en in one minute.wav", "en in three minutes.wav"]
