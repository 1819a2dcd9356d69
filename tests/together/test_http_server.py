"""The command that serves a home over HTTP, as a process: what it says, whom it lets in, how it ends."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from mcp import Client

from stopbell.toolbox import Toolbox
from stopbell_server.home import open_home
from tests.asking import to_asked
from tests.server.app.feeds import add, zip_feed

AT = "2026-09-05T11:00:00+03:00"
CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "get_arrivals", "arguments": {"stop": "Opera"}},
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("http")
    asyncio.run(add(open_home(folder / "home"), "city", zip_feed(folder / "city.zip")))
    return folder / "home"


@dataclass(frozen=True)
class Running:
    """A server that runs."""

    process: subprocess.Popen[str]
    url: str

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to end; give the exit status and what it wrote to standard error since it listens."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=30)
        return self.process.returncode, errors


def command(home: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "stopbell_server", "--home", str(home), "--at", AT, "--language", "en", *arguments]


def to_environment(more: Mapping[str, str]) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("STOPBELL_HTTP")}
    return own | {"LC_ALL": "C.UTF-8"} | dict(more)


@contextmanager
def run(home: Path, *arguments: str, environment: Mapping[str, str] = {}) -> Generator[Running]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command(home, *arguments), env=to_environment(environment), **pipes) as process:  # type: ignore[call-overload]
        try:
            told = ""
            while not told.startswith("Stopbell: listening at "):
                told = process.stderr.readline()
                assert told, "it ended"
            yield Running(process, told.split()[-1])
        finally:
            process.kill()


def run_to_the_end(home: Path, *arguments: str, environment: Mapping[str, str] = {}) -> tuple[int, str, str]:
    ended = subprocess.run(
        command(home, *arguments),
        env=to_environment(environment),
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_answers_until_it_is_told_to_end(home: Path, number: int) -> None:
    async def ask(url: str) -> list[str]:
        texts: list[str] = []
        for mode in ("auto", "legacy"):
            async with Client(url, mode=mode) as client:
                texts.append(to_asked(await client.call_tool("get_arrivals", {"stop": "Opera"})).text)
        return texts

    with run(home, "--http", "0") as running:
        texts = asyncio.run(ask(running.url))
        status, errors = running.end(number)

    assert texts == ["Opera. No live times here now. 1 to Market, timetable 12:00."] * 2
    assert status == 0
    assert all(line.startswith('{"at":') for line in errors.splitlines())


def test_the_assistants_toolbox_reaches_it(home: Path) -> None:
    async def ask(url: str) -> str:
        async with Toolbox.connect(url) as toolbox:
            return (await toolbox.call("get_arrivals", {"stop": "Opera"})).text

    with run(home, environment={"STOPBELL_HTTP": "localhost:0", "STOPBELL_HTTP_AUDIT": "off"}) as running:
        assert "timetable 12:00" in asyncio.run(ask(running.url))
        assert running.end() == (0, "")


def test_with_a_token_file_only_its_tokens_are_let_in_and_none_is_ever_written(home: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "tokens.json")
    status, token, told = run_to_the_end(home, "--tokens", file, "token", "add", "desk", "--feeds", "city")
    headers = {"accept": "application/json, text/event-stream", "authorization": f"Bearer {token.strip()}"}
    with run(home, "--debug", "--http", "0", "--tokens", file) as running:
        right = httpx2.post(running.url, json=CALL, headers=headers)
        wrong = httpx2.post(running.url, json=CALL, headers=headers | {"authorization": "Bearer wrong-secret"})
        removed = run_to_the_end(home, "--tokens", file, "token", "remove", "desk")
        after = httpx2.post(running.url, json=CALL, headers=headers)
        _, errors = running.end()

    assert (status, removed[0], len(token.strip()) >= 43, token.strip() in told) == (0, 0, True, False)
    assert [one.status_code for one in (right, wrong, after)] == [200, 401, 401]
    assert '"who":"desk"' in errors
    assert not [secret for secret in (token.strip(), "wrong-secret") if secret in errors + right.text + wrong.text]


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (("--http", "0.0.0.0:0"), {}, "without a token; make one with `stopbell-server token add NAME`"),
        (("--http", "0.0.0.0:0", "--open"), {}, "STOPBELL_HTTP_HOSTS=transit.example"),
        (
            ("--http", "0"),
            {"STOPBELL_HTTP_PROXIES": "192.0.2.1"},
            "Other machines could ask at 127.0.0.1 without a token",
        ),
        (("--http", "web"), {}, "'web' is no address to listen on"),
        (("--http", "0", "--key", "key.pem"), {}, "no certificate"),
        (("--http", "0", "--tokens", "/nowhere/tokens.json"), {}, "/nowhere/tokens.json cannot be read"),
        (
            ("--http", "0"),
            {"STOPBELL_HTTP_PER_MINUTE": "many"},
            "STOPBELL_HTTP_PER_MINUTE sets http.per_minute to 'many'",
        ),
        (("token", "remove", "desk"), {}, "tokens.json cannot be read"),
    ],
)
def test_what_cannot_be_served_safely_is_one_sentence(
    home: Path, arguments: tuple[str, ...], environment: dict[str, str], said: str
) -> None:
    status, _, errors = run_to_the_end(home, *arguments, environment=environment)
    assert (status, said in errors, errors.count("\n")) == (1, True, 1)


def test_told_so_it_serves_other_machines_without_a_token(home: Path) -> None:
    environment = {"STOPBELL_HTTP_HOSTS": "transit.example, 127.0.0.1", "STOPBELL_HTTP_OPEN": "true"}
    with run(home, "--http", "0.0.0.0:0", environment=environment) as running:
        url = running.url.replace("0.0.0.0", "127.0.0.1")
        headers = {"accept": "application/json, text/event-stream"}
        named = httpx2.post(url, json=CALL, headers=headers | {"host": "transit.example"})
        other = httpx2.post(url, json=CALL, headers=headers | {"host": "localhost"})

    assert [named.status_code, other.status_code] == [200, 421]


def test_tokens_are_listed_with_what_they_see(tmp_path: Path) -> None:
    for more in (("desk",), ("kiosk", "--feeds", "lviv, halifax"), ("watch", "--feeds", "", "--metrics")):
        assert run_to_the_end(tmp_path, "token", "add", *more)[0] == 0
    assert run_to_the_end(tmp_path, "token", "list")[1].splitlines() == [
        "desk: all feeds",
        "kiosk: lviv, halifax",
        "watch: no feed, metrics",
    ]
