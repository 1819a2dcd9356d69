"""The program as a rider starts it, with Claude, without a key, and with an address that must not see one."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.assistant.commands.shell import Ended, Shell
from tests.modelserver.script import Call, ModelAnswer
from tests.modelserver.served import serve
from tests.modelserver.server import KEY
from tests.server.app.feeds import zip_feed

AT = "2026-09-05T08:55:00Z"
ASKS = ModelAnswer(calls=[Call(tool="get_arrivals", input={"stop": "Opera"})])


@pytest.fixture
def town(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Give a home with one feed, which has the stop Opera."""
    shell = Shell(tmp_path / "home", capsys)
    assert shell.run("feed", "add", "town", str(zip_feed(tmp_path / "town.zip"))).status == 0
    (shell.home / "rider").mkdir(exist_ok=True)
    return shell.home


def start(home: Path, *arguments: str, typed: str = "", **environment: str) -> Ended:
    """Run the program to its end."""
    command = [sys.executable, "-m", "stopbell.cli", "--home", str(home), "--at", AT, *arguments]
    ours = {"LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(sys.path), **environment}
    ended = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=100, env=ours, check=False)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def test_one_question_is_answered_by_claude(town: Path) -> None:
    with serve([ASKS, ModelAnswer(says="I know nothing else about Opera.")]) as server:
        ended = start(
            town,
            "ask",
            "--brain",
            "claude",
            "what about Opera",
            ANTHROPIC_API_KEY=KEY,
            ANTHROPIC_BASE_URL=server.address,
        )
    assert (ended.status, ended.err, server.faults) == (0, "", [])
    assert [request["model"] for request in server.requests] == ["claude-sonnet-5-5"] * 2
    assert ended.out.strip() != ""
    assert KEY not in ended.out


def test_the_assistant_tells_each_sentence_once_and_what_it_took(town: Path) -> None:
    says = "Opera is a stop. Which line do you want?"
    with serve([ASKS, ModelAnswer(says=says, usage=(800, 200, 30))]) as server:
        ended = start(
            town,
            "--plain",
            "--language",
            "en",
            typed="skip\nskip\nskip\nwhen is the next tram at Opera\nusage\nquit\n",
            STOPBELL_BRAIN="claude",
            ANTHROPIC_AUTH_TOKEN=KEY,
            ANTHROPIC_BASE_URL=server.address,
        )
    lines = ended.out.splitlines()
    assert (ended.status, server.faults) == (0, [])
    assert "Claude answers questions about transit; they leave this device." in lines
    assert [line.removeprefix("Answer: ") for line in lines].count("Which line do you want?") == 1
    assert any("Tokens read: 2000, of these from the cache: 200. Tokens written: 80." in line for line in lines)


def test_without_a_key_it_says_so_and_answers_offline(town: Path) -> None:
    ended = start(town, "ask", "--brain", "claude", "when is the next tram at Opera")
    assert ended.status == 0
    assert ended.err == "Stopbell: There is no key for Claude in the environment, so I answer without it.\n"
    assert "Opera" in ended.out


def test_a_key_is_not_shown_to_an_address_without_encryption(town: Path) -> None:
    ended = start(
        town,
        "ask",
        "when is the next tram at Opera",
        ANTHROPIC_API_KEY=KEY,
        ANTHROPIC_BASE_URL="http://gateway.example",
    )
    assert ended.status == 0
    assert ended.err == "Stopbell: The address for Claude is not encrypted, so I answer without it.\n"
    assert "Opera" in ended.out


def test_offline_stays_offline_where_there_is_a_key(town: Path) -> None:
    with serve([]) as server:
        ended = start(
            town,
            "ask",
            "--brain",
            "offline",
            "when is the next tram at Opera",
            ANTHROPIC_API_KEY=KEY,
            ANTHROPIC_BASE_URL=server.address,
        )
    assert (ended.status, ended.err, server.requests) == (0, "", [])


def test_nobody_at_the_address_is_said_and_answered_offline(town: Path) -> None:
    ended = start(
        town,
        "ask",
        "when is the next tram at Opera",
        ANTHROPIC_API_KEY=KEY,
        ANTHROPIC_BASE_URL="http://127.0.0.1:9",
    )
    first, *rest = ended.out.splitlines()
    assert first == "Claude cannot be reached now, so I answer without it."
    assert rest
    assert ended.err == ""
    assert KEY not in ended.out


def test_the_log_holds_neither_the_key_nor_what_was_said(town: Path) -> None:
    with serve([ModelAnswer(status=529), ASKS, ModelAnswer(says="Which line do you want?")]) as server:
        ended = start(
            town,
            "ask",
            "--debug",
            "what about the schnorkelbus at Opera",
            ANTHROPIC_API_KEY=KEY,
            ANTHROPIC_BASE_URL=server.address,
        )
    assert (ended.status, server.faults) == (0, [])
    assert "Asking once more" in ended.err
    assert KEY not in ended.err
    assert "schnorkelbus" not in ended.err
