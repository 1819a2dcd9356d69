"""`stopbell voice pronounce`: an operator tries a name and learns which lines of the file are wrong."""

from pathlib import Path

from stopbell.speech.audio_files import parse_audio
from tests.assistant.commands.shell import Shell


def _city_file(town: Shell) -> Path:
    return town.home / "feeds" / "town" / "pronunciation.txt"


def test_a_name_is_told_step_by_step_from_the_sign_to_the_voice(town: Shell) -> None:
    _city_file(town).write_text("Leicester Sq = Lester Square\n", encoding="utf-8")
    tried = town.run("voice", "pronounce", "Leicester", "Sq")
    assert tried.out.splitlines() == [
        "Written: Leicester Sq",
        "In words: Leicester Square",
        f"Lexicon: Leicester Sq = Lester Square ({_city_file(town)}, line 1)",
        "Voice en: Lester Square",
    ]
    assert (tried.status, tried.err) == (0, "")


def test_a_name_in_another_script_is_told_with_the_voice_that_speaks_it(shell: Shell) -> None:
    tried = shell.run("voice", "pronounce", "вул. Хрещатик")
    assert tried.out.splitlines()[-1] == "Voice uk: вулиця Хрещатик"


def test_a_line_and_a_text_are_tried_as_such(shell: Shell) -> None:
    assert "Voice en: seven or seven A" in shell.run("voice", "pronounce", "--as", "line", "7/7A").out
    assert (
        "Voice de: in einer Minute"
        in shell.run("--language", "de", "voice", "pronounce", "--as", "text", "in 1 Min.").out
    )


def test_bad_lines_are_told_one_a_line_and_the_good_ones_hold(town: Shell) -> None:
    _city_file(town).write_text("Opera\nMarket = Marked\n", encoding="utf-8")
    checked = town.run("voice", "pronounce")
    assert checked.status == 1
    assert checked.err == (
        f'Stopbell: {_city_file(town)}, line 1 is left out: it has no "="; write the name, = and how it is heard.\n'
    )
    assert checked.out.splitlines() == [
        f"{_city_file(town)}: read.",
        f"{town.home / 'pronunciation.txt'}: not there.",
        "1 names in all.",
    ]


def test_what_is_spoken_is_what_the_lexicon_says(town: Shell, tmp_path: Path) -> None:
    def speak(folder: str) -> float:
        spoken = town.run("voice", "pronounce", "Opera", "--speak", "--wav", str(tmp_path / folder))
        assert spoken.status == 0, spoken.err
        return parse_audio((tmp_path / folder / "0001.wav").read_bytes()).duration_s

    bare = speak("bare")
    _city_file(town).write_text("Opera = the very old opera house on the hill\n", encoding="utf-8")
    assert speak("mended") > bare + 1
