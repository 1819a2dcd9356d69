"""Where the drivers cannot work, an app gets Textual's own and a reason."""

import re
from pathlib import Path

import pytest

from tests.textual_aloud.pseudo import Pseudo
from textual_aloud import LOW_VISION, READER, find_driver
from textual_aloud.fitting import find_hindrance, find_lack

GALLERY = "tests.textual_aloud.gallery"


def test_here_there_is_a_driver_for_each() -> None:
    found = [find_driver(who) for who in ("reader", "low-vision")]
    assert [getattr(choice.driver, "MANNER", None) for choice in found] == [READER, LOW_VISION]
    assert [choice.hindrance for choice in found] == [None, None]


@pytest.mark.parametrize(
    ("platform", "textual", "reason"),
    [
        ("win32", None, "the driver is for terminals of POSIX systems, and this is Windows"),
        ("linux", "8.2.7", "Textual 8.2.7 has not been tried with it, only 8.2.8 and newer below 9"),
        ("darwin", "9.0.0rc1", "Textual 9.0.0rc1 has not been tried with it, only 8.2.8 and newer below 9"),
    ],
)
def test_elsewhere_there_is_none_and_a_reason(platform: str, textual: str | None, reason: str) -> None:
    choice = find_driver("reader", platform=platform, textual=textual)
    assert (choice.driver, choice.hindrance) == (None, reason)


@pytest.mark.parametrize("textual", ["8.2.8", "8.3", "8.10.1", "8.9.0.dev1"])
def test_newer_versions_of_the_same_major_are_tried(textual: str) -> None:
    assert find_hindrance("linux", textual) is None


def test_what_textual_took_away_is_named() -> None:
    assert find_lack(dict) == (
        "Textual's driver lacks write, _get_terminal_size, start_application_mode, stop_application_mode"
    )


def test_a_fault_in_the_driver_leaves_the_app_as_textual_draws_it() -> None:
    with Pseudo(GALLERY, None) as plain, Pseudo(GALLERY, "tests.textual_aloud.breaking:BreakingDriver") as ours:
        for app in (plain, ours):
            app.settle(lambda app=app: any("size" in row for row in app.terminal.texts))
            for keys in ("vok", "\t", "\x1b[B", "\x1b[B", "\t", "\x1b[B"):
                app.send(keys)
        assert ours.terminal.texts == plain.terminal.texts
        assert "▊" in "".join(ours.terminal.texts)


def test_the_package_knows_nothing_of_ours() -> None:
    package = Path(__file__).parents[2] / "assistant" / "textual_aloud"
    files = sorted(package.glob("*.py"))
    assert files
    assert not [file.name for file in files if re.search(r"\bstopbell", file.read_text(encoding="utf-8"))]
