"""A whole app on a terminal looks the same with our drivers as with Textual's own, key by key."""

import re
from pathlib import Path

import pytest

from tests.textual_aloud.pseudo import Pseudo
from textual_aloud.manner import DRAWN

GALLERY = "tests.textual_aloud.gallery"
READER, LOW_VISION = "textual_aloud.driver:ReaderDriver", "textual_aloud.driver:LowVisionDriver"
DOWN, UP, TAB, BACKSPACE, ESCAPE = "\x1b[B", "\x1b[A", "\t", "\x7f", "\x1b"
WALK = (
    *("vok", BACKSPACE, TAB, DOWN, DOWN, *[DOWN] * 4, UP, TAB, DOWN, *[DOWN] * 9, TAB, DOWN, TAB, DOWN, " ", TAB, DOWN),
    *("\x0c", "\x0c", "\x0e", ESCAPE, "\x0c"),
)
"""Type, delete, go through every widget, add lines at the end, open and close a box."""

pytestmark = pytest.mark.timeout(180)


def is_ready(app: Pseudo) -> bool:
    return any("ready" in row or "size" in row for row in app.terminal.texts)


@pytest.mark.parametrize("driver", [READER, LOW_VISION])
def test_each_step_of_a_walk_ends_on_the_same_screen(driver: str) -> None:
    with Pseudo(GALLERY, None) as plain, Pseudo(GALLERY, driver) as ours:
        for app in (plain, ours):
            app.settle(lambda app=app: is_ready(app))
        for step, keys in enumerate(("", *WALK)):
            for app in (plain, ours):
                app.send(keys)
            if driver == READER:
                assert ours.terminal.texts == [DRAWN.sub(" ", row) for row in plain.terminal.texts], (step, keys)
            else:
                assert ours.terminal.texts == plain.terminal.texts, (step, keys)
                assert ours.terminal.looks == plain.terminal.looks, (step, keys)
        assert len(ours.written) < len(plain.written) / (8 if driver == READER else 2)


def test_the_cursor_is_on_the_row_that_the_focus_is_on() -> None:
    with Pseudo(GALLERY, READER) as app:
        app.settle(lambda: is_ready(app))

        def row() -> str:
            return app.terminal.texts[app.terminal.place[1]].strip()

        app.send("73")
        assert row().startswith("73")
        assert app.terminal.texts[app.terminal.place[1]][app.terminal.place[0] - 1] == "3"
        app.send(TAB)
        assert row().startswith("0A")
        app.send(DOWN)
        assert row().startswith("1A")
        app.send(DOWN * 8)
        assert row().startswith("9A")
        app.send(TAB)
        assert row().startswith("0 Вокзал")
        app.send(DOWN * 11)
        assert row().startswith("11 शहर")
        app.send(TAB + DOWN)
        x, y = app.terminal.place
        assert "駅前広場" in app.terminal.texts[y][x - 10 :]
        app.send(TAB + DOWN)
        assert "駅前広場" in row()
        app.send(TAB + DOWN)
        assert row().startswith("Вокзал")
        assert "\x1b[?25l" not in app.written


@pytest.mark.parametrize("driver", [READER, LOW_VISION])
def test_another_size_ends_on_the_same_screen(driver: str) -> None:
    with Pseudo(GALLERY, None) as plain, Pseudo(GALLERY, driver) as ours:
        for app in (plain, ours):
            app.settle(lambda app=app: is_ready(app))
            app.resize(50, 16)
            app.resize(100, 30)
        assert ours.terminal.texts == [DRAWN.sub(" ", row) if driver == READER else row for row in plain.terminal.texts]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="whether a program sleeps is asked of /proc")
def test_what_another_program_left_on_the_terminal_is_gone_after_waking() -> None:
    with Pseudo(GALLERY, READER) as app:
        app.settle(lambda: is_ready(app))
        app.send("73")
        before = app.terminal.texts
        app.send("\x1a")
        assert "\x1b[?1049l" in app.written
        app.terminal.feed("\x1b[2J\x1b[Hrubbish of a shell")
        app.wake()
        assert app.terminal.texts == before


def test_leaving_gives_the_terminal_back() -> None:
    with Pseudo(GALLERY, READER) as app:
        app.settle(lambda: is_ready(app))
        os_keys = "\x11"
        app.send(os_keys)
        app.wait_for_end()
    assert re.search(r"\x1b\[\?1049l.*\x1b\[\?25h", app.written, re.DOTALL)
    assert app.written.count("\x1b[?7h") == 1
