"""Which of all that a keyboard can send is a key."""

import pytest

from stopbell.kiosk.keys import KEYS, KeyReader, split_input


def read(*texts: str, debounce_s: float = 0.25, every_s: float = 1.0, button: str = " ") -> list[str]:
    reader = KeyReader({"/": "#"}, button, debounce_s)
    return [key for place, text in enumerate(texts) for key in reader.read(text, place * every_s)]


def test_every_key_is_read_as_itself() -> None:
    assert read(*KEYS) == list(KEYS)


@pytest.mark.parametrize(
    "sent",
    [
        "\x03",
        "\x04",
        "\x1a",
        "\x1c",
        "\x11",
        "\x13",
        "\x1b",
        "\x1b[A",
        "\x1b[15~",
        "\x1b[1;5P",
        "\x1b[[A",
        "\x1bOP",
        "\x7f",
        "q",
        "٣",
        "½",
    ],
    ids=repr,
)
def test_what_is_no_key_does_nothing(sent: str) -> None:
    assert read(sent) == []


def test_digits_within_an_escape_sequence_are_no_keys_and_those_behind_it_are() -> None:
    assert list(split_input("\x1b[15~5\x1b[200~7")) == ["5", "7"]


def test_a_number_pad_in_application_mode_sends_keys() -> None:
    assert read("\x1bOu", "\x1bOj", "\x1bOo") == ["5", "*", "#"]


def test_a_held_key_counts_once_until_it_has_been_quiet() -> None:
    assert read("5", "5", "5", "5", every_s=0.1) == ["5"]
    assert read("5", "5", every_s=0.3) == ["5", "5"]


def test_another_key_need_not_wait() -> None:
    assert read("5", "4", "5", every_s=0.05) == ["5", "4", "5"]


def test_each_repeat_of_the_button_is_told_since_holding_means_something() -> None:
    assert read(" ", " ", every_s=0.03) == ["button", "button"]


def test_without_a_button_its_characters_are_nothing() -> None:
    assert read(" ", "\r", button="") == []
