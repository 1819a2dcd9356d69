"""Progress in few lines: none for what is quick, steps of several percent for what is slow."""

from dataclasses import dataclass
from datetime import UTC, datetime

from stopbell_server.app.progress import ProgressLines


@dataclass
class HandClock:
    seconds: float = 0.0

    def now(self) -> datetime:
        return datetime(2026, 9, 5, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.seconds


def test_what_is_quick_says_nothing() -> None:
    lines: list[str] = []
    progress = ProgressLines(lines.append, HandClock())

    progress.note_bytes(500, 1000)
    progress.note_bytes(1000, 1000)
    progress.note_stage("writing", 5, 7)

    assert lines == []


def test_a_slow_download_is_told_in_steps() -> None:
    lines: list[str] = []
    clock = HandClock()
    progress = ProgressLines(lines.append, clock)

    for percent in range(0, 101, 2):
        clock.seconds += 1
        progress.note_bytes(percent * 1_000_000, 100_000_000)

    assert lines[:3] == ["Fetched 6 percent, 6.0 MB.", "Fetched 12 percent, 12.0 MB.", "Fetched 18 percent, 18.0 MB."]
    assert len(lines) < 20


def test_a_download_of_unknown_length_tells_its_size() -> None:
    lines: list[str] = []
    clock = HandClock()
    progress = ProgressLines(lines.append, clock)

    clock.seconds = 3
    progress.note_bytes(2_500_000, None)

    assert lines == ["Fetched 2.5 MB."]


def test_the_steps_of_an_import_are_numbered_and_its_end_is_none() -> None:
    lines: list[str] = []
    clock = HandClock()
    progress = ProgressLines(lines.append, clock)

    clock.seconds = 3
    progress.note_stage("reading stops", 1, 7)
    clock.seconds = 6
    progress.note_stage("done", 7, 7)

    assert lines == ["Importing, step 2 of 7: reading stops."]
