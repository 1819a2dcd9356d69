"""What a start does not import: a rider waits for nothing that the first answer does not need."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from stopbell_server.home import open_home
from tests.server.app.feeds import add, zip_feed

UNNEEDED = (
    "anthropic",
    "google.protobuf",
    "httpx",
    "miniaudio",
    "numpy",
    "polars",
    "pyttsx3",
    "rich",
    "stopbell_server.feeds.importing",
    "stopbell_server.feeds.realtime",
    "textual",
)

WATCHED = f"""
import sys
from stopbell.cli import main
status = main(sys.argv[1:])
print(*[name for name in {UNNEEDED!r} if name in sys.modules], file=sys.stderr)
sys.exit(status)
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("start")
    asyncio.run(add(open_home(folder / "home"), "city", zip_feed(folder / "city.zip")))
    return folder / "home"


@pytest.mark.parametrize(
    "command",
    [
        ("tool", "get_arrivals", '{"stop": "city:Opera"}'),
        ("tool", "find_stops", '{"query": "Opera"}'),
        ("ask", "--stop", "city:Opera", "what comes next"),
        ("serve",),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_an_answer_by_timetable_imports_nothing_it_does_not_need(home: Path, command: tuple[str, ...]) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", WATCHED, "--home", str(home), "--at", "2026-09-05T11:00:00+03:00", *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stderr.strip()) == (0, "")
