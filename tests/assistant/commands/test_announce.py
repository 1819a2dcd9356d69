"""`announce`: what an operator types, what comes out, and how it ends."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stopbell.speech.audio_files import parse_audio
from stopbell.speech.measure import measure
from tests.assistant.commands.shell import Shell


def test_once_reads_the_board_into_a_sound_and_the_same_text(town: Shell, tmp_path: Path) -> None:
    wav = tmp_path / "wav"
    ended = town.run(
        "announce", "--stop", "Opera", "--languages", "en,uk", "--once", "--wav", str(wav), "--tone", "--text",
        str(tmp_path / "log.txt"),
    )  # fmt: skip

    assert ended.status == 0
    sound, text = sorted(wav.iterdir(), key=lambda path: path.suffix, reverse=True)
    assert text.read_text() == ended.out == (tmp_path / "log.txt").read_text()
    assert [line.split(" ", 3)[2] for line in ended.out.splitlines()] == ["en:", "uk:"]
    figures = measure(parse_audio(sound.read_bytes()))
    assert 5 < figures.duration_s < 30
    assert figures.rms_db > -30


def test_in_quiet_hours_there_is_text_and_no_sound_and_nothing_has_failed(town: Shell, tmp_path: Path) -> None:
    wav = tmp_path / "wav"
    ended = town.run("announce", "--stop", "Opera", "--once", "--wav", str(wav), "--quiet", "00:00-23:59")

    assert (ended.status, list(wav.iterdir())) == (0, [])
    assert " en (not spoken): Opera" in ended.out


def test_a_language_without_a_voice_alone_is_a_failure_that_says_why(town: Shell, tmp_path: Path) -> None:
    ended = town.run("announce", "--stop", "Opera", "--once", "--languages", "zh", "--wav", str(tmp_path / "wav"))

    assert (ended.status, ended.out[:40].split(" ", 2)[2][:17]) == (1, "zh (not spoken): ")
    assert "(zh)" in ended.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), 'No stop is named; give --stop, or write stops = ["…"] into the file.'),
        (("--stop", "Nowhere at all"), "No stop is called “Nowhere at all”."),
        (("--stop", "Opera", "--stop", "Opera "), "is a stop that is given already: town:"),
        (
            ("--stop", "Opera", "--languages", "en,tlh"),
            "languages: there are no sentences in 'tlh'; use some of ar, de",
        ),
        (("--stop", "Opera", "--quiet", "night"), "--quiet is 'night', not two times of day"),
        (("--stop", "Opera", "--rate", "1000"), "rate_wpm: Input should be less than or equal to 450; it is 1000."),
        (("--stop", "Opera", "--volume", "loud"), "'loud' is no volume; write 0 to 100"),
        (("--stop", "Opera", "--for", "0"), "'0' is no number of minutes above 0"),
    ],
)
def test_what_is_not_understood_is_misuse_and_one_sentence(town: Shell, arguments: tuple[str, ...], said: str) -> None:
    ended = town.run("announce", *arguments)

    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_run_ends_by_a_signal_as_it_should(town: Shell, tmp_path: Path, name: signal.Signals) -> None:
    command = [
        sys.executable, "-m", "stopbell.cli", "--home", str(town.home), "--at", "2026-09-05T08:55:00Z",
        "announce", "--stop", "Opera", "--wav", str(tmp_path / "wav"),
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        assert run.stderr.readline() == "Stopbell: announcements at Opera, in en.\n"
        run.send_signal(name)
        out, err = run.communicate(timeout=60)
    assert (run.returncode, out, err) == (0, "", "")


def test_a_run_ends_after_its_time(town: Shell, tmp_path: Path) -> None:
    ended = town.run("announce", "--stop", "Opera", "--for", "0.001", "--wav", str(tmp_path / "wav"))

    assert (ended.status, ended.out) == (0, "")
