"""What an engine is given: signs it would read aloud are gone, and each script meets its own voice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.speech.scripts import SpokenPart, split_by_script
from stopbell.speech.spoken_text import to_spoken_text


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("uk", "Зупинка «Вокзал»", "Зупинка Вокзал"),
        ("uk", "пʼять", "п'ять"),
        ("uk", "Хреща\u0301тик…", "Хрещатик."),
        ("uk", "десять A, напрямок: Вокзал", "десять А, напрямок: Вокзал"),
        ("uk-UA", "M4", "М4"),
        ("uk", "зупинка Line A", "зупинка Line A"),
        ("uk", "десять F", "десять F"),
        ("en", "ten A\nto\tCentral\x1b[2J", "ten A to Central [2J"),
    ],
)
def test_signs_and_look_alike_letters_are_mended(language: str, text: str, expected: str) -> None:
    assert to_spoken_text(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Line 10 to Вокзал, 3 minutes.", [("Line 10 to", "en"), ("Вокзал, 3", "uk"), ("minutes.", "en")]),
        ("uk", "Лінія 10, напрямок: Central.", [("Лінія 10, напрямок:", "uk"), ("Central.", "en")]),
        ("uk", "3 хвилини", [("3 хвилини", "uk")]),
        ("de", "Straße 5", [("Straße 5", "de")]),
        ("ja", "東京タワー", [("東京タワー", "ja")]),
        ("en", "To 東京", [("To", "en"), ("東京", "zh")]),
        ("en", "...", []),
        ("en", "14:05", [("14:05", "en")]),
    ],
)
def test_a_sentence_is_split_where_its_script_changes(
    language: str, text: str, expected: list[tuple[str, str]]
) -> None:
    assert split_by_script(text, language) == tuple(SpokenPart(*part) for part in expected)


@given(st.text(max_size=80), st.sampled_from(["en", "uk", "ja", "el"]))
def test_no_letter_and_no_digit_is_lost(text: str, language: str) -> None:
    kept = "".join(part.text for part in split_by_script(text, language))
    assert [character for character in kept if character.isalnum()] == [
        character for character in text if character.isalnum()
    ]


@given(st.text(max_size=80))
def test_the_text_given_to_an_engine_has_no_control_characters(text: str) -> None:
    assert all(character.isprintable() or ord(character) > 0x9F for character in to_spoken_text(text, "uk"))
