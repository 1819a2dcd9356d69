"""`stopbell voice`, and choosing the voice by flag, environment and file."""

import shutil
from pathlib import Path

import pytest

from stopbell.speech.audio_files import parse_audio
from stopbell.speech.measure import AudioFigures, measure
from tests.assistant.commands.shell import Shell

TALK = ("Line", "ten", "to", "Central", "Station")


def listen(folder: Path) -> list[AudioFigures]:
    """Measure what was written in place of being heard."""
    return [measure(parse_audio(path.read_bytes())) for path in sorted(folder.glob("*.wav"))]


def hide(monkeypatch: pytest.MonkeyPatch, *commands: str) -> None:
    """Let these commands not be on the system."""
    find = shutil.which
    monkeypatch.setattr("shutil.which", lambda name: None if name in commands else find(name))


def test_the_engines_are_listed_with_what_they_speak_and_what_is_missing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(monkeypatch, "espeak-ng", "speech-dispatcher")
    ended = shell.run("voice", "engines")
    pyttsx3, espeak, dispatcher, silent = ended.out.splitlines()
    assert pyttsx3.startswith("pyttsx3 (in use): works, ")
    assert pyttsx3.endswith("voices. Of Stopbell's languages it speaks de, en, es, fr, pl, uk.")
    assert espeak.startswith(
        "espeak-ng: The command espeak-ng is not on this system. Install it (on Debian: apt install"
    )
    assert dispatcher.startswith("speech-dispatcher: The command speech-dispatcher is not on this system.")
    assert silent == "silent: makes no sound and takes the time of speech, for rehearsals."


def test_voices_are_listed_by_the_names_that_the_settings_take(shell: Shell) -> None:
    assert shell.run("voice", "list", "--language", "uk").out == "zle/uk: uk\n"
    everything = shell.run("voice", "list").out.splitlines()
    assert len(everything) > 100
    assert "gmw/en-us: en-us" in everything


def test_a_language_without_a_voice_is_told(shell: Shell) -> None:
    ended = shell.run("voice", "list", "--language", "tlh")
    assert (ended.status, ended.out) == (1, "pyttsx3 has no voice for tlh. Leave --language out to see all of them.\n")


def test_a_sentence_can_be_tried_and_who_spoke_is_told(shell: Shell, tmp_path: Path) -> None:
    ended = shell.run("voice", "say", "--wav", str(tmp_path), *TALK)
    assert (ended.status, ended.out, ended.err) == (0, "Spoken by pyttsx3.\n", "")
    (figures,) = listen(tmp_path)
    assert 1 < figures.duration_s < 5


def test_speed_volume_and_voice_are_tried_as_asked(shell: Shell, tmp_path: Path) -> None:
    for name, arguments in {
        "usual": (),
        "fast": ("--rate", "320"),
        "soft": ("--volume", "50"),
        "other": ("--name", "gmw/en-us"),
    }.items():
        assert shell.run("voice", "say", "--wav", str(tmp_path / name), *arguments, *TALK).status == 0
    usual, fast, soft, other = (listen(tmp_path / name)[0] for name in ("usual", "fast", "soft", "other"))
    assert 1.6 < usual.duration_s / fast.duration_s < 2.4
    assert soft.rms_db == pytest.approx(usual.rms_db - 6, abs=0.5)
    assert other != usual


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("--name", "nobody"), 1, "No voice is called nobody. `stopbell voice list` shows those of pyttsx3."),
        (("--rate", "20"), 2, "'20' is no speed; give 80 to 450 words a minute"),
        (("--volume", "101"), 2, "'101' is no volume; give 0 to 100"),
        (("--engine", "festival"), 2, "invalid choice: 'festival' (choose from 'pyttsx3', 'espeak-ng'"),
        (("--engine", "speech-dispatcher", "--wav", "x"), 1, "writes no WAV files; choose pyttsx3 or espeak-ng"),
    ],
)
def test_what_cannot_be_is_told_with_its_remedy(
    shell: Shell, arguments: tuple[str, ...], status: int, told: str
) -> None:
    ended = shell.run("voice", "say", *arguments)
    assert ended.status == status
    assert told in ended.err
    assert "Traceback" not in ended.err


def test_a_flag_beats_the_environment_and_the_environment_beats_the_file(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_engine(*arguments: str) -> str:
        return shell.run("voice", "say", "--rate", "450", *arguments, "Ten").out

    shell.home.mkdir(parents=True, exist_ok=True)
    assert shell.run("voice", "engines").out.startswith("pyttsx3 (in use)")
    (shell.home / "config.toml").write_text('engine = "silent"\n')
    assert find_engine() == "Spoken by silent.\n"
    monkeypatch.setenv("STOPBELL_ENGINE", "pyttsx3")
    monkeypatch.setenv("STOPBELL_WAV", str(shell.home / "wav"))
    assert find_engine() == "Spoken by pyttsx3.\n"
    assert find_engine("--engine", "silent") == "Spoken by silent.\n"


def test_an_engine_that_nobody_knows_is_refused_with_those_there_are(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STOPBELL_ENGINE", "festival")
    ended = shell.run("voice", "say", "Ten")
    assert ended.status == 1
    assert "STOPBELL_ENGINE sets engine to 'festival'" in ended.err
    assert "'pyttsx3', 'espeak-ng', 'speech-dispatcher' or 'silent'" in ended.err


def test_an_engine_that_is_not_here_is_reported_and_another_speaks(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(monkeypatch, "espeak-ng", "speech-dispatcher")
    monkeypatch.setenv("PATH", str(tmp_path))
    ended = shell.run("voice", "say", "--engine", "espeak-ng", "--wav", str(tmp_path / "wav"), *TALK)
    assert (ended.status, ended.out) == (0, "Spoken by pyttsx3.\n")
    assert "The speech engine espeak-ng cannot be used. The command espeak-ng is not on this system." in ended.err
    assert "The usual voice does not work. Another voice speaks in its place." in ended.err


def test_the_check_measures_every_language_and_fails_for_silence(shell: Shell) -> None:
    ended = shell.run("voice", "check")
    assert (ended.status, ended.out.splitlines()[-1]) == (0, "Speech works.")
    silent = shell.run("voice", "check", "--engine", "silent")
    assert (silent.status, silent.out.splitlines()[-1]) == (1, "Speech does not work.")


def test_an_answer_is_spoken_as_the_settings_have_it(town: Shell, tmp_path: Path) -> None:
    (town.home / "config.toml").write_text('[speech]\nvoices = { en = "gmw/en-us" }\n')
    usual, american = tmp_path / "usual", tmp_path / "american"
    question = ("ask", "--speak", "--stop", "Opera", "what comes next")
    assert town.run(*question, "--wav", str(american)).status == 0
    (town.home / "config.toml").write_text("")
    assert town.run(*question, "--wav", str(usual)).status == 0
    assert listen(usual) != listen(american)
    assert listen(usual)[0].duration_s > 1


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('volume_by_hour = { "25:00" = 10 }', "speech.volume_by_hour"),
        ('volume_by_hour = { "22:00" = 101 }', "speech.volume_by_hour"),
        ("loudness = 5", "sets 'speech.loudness', which is not a setting; remove it or use one of: spare_engines"),
    ],
)
def test_a_setting_of_the_voice_that_is_not_understood_is_named(shell: Shell, table: str, told: str) -> None:
    shell.home.mkdir(parents=True, exist_ok=True)
    (shell.home / "config.toml").write_text(f"[speech]\n{table}\n")
    ended = shell.run("voice", "engines")
    assert ended.status == 1
    assert told in ended.err
