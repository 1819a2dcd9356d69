"""The command line as a whole: where options stand, what errors look like, how commands end."""

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from stopbell.cli import main
from stopbell.commands.expected import list_sentences
from stopbell.commands.parser import build_parser
from stopbell.commands.running import run_command
from stopbell.commands.situation import read_situation
from stopbell_server.domain.errors import FeedMissing, FeedRefused
from tests.assistant.commands.shell import Shell


@pytest.mark.parametrize("arguments", [["--face", "line", "demo"], ["demo", "--face", "line"]])
def test_the_face_may_be_chosen_before_and_after_the_command(arguments: list[str]) -> None:
    assert build_parser().parse_args(arguments).face == "line"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--home", "h", "--language", "uk", "feed", "list"],
        ["feed", "list", "--home", "h", "--language", "uk"],
        ["--home", "h", "feed", "list", "--language", "uk"],
    ],
)
def test_shared_options_may_stand_before_and_after_the_command(arguments: list[str]) -> None:
    options = build_parser().parse_args(arguments)

    assert (options.home, options.language) == ("h", "uk")


def test_an_expected_error_is_one_sentence_and_status_1(shell: Shell) -> None:
    ended = shell.run("feed", "remove", "nowhere")

    assert (ended.status, ended.out) == (1, "")
    assert ended.err == ("Stopbell: There is no feed 'nowhere'. Add one with `stopbell feed add NAME SOURCE`.\n")


def test_debug_shows_where_an_error_comes_from(shell: Shell) -> None:
    with pytest.raises(FeedMissing):
        shell.run("--debug", "feed", "remove", "nowhere")


def test_a_fault_of_ours_is_not_hidden() -> None:
    def fail(options: Namespace) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_command(Namespace(run=fail))


def test_several_expected_errors_are_told_once_each() -> None:
    group = ExceptionGroup("", [FeedMissing("a"), ExceptionGroup("", [FeedRefused("b"), FeedRefused("c")])])

    assert list_sentences(group) == ("a", "b", "c")


def test_a_fault_of_ours_among_expected_errors_is_not_hidden() -> None:
    assert list_sentences(ExceptionGroup("", [FeedMissing("a"), KeyError("b")])) == ()


@pytest.mark.parametrize("arguments", [["nonsense"], ["feed", "add"], ["tool"], ["--face", "braille"]])
def test_misuse_is_status_2(shell: Shell, arguments: list[str]) -> None:
    assert shell.run(*arguments).status == 2


def test_a_group_of_commands_shows_what_there_is(shell: Shell) -> None:
    ended = shell.run("feed")

    assert (ended.status, ended.out) == (2, "")
    assert "find" in ended.err


def test_an_instant_without_offset_is_refused(shell: Shell) -> None:
    ended = shell.run("feed", "add", "town", "town.zip", at="2026-09-05T08:00:00")

    assert ended.status == 1
    assert ended.err.startswith("Stopbell: --at is '2026-09-05T08:00:00', not an instant with an offset")


def test_a_mistake_in_the_settings_is_named(shell: Shell) -> None:
    shell.home.mkdir()
    (shell.home / "config.toml").write_text("colour = 'red'")

    ended = shell.run("tool", "find_stops", '{"query": "Opera"}')

    assert ended.status == 1
    assert "'colour', which is not a setting" in ended.err


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "uk_UA.UTF-8"}, "uk_UA"),
        ({"LC_ALL": "en_CA", "LANG": "uk_UA.UTF-8"}, "en_CA"),
        ({"LC_ALL": "", "LC_MESSAGES": "uk_UA@latin", "LANG": "C"}, "uk_UA"),
        ({"LANG": "C.UTF-8"}, None),
        ({"LANG": "POSIX"}, None),
        ({}, None),
    ],
)
def test_the_machines_language_is_read_as_posix_orders_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str | None
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
        if name in environment:
            monkeypatch.setenv(name, environment[name])

    assert read_situation(Namespace(home=str(tmp_path))).system_language == language


def test_help_does_not_wait_for_anything_heavy() -> None:
    loaded = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, stopbell.commands.parser as p; p.build_parser(); "
            "print(sorted(n for n in ('pydantic', 'httpx', 'mcp', 'polars', 'textual', 'babel') if n in sys.modules))",
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert loaded.stdout.strip() == "[]"


@pytest.mark.parametrize("asked", ["ask --json departures", "ask help", "prompts", "tool get_alerts", "demo"])
def test_a_reader_that_has_left_is_no_fault(shell: Shell, asked: str) -> None:
    command = f"{sys.executable} -m stopbell.cli --home {shell.home} {asked} </dev/null | true"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)
    assert (ended.stdout, ended.stderr) == ("", "")


def test_a_reader_that_leaves_early_is_no_fault(shell: Shell) -> None:
    command = f"{sys.executable} -m stopbell.cli --home {shell.home} feed find Poland --limit 60 | head -n 1"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)

    assert ended.stdout.startswith("1. ")
    assert ended.stderr == ""


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])

    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("stopbell 0.")
