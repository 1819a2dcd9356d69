"""Notices: what an operator wants said with every answer."""

import pytest

from stopbell_server.app.notices import parse_notice
from stopbell_server.domain.errors import SettingsInvalid


def test_each_language_has_its_sentence() -> None:
    assert parse_notice(["en=Demonstration, a = b.", "uk=Демонстрація."]) == {
        "en": "Demonstration, a = b.",
        "uk": "Демонстрація.",
    }


def test_control_characters_never_reach_a_rider() -> None:
    assert parse_notice(["en=Not\x1b[2J real.\n"]) == {"en": "Not[2J real."}


@pytest.mark.parametrize("text", ["Demonstration", "en=", "=text", "en =text", "en=" + "x" * 201])
def test_a_notice_that_cannot_be_said_is_refused(text: str) -> None:
    with pytest.raises(SettingsInvalid):
        parse_notice([text])
