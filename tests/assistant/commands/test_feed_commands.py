"""The feed commands as an operator sees them: lines that are only added, no control characters, no keys."""

import asyncio
import json
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.assistant.commands.shell import Shell
from tests.loopback import Loopback, Request, answer
from tests.server.app.feeds import TWO_TRIPS, zip_feed


def test_a_feed_is_added_listed_updated_and_removed(shell: Shell, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")

    added = shell.run("feed", "add", "town", str(source), "--notice", "en=Test, not real.")
    listed = shell.run("feed", "list")
    updated = shell.run("feed", "update")
    removed = shell.run("feed", "remove", "town")
    empty = shell.run("feed", "list")

    assert [ended.status for ended in (added, listed, updated, removed, empty)] == [0, 0, 0, 0, 0]
    assert added.out.startswith("Added feed town: Agency: 2 stops, 1 trips, 2 calls")
    assert "Said with every answer (en): Test, not real." in added.out
    assert listed.out.startswith("town: Agency: 2 stops")
    assert updated.out == "Feed town is unchanged at its source.\n"
    assert removed.out.startswith("Removed feed town: Agency")
    assert empty.out.startswith("No feed is loaded.\n")


def test_a_feed_is_checked_without_being_kept(shell: Shell, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")

    ended = shell.run("feed", "check", str(source))

    assert ended.out.startswith(f"{source} can be loaded: Agency")
    assert shell.run("feed", "list").out.startswith("No feed is loaded.")


def test_a_check_tells_scripts_by_its_status_whether_a_feed_can_be_loaded(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"<html>")
    good = zip_feed(tmp_path / "town.zip")

    statuses = [shell.run("feed", "check", str(path)).status for path in (good, tmp_path / "bad.zip", tmp_path / "no")]

    assert statuses == [0, 3, 1]


def test_a_check_as_json_is_one_document_also_of_a_feed_that_is_refused(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"<html>")
    sources = (zip_feed(tmp_path / "town.zip"), tmp_path / "bad.zip")

    documents = [json.loads(shell.run("feed", "check", "--json", "--all", str(source)).out) for source in sources]

    assert [document["outcome"] for document in documents] == ["usable", "refused"]
    assert [document["source"] for document in documents] == [str(source) for source in sources]


def test_a_bad_source_is_one_sentence_and_the_good_feed_stays(town: Shell, tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"<html>")

    ended = town.run("feed", "add", "town", str(tmp_path / "bad.zip"))

    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("Stopbell: ")
    assert "web page" in ended.err
    assert ended.err.count("\n") == 1
    assert town.run("feed", "list").out.startswith("town: Agency")


def test_one_update_that_fails_does_not_stop_the_others(town: Shell, tmp_path: Path) -> None:
    other = zip_feed(tmp_path / "other.zip")
    town.run("feed", "add", "a-broken", str(other))
    other.unlink()

    ended = town.run("feed", "update")

    assert ended.status == 1
    assert ended.out == "Feed town is unchanged at its source.\n"
    assert ended.err.startswith(f"Stopbell: {other}")


def test_a_found_feed_is_one_line_and_the_command_that_adds_it(shell: Shell) -> None:
    ended = shell.run("feed", "find", "Львів")

    first, second = ended.out.splitlines()
    assert first.startswith("1. Lvivavtodor, Lviv, Lviv Oblast, Ukraine. mdb:2374. Live arrivals, vehicles.")
    assert second == "   stopbell feed add lviv mdb:2374"


def test_nothing_found_says_what_to_try(shell: Shell) -> None:
    ended = shell.run("feed", "find", "qqxzyw")

    assert ended.status == 0
    assert "has no feed for 'qqxzyw'" in ended.out


def test_a_chosen_number_is_added_at_a_terminal(shell: Shell) -> None:
    # A key is missing, so the command that was chosen stops before it asks anybody on the network.
    ended = shell.type_in("feed", "find", "wmata", answers=["9", "1"])

    assert "'9' is not a number from 1 to 2." in ended.out
    assert ended.status == 1
    assert "The environment variable WASHINGTON_KEY is not set" in ended.out


def test_an_empty_answer_adds_nothing(shell: Shell) -> None:
    ended = shell.type_in("feed", "find", "Halifax", answers=[""])

    assert ended.status == 0
    assert not shell.home.exists()


def test_keys_come_from_the_environment_and_are_never_printed(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOWN_KEY", "s3cret")
    body = zip_feed(tmp_path / "town.zip").read_bytes()

    async def run() -> tuple[list[Request], str]:
        async with Loopback({"/town.zip": answer(body)}) as server:
            command = ("feed", "add", "town", f"{server.address}/town.zip", "--realtime", f"{server.address}/none")
            keys = ("--header", "X-Api-Key=env:TOWN_KEY", "--parameter", "token=env:TOWN_KEY")
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "stopbell.cli", "--debug", "--home", str(shell.home), *command, *keys),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
            )
            printed, _ = await process.communicate()
            return server.requests, printed.decode()

    requests, printed = asyncio.run(run())

    assert [request.headers["x-api-key"] for request in requests] == ["s3cret", "s3cret"]
    assert [request.path for request in requests] == ["/town.zip?token=s3cret", "/none?token=s3cret"]
    assert "Added feed town" in printed
    assert "s3cret" not in printed + shell.run("feed", "list").out
    assert not any("s3cret" in path.read_text("latin-1") for path in shell.home.rglob("*") if path.is_file())


def test_a_key_on_the_command_line_is_refused_and_not_repeated(shell: Shell) -> None:
    ended = shell.run("feed", "add", "town", "https://city.example/a.zip", "--header", "X-Api-Key=s3cret")

    assert ended.status == 1
    assert "env:" in ended.err
    assert "s3cret" not in ended.err


def test_output_has_no_control_characters_whatever_the_feed_says(shell: Shell, tmp_path: Path) -> None:
    agency = "agency_id,agency_name,agency_url,agency_timezone\nA,Evil \x1b[2J\x07City,https://a.example,Europe/Kyiv\n"
    source = zip_feed(tmp_path / "town.zip", agency=agency)

    printed = shell.run("feed", "add", "town", str(source)).out + shell.run("feed", "list").out

    assert "Evil [2JCity" in printed
    assert [sign for sign in printed if unicodedata.category(sign) == "Cc" and sign != "\n"] == []


def test_answers_go_on_while_another_program_replaces_the_feed(town: Shell, tmp_path: Path) -> None:
    body = zip_feed(tmp_path / "new.zip", TWO_TRIPS).read_bytes()

    async def run() -> tuple[dict[str, int], str, int]:
        asked_for, release = asyncio.Event(), asyncio.Event()

        async def write_slowly(request: Request, writer: asyncio.StreamWriter) -> None:
            asked_for.set()
            await release.wait()
            await answer(body)(request, writer)

        async with Loopback({"/new.zip": write_slowly}) as server:
            adding = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "stopbell.cli", "--home", str(town.home)),
                *("feed", "add", "town", f"{server.address}/new.zip"),
                stdout=asyncio.subprocess.PIPE,
            )
            async with asyncio.timeout(60):
                await asked_for.wait()
                # The first program holds the feed and waits for its source; two others come along.
                asked = await asyncio.to_thread(town.run, "tool", "get_arrivals", '{"stop": "Opera"}')
                busy = await asyncio.to_thread(town.run, "feed", "add", "town", str(tmp_path / "new.zip"))
                release.set()
                await adding.communicate()
        return {"asked": asked.status, "busy": busy.status}, busy.err, adding.returncode or 0

    statuses, complaint, added = asyncio.run(run())

    assert statuses == {"asked": 0, "busy": 1}
    assert "The feed town is being changed by process" in complaint
    assert added == 0
    rows = json.loads(town.run("tool", "get_arrivals", '{"stop": "Opera", "within_minutes": 90}').out)["data"][
        "arrivals"
    ]
    assert [row["tripId"] for row in rows] == ["T1", "T2"]
