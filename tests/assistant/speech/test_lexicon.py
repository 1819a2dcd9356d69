"""Names as they are heard in their city: the file, what is wrong with it, and what it changes in a sentence."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.speech.city_lexicons import CityLexicons
from stopbell.speech.lexicon import Lexicon
from stopbell.speech.lexicon_lines import parse_lexicon
from stopbell_server.phrases.speech_names import speak_name

CITY = """
# Names that visitors read wrongly.
Leicester Sq = Lester Square
Houston = Howston
Houston Metro = Hewston Metro
en: Sihiv = Sykhiv
東京駅 = Tokyo station
Сихів = Sykhiv
UATC = U A T C
"""


def _mend(text: str, language: str = "en") -> str:
    entries, faults = parse_lexicon(CITY, "pronunciation.txt")
    assert faults == ()
    return Lexicon(entries, speak_name).mend(text, language).text


@pytest.mark.parametrize(
    ("language", "text", "heard"),
    [
        ("en", "Ten to Leicester Square, three minutes.", "Ten to Lester Square, three minutes."),
        ("en", "Ten to LEICESTER SQ.", "Ten to Lester Square."),
        ("uk", "Лінія десять, напрямок: Leicester Square.", "Лінія десять, напрямок: Lester Square."),
        ("en", "Houston Metro, then Houston, not Houstonia.", "Hewston Metro, then Howston, not Houstonia."),
        ("en-GB", "To Sihiv.", "To Sykhiv."),
        ("pl", "To Sihiv.", "To Sihiv."),
        ("en", "To 東京駅前.", "To Tokyo station前."),
        ("en", "To Сихів.", "To Sykhiv."),
        ("en", "Change at UATC.", "Change at U A T C."),
        ("en", "Nothing of ours.", "Nothing of ours."),
    ],
)
def test_a_name_is_heard_as_its_city_says_it(language: str, text: str, heard: str) -> None:
    assert _mend(text, language) == heard


def test_what_was_mended_is_not_mended_again() -> None:
    entries, _ = parse_lexicon("Oak = Elm\nElm = Oak", "f")
    assert Lexicon(entries, speak_name).mend("Oak and Elm", "en").text == "Elm and Oak"


def test_the_lines_that_were_used_are_told() -> None:
    entries, _ = parse_lexicon(CITY, "pronunciation.txt")
    used = Lexicon(entries, speak_name).mend("Houston, Leicester Square", "en").used
    assert [entry.place for entry in used] == ["pronunciation.txt, line 4", "pronunciation.txt, line 3"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Leicester Sq", 'it has no "="; write the name, = and how it is heard.'),
        ("= Lester", 'there is no name before the "=".'),
        ("Leicester =", 'there is nothing to hear behind the "="; a name cannot be silent.'),
        ("Leicester = ...", 'there is nothing to hear behind the "="; a name cannot be silent.'),
        ("A = B = C", 'it has more than one "="; write one name a line.'),
        ("Oak\x1b[2J = Elm", "it has a control character; write plain text."),
        (f"{'x' * 400} = y", "it has 404 characters; at most 400 are read."),
        ("FIRST = Other", "'FIRST' stands in line 1 already; keep one."),
    ],
)
def test_a_bad_line_is_left_out_and_says_why_and_the_others_hold(line: str, why: str) -> None:
    entries, faults = parse_lexicon(f"First = One\n\n{line}\nLast = Two\n", "city.txt")
    assert [fault.sentence for fault in faults] == [f"city.txt, line 3 is left out: {why}"]
    assert [(entry.written, entry.heard) for entry in entries] == [("First", "One"), ("Last", "Two")]


def test_a_file_from_a_windows_editor_is_read() -> None:
    entries, faults = parse_lexicon("\ufeffOak = Elm\r\nAsh = Yew\r\n", "f")
    assert [(entry.written, entry.heard) for entry in entries] == [("Oak", "Elm"), ("Ash", "Yew")]
    assert faults == ()


def test_an_endless_file_is_read_to_its_limit() -> None:
    entries, faults = parse_lexicon("\n".join(f"a{number} = b" for number in range(6000)), "f")
    assert len(entries) == 5000
    assert [fault.sentence for fault in faults] == ["f, from line 5001 on is left out: a file has at most 5000 lines."]


def _open(*paths: Path) -> CityLexicons:
    return CityLexicons(lambda: paths, speak_name)


def test_an_edited_file_is_heard_with_the_next_sentence(tmp_path: Path) -> None:
    path = tmp_path / "pronunciation.txt"
    lexicons = _open(path)
    assert lexicons.to_spoken_text("To «Houston».", "en") == "To Houston ."
    path.write_text("Houston = Howston")
    assert lexicons.to_spoken_text("To Houston.", "en") == "To Howston."
    path.write_text("Houston = Hewston")
    os.utime(path, ns=(1, 1))
    assert lexicons.to_spoken_text("To Houston.", "en") == "To Hewston."
    path.unlink()
    assert lexicons.to_spoken_text("To Houston.", "en") == "To Houston."


def test_the_first_file_that_has_a_name_counts(tmp_path: Path) -> None:
    city, everywhere = tmp_path / "city.txt", tmp_path / "all.txt"
    city.write_text("Houston = Howston")
    everywhere.write_text("Houston = Hewston\nOak = Elm")
    assert _open(city, everywhere).to_spoken_text("Houston, Oak", "en") == "Howston, Elm"


def test_a_file_that_is_no_text_is_a_fault_and_nothing_breaks(tmp_path: Path) -> None:
    good, bad, folder = tmp_path / "good.txt", tmp_path / "bad.txt", tmp_path / "folder"
    good.write_text("Oak = Elm")
    bad.write_bytes(b"Stra\xdfe = x")
    folder.mkdir()
    lexicons = _open(bad, folder, good)
    assert lexicons.to_spoken_text("Oak", "en") == "Elm"
    assert [fault.sentence for fault in lexicons.faults] == [
        f"{bad} is left out: it is not UTF-8 text; save it as UTF-8.",
        f"{folder} is left out: it cannot be read (Is a directory).",
    ]


@given(st.text(max_size=300), st.text(max_size=60))
def test_no_file_and_no_text_can_break_it(file: str, text: str) -> None:
    entries, faults = parse_lexicon(file, "f")
    assert len(entries) + len(faults) == sum(
        1 for line in file.removeprefix("\ufeff").split("\n") if line.strip() and not line.strip().startswith("#")
    )
    assert isinstance(Lexicon(entries, speak_name).mend(text, "en").text, str)
