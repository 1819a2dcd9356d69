"""A shell with a home, and one with a small town in it."""

from pathlib import Path

import pytest

from tests.assistant.commands.shell import Shell
from tests.server.app.feeds import zip_feed


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Give a shell in an empty home, with nothing of this machine's own settings."""
    for name in (
        "STOPBELL_HOME",
        "STOPBELL_AT",
        "STOPBELL_LANGUAGE",
        "STOPBELL_FACE",
        "STOPBELL_VOICE",
        "STOPBELL_ENGINE",
        "STOPBELL_WAV",
        "STOPBELL_SERVER",
    ):
        monkeypatch.delenv(name, raising=False)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    return Shell(tmp_path / "home", capsys)


@pytest.fixture
def town(shell: Shell, tmp_path: Path) -> Shell:
    """Give a shell in a home with one feed, `town`, which has the stops Opera and Market."""
    assert shell.run("feed", "add", "town", str(zip_feed(tmp_path / "town.zip"))).status == 0
    return shell
