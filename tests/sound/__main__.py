"""`python -m tests.sound`: every announcement in every voiced language, rendered and measured, as one table.

With `--recogniser PLACE`, which `.ci/sound` gives, also how much of it an offline recogniser understands.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from stopbell.speech.audio import Audio
from stopbell_server.phrases import Phrasebooks
from tests.sound.announcements import Announcement, list_announcements
from tests.sound.figures import Figures, list_language_faults, to_figures
from tests.sound.intelligibility import list_alarms, list_controls, listen, read_baseline
from tests.sound.lengths import list_length_faults, read_lengths, write_lengths
from tests.sound.rendering import render_all

_HEAD = (
    f"{'':2} {'announcement':24} {'s':>5} {'of':>3} {'LUFS':>6} {'peak':>5} {'clip':>4} {'gap':>4} {'wpm':>4}  verdict"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; give 1 where the sound is faulty, understood worse, or longer than is known."""
    parser = argparse.ArgumentParser(prog="python -m tests.sound", description=__doc__)
    parser.add_argument("--wav", type=Path, metavar="FOLDER", help="keep the audio there")
    parser.add_argument("--write-lengths", action="store_true", help="write the list of the long ones anew")
    parser.add_argument("--recogniser", type=Path, metavar="PLACE", help="let the recogniser installed there listen")
    options = parser.parse_args(arguments)
    books = Phrasebooks.load()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.wav or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        announcements = list_announcements(books)
        made = asyncio.run(render_all([*announcements, *list_controls(announcements)], folder))
        rows = [to_figures(one, made[one]) for one in announcements]
        if options.write_lengths:
            write_lengths(rows)
        faults = _tell_figures(rows)
        if options.recogniser:
            faults += _tell_heard(made, options.recogniser, Path(temporary), books)
    for fault in faults:
        print(f"FAULT: {fault}")
    return int(bool(faults))


def _tell_figures(rows: Sequence[Figures]) -> list[str]:
    print(_HEAD)
    for row in rows:
        print(_to_line(row))
    print(f"{len(rows)} announcements, {sum(row.is_too_long for row in rows)} longer than their budget.")
    sound = [f"{row.announcement.language} {row.announcement.name}: {fault}" for row in rows for fault in row.faults]
    return [*sound, *list_language_faults(rows), *list_length_faults(rows, read_lengths())]


def _to_line(row: Figures) -> str:
    told = row.announcement
    faults = [*(["too long"] if row.is_too_long else []), *row.faults]
    return (
        f"{told.language:2} {told.name:24} {row.seconds:5.2f} {told.budget.value:3.0f} {row.lufs:6.1f}"
        f" {row.true_peak_db:5.1f} {row.clipped:4} {row.gap_s:4.2f} {row.wpm:4.0f}  {'; '.join(faults) or 'good'}"
    )


def _tell_heard(made: Mapping[Announcement, Audio], place: Path, folder: Path, books: Phrasebooks) -> list[str]:
    heard, baseline = listen(made, place, folder, books), read_baseline()
    print("\nWhat an offline recogniser (Whisper base) writes down: errors in percent, and when last looked at")
    for one in heard:
        before = baseline.get(one.language)
        was = f"words {before.word_errors:4.0f}, letters {before.letter_errors:4.0f}" if before else "-"
        print(f"{one.language:8} words {one.word_errors:4.0f}, letters {one.letter_errors:4.0f}  ({was})")
    return list_alarms(heard, baseline)


if __name__ == "__main__":
    sys.exit(main())
