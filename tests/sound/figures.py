"""What can be measured of an announcement without ears, and what of it is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from stopbell.speech.audio import Audio
from stopbell.speech.measure import measure
from tests.sound.announcements import Announcement
from tests.sound.levels import measure_levels

QUIETEST_LUFS, LOUDEST_LUFS = -23.5, -16.0
HIGHEST_PEAK_DB = 0.2
"""Between the samples. Broadcasters want -1; espeak-ng's Ukrainian, Polish and Spanish reach 0.1 at full volume."""
LONGEST_GAP_S = 0.7
SLOWEST_WPM, FASTEST_WPM = 70, 220
"""Words a minute heard over a language's announcements, pauses and all, where 175 are asked for."""
_QUIET = 200
"""Samples below are silence, as in the product's own joints."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One announcement, measured."""

    announcement: Announcement
    seconds: float
    lufs: float
    true_peak_db: float
    clipped: int
    gap_s: float
    words: int

    @property
    def wpm(self) -> float:
        """Words a minute."""
        return self.words * 60 / self.seconds if self.seconds else 0.0

    @property
    def is_too_long(self) -> bool:
        """Whether it is longer than its budget."""
        return self.seconds > self.announcement.budget.value

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the sound itself; the length is judged apart."""
        found = (
            (not QUIETEST_LUFS <= self.lufs <= LOUDEST_LUFS, f"{self.lufs:.1f} LUFS"),
            (self.true_peak_db > HIGHEST_PEAK_DB, f"true peak {self.true_peak_db:.1f} dB"),
            (self.clipped > 0, f"{self.clipped} samples clipped"),
            (self.gap_s >= LONGEST_GAP_S, f"a gap of {self.gap_s:.2f} s"),
        )
        return tuple(told for is_wrong, told in found if is_wrong)


def to_figures(announcement: Announcement, audio: Audio) -> Figures:
    """Measure one. Seconds are from the first sound to the last: what is said, not what is silent around it."""
    plain, levels = measure(audio), measure_levels(audio)
    words = len(announcement.spoken.replace("-", " ").split())
    seconds = _measure_speech(audio)
    return Figures(announcement, seconds, levels.lufs, levels.true_peak_db, plain.clipped, plain.longest_gap_s, words)


def list_language_faults(rows: Sequence[Figures]) -> list[str]:
    """Say which languages are spoken too fast or too slowly over all their announcements."""
    faults: list[str] = []
    for language in dict.fromkeys(row.announcement.language for row in rows):
        own = [row for row in rows if row.announcement.language == language]
        wpm = sum(row.words for row in own) * 60 / max(sum(row.seconds for row in own), 0.001)
        if not SLOWEST_WPM <= wpm <= FASTEST_WPM:
            faults.append(f"{language}: {wpm:.0f} words a minute")
    return faults


def _measure_speech(audio: Audio) -> float:
    heard = [place for place, value in enumerate(audio.to_array()) if abs(value) > _QUIET]
    return (heard[-1] - heard[0]) / audio.rate_hz if heard else 0.0
