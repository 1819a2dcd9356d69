"""What an operator may set, and how a slip is told."""

from datetime import time
from pathlib import Path
from typing import Any

import pytest

from stopbell.announcing.errors import AnnouncingInvalid
from stopbell.announcing.settings import read_settings, to_hours
from stopbell.speech.priority import Priority

LANGUAGES = ("de", "en", "uk")


def read(folder: Path, content: str, **flags: Any) -> Any:
    path = folder / "announce.toml"
    path.write_text(content)
    return read_settings(path, flags, LANGUAGES)


def test_a_file_says_everything_and_a_flag_goes_over_it(tmp_path: Path) -> None:
    settings = read(
        tmp_path,
        """
        stops = ["town:b1", "town:b2"]
        languages = ["uk", "en"]
        rate_wpm = 140
        tone = true
        board_every_min = 15
        [volume_by_hour]
        "06:00" = 60
        "07:00" = 100
        "22:00" = "off"
        """,
        rate_wpm=120,
        text=None,
    )
    assert (settings.stops, settings.languages) == (("town:b1", "town:b2"), ("uk", "en"))
    assert (settings.rate_wpm, settings.tone, settings.board_every_min) == (120, True, 15)
    at = [settings.hours.find(time(hour), Priority.ROUTINE) for hour in (5, 6, 7, 21, 22)]
    assert at == [None, 0.6, 1.0, 1.0, None]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'No stop is named; give --stop, or write stops = ["…"] into the file.'),
        ('stops = ["a"]\nspeed = 3', "speed: there is no such key; known are stops, languages, rate_wpm, tone,"),
        ('stops = ["a"]\nrate_wpm = 20', "rate_wpm: Input should be greater than or equal to 80; it is 20."),
        ('stops = ["a"]\nlanguages = ["xx"]', "languages: there are no sentences in 'xx'; use some of de, en, uk."),
        ('stops = ["a", "a"]', "stops: 'a' stands there twice; leave one out; it is ['a', 'a']."),
        ('stops = ["a"]\n[volume_by_hour]\n"7 am" = 3', "volume_by_hour: '7 am' is no time of day; write it as 22:00"),
        ('stops = ["a"]\n[volume_by_hour]\n"07:00" = 101', "101 is no volume for 07:00; write 0 to 100, or off"),
        ('stops = "a', "is not valid TOML: "),
    ],
)
def test_a_slip_in_the_file_is_told_with_its_place_and_what_to_write(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(AnnouncingInvalid) as caught:
        read(tmp_path, text)
    assert said in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(AnnouncingInvalid, match=r"none.toml cannot be read: No such file"):
        read_settings(tmp_path / "none.toml", {"stops": ["a"]}, LANGUAGES)


def test_hours_by_flag_are_silent_across_midnight() -> None:
    assert to_hours(80, "22:00-06:30") == {"22:00": "off", "06:30": 80}
    assert to_hours(None, "22:00-06:30") == {"22:00": "off", "06:30": 100}
    assert to_hours(40, None) == {"00:00": 40}
    assert to_hours(None, None) is None


@pytest.mark.parametrize("quiet", ["22", "22:00", "22:00-22:00", "late-early", "25:00-06:00"])
def test_hours_by_flag_that_are_none_are_told(quiet: str) -> None:
    with pytest.raises(AnnouncingInvalid, match="write for example 22:00-06:00"):
        to_hours(None, quiet)
