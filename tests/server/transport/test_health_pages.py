"""Pages that say how a program is: read by GET, by this machine, under its own names."""

import asyncio
import json
import urllib.error
import urllib.request
from contextlib import closing
from typing import Any

import pytest

from stopbell_server.app.health import listen_health
from stopbell_server.domain.errors import SettingsInvalid

OK: dict[str, Any] = {"state": "ok", "voice": {"trouble": None}}


def ask(path: str, report: dict[str, Any] = OK, *, method: str = "GET", host: str = "") -> tuple[int, str]:
    """Serve a report, ask once, and give status and text."""

    def fetch(url: str) -> tuple[int, str]:
        request = urllib.request.Request(url, method=method, headers={"Host": host} if host else {})
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with closing(error):
                return error.code, error.read().decode()

    async def play() -> tuple[int, str]:
        async with listen_health("0", lambda: report) as root:
            return await asyncio.to_thread(fetch, f"{root}{path}")

    return asyncio.run(play())


@pytest.mark.parametrize(
    ("state", "health", "readiness"),
    [
        ("ok", (200, "alive\n"), (200, "ready\n")),
        ("degraded", (200, "alive\n"), (503, "degraded\n")),
        ("failing", (503, "failing\n"), (503, "failing\n")),
    ],
)
def test_alive_and_well_are_different_questions(
    state: str, health: tuple[int, str], readiness: tuple[int, str]
) -> None:
    assert ask("/healthz", {"state": state}) == health
    assert ask("/readyz", {"state": state}) == readiness


def test_the_whole_report_is_json() -> None:
    status, text = ask("/status")
    assert (status, json.loads(text)) == (200, OK)


def test_nothing_else_is_there_and_nothing_can_be_sent() -> None:
    assert ask("/")[0] == 404
    assert ask("/status", method="POST")[0] == 405


def test_a_page_of_the_web_cannot_read_it_through_a_name_of_its_own() -> None:
    assert ask("/status", host="evil.example")[0] == 403
    assert ask("/status", host="localhost:1")[0] == 200


def test_other_machines_are_let_in_only_where_that_was_said() -> None:
    async def open_wide() -> None:
        async with listen_health("0.0.0.0:0", lambda: OK):
            pass

    with pytest.raises(SettingsInvalid, match="Other machines could ask"):
        asyncio.run(open_wide())
