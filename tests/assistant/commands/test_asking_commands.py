"""`tool`, `ask` and `prompts`: answers for scripts and for people."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from stopbell.toolbox import Toolbox
from tests.assistant.commands.shell import Shell


def test_a_tool_prints_its_result_as_one_document(town: Shell) -> None:
    ended = town.run("tool", "get_arrivals", '{"stop": "Opera"}')

    document = json.loads(ended.out)
    assert (ended.status, ended.err) == (0, "")
    assert document["status"]["state"] == "ok"
    assert [row["tripId"] for row in document["data"]["arrivals"]] == ["T1"]


@pytest.mark.parametrize(
    ("arguments", "state"),
    [('{"stop": "Nowhere at all"}', "unresolved"), ('{"stop": "Opera", "within_minutes": 1}', "ok")],
)
def test_no_data_is_an_answer_and_status_0(town: Shell, arguments: str, state: str) -> None:
    ended = town.run("tool", "get_arrivals", arguments)

    assert ended.status == 0
    assert json.loads(ended.out)["status"]["state"] == state


def test_an_empty_home_answers_with_the_way_to_add_a_feed(shell: Shell) -> None:
    ended = shell.run("tool", "get_arrivals", '{"stop": "Opera"}')

    document = json.loads(ended.out)
    assert ended.status == 0
    assert document["status"]["code"] == "no-feed"
    assert "stopbell feed" in document["status"]["remedy"]


def test_bad_arguments_are_an_error_document_and_status_1(town: Shell) -> None:
    ended = town.run("tool", "get_arrivals", '{"stop": "Opera", "limit": "many"}')

    assert ended.status == 1
    assert json.loads(ended.out)["status"]["state"] == "error"


def test_a_tool_that_is_not_there_names_those_that_are(town: Shell) -> None:
    command = [sys.executable, "-m", "stopbell.cli", "--home", str(town.home), "tool", "get_boats"]

    async def run() -> tuple[int | None, bytes, bytes]:
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        out, err = await process.communicate()
        return process.returncode, out, err

    status, out, err = asyncio.run(run())

    assert status == 1
    assert json.loads(out)["status"]["state"] == "error"
    assert b"get_arrivals" in err


def test_a_document_survives_an_output_that_is_not_utf_8(town: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-m", "stopbell.cli", "--home", str(town.home), "--language", "uk"]
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")

    printed = subprocess.run(
        [*command, "tool", "get_arrivals", '{"stop": "Nowhere"}'], capture_output=True, check=True, timeout=60
    ).stdout

    assert "зупинк" in json.loads(printed.decode("ascii"))["text"].lower()


@pytest.mark.parametrize("arguments", ["{stop", "[]", '"Opera"'])
def test_arguments_that_are_no_object_are_misuse(shell: Shell, arguments: str) -> None:
    ended = shell.run("tool", "get_arrivals", arguments)

    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("Stopbell: The arguments")


def test_the_language_is_passed_on_unless_the_arguments_have_one(town: Shell) -> None:
    by_flag = town.run("--language", "uk", "tool", "get_arrivals", '{"stop": "Opera"}')
    by_argument = town.run("--language", "uk", "tool", "get_arrivals", '{"stop": "Opera", "language": "en"}')

    assert json.loads(by_flag.out)["language"] == "uk"
    assert json.loads(by_argument.out)["language"] == "en"


def test_a_question_is_answered_in_lines(town: Shell) -> None:
    ended = town.run("ask", "when", "is", "the", "next", "bus", "at", "Opera?")

    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("Opera.")
    assert "timetable 12:00" in ended.out


def test_a_question_that_names_no_stop_is_about_the_given_one(town: Shell) -> None:
    ended = town.run("ask", "when is the next bus?", "--stop", "town:Opera")

    assert "timetable 12:00" in ended.out


def test_a_question_is_answered_in_its_language(town: Shell) -> None:
    ended = town.run("ask", "коли наступний автобус?", "--stop", "town:Opera")

    assert "за розкладом 12:00" in ended.out


def test_an_answer_can_be_one_document(town: Shell) -> None:
    ended = town.run("ask", "when is the next bus?", "--stop", "town:Opera", "--json")

    document = json.loads(ended.out)
    assert document["tool"] == "get_arrivals"
    assert [row["tripId"] for row in document["data"]["arrivals"]] == ["T1"]


def test_prompts_are_listed_with_their_fields_and_printed_filled(shell: Shell) -> None:
    listed = shell.run("prompts")
    filled = shell.run("prompts", "next_low_floor", "stop=Opera", "--language", "uk")

    assert "next_low_floor stop=... [route=...] [language=...]" in listed.out
    assert "Opera" in filled.out
    assert filled.out.startswith("Коли")


def test_a_prompt_that_is_not_there_is_one_sentence(shell: Shell) -> None:
    ended = shell.run("prompts", "nonsense")

    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("Stopbell: Unknown prompt 'nonsense'. There are: ")


def test_another_server_is_asked_in_place_of_the_own(town: Shell, tmp_path: Path) -> None:
    server = f"{sys.executable} -m stopbell_server.cli --home {town.home} --at 2026-09-05T08:55:00Z"
    alone = Shell(tmp_path / "empty", town.capsys)

    ended = alone.run("--server", server, "ask", "when is the next bus?", "--stop", "town:Opera")

    assert "timetable 12:00" in ended.out
    assert not alone.home.exists()


def test_a_server_that_is_not_there_is_one_sentence(shell: Shell) -> None:
    ended = shell.run("--server", "/nowhere/server", "ask", "when is the next bus?")

    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "Stopbell: There is no command '/nowhere/server'. Check the path, or give a URL.\n"


def test_the_assistants_own_serve_is_a_server_too(town: Shell) -> None:
    async def run() -> str:
        command = f"{sys.executable} -m stopbell.cli --home {town.home} --at 2026-09-05T08:55:00Z serve"
        async with Toolbox.connect(command) as toolbox:
            return (await toolbox.call("get_arrivals", {"stop": "Opera"})).text

    assert "timetable 12:00" in asyncio.run(run())


def test_a_feed_that_cannot_be_opened_is_told_and_the_others_answer(town: Shell, tmp_path: Path) -> None:
    town.run("feed", "add", "broken", str(tmp_path / "town.zip"))
    (town.home / "feeds" / "broken" / "feed.json").write_text("{")

    ended = town.run("tool", "get_arrivals", '{"stop": "Opera"}')

    assert json.loads(ended.out)["status"]["state"] == "ok"
    assert ended.err.startswith("Stopbell: Feed broken is left out. The entry of feed 'broken' is damaged")
