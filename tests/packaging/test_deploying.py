"""The files for operators run what exists: commands parse, variables are settings, and the pipeline's steps pass."""

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stopbell.commands.parser import build_parser
from stopbell_server import cli
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.home import Home
from stopbell_server.settings import read_settings
from tests.packaging.test_hosts_page import list_in_tables
from tests.server.app.feeds import add, zip_feed

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
CONTAINERFILE = (PACKAGING / "container" / "Containerfile").read_text(encoding="utf-8")
COMPOSE = (PACKAGING / "container" / "compose.yaml").read_text(encoding="utf-8")
PIPELINE = (PACKAGING / "pipeline" / "github.yml").read_text(encoding="utf-8")
UNITS = sorted((PACKAGING / "systemd").iterdir())
PARSERS = {"stopbell": build_parser, "stopbell-server": cli._build_parser}
KEY = "CITY_KEY"
"""Holds the key of a feed in the examples; no setting of ours."""


def parse(words: list[str]) -> None:
    """Parse a command as the program itself would; a mistake ends the program."""
    PARSERS[Path(words[0]).name]().parse_args(words[1:])


def read_lists(text: str, key: str) -> list[list[str]]:
    return [json.loads(found) for found in re.findall(rf"^\s*{key}:? (\[.*\])$", text, re.MULTILINE)]


def read_variables(text: str) -> dict[str, str]:
    """Read the variables that a YAML file gives, with the defaults of those that it takes from outside."""
    given = dict(re.findall(r'^\s+([A-Z][A-Z_]+): "(.*)"$', text, re.MULTILINE))
    return {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in given.items()}


def list_commands() -> list[list[str]]:
    """List the commands of the image, of the team's services, of the units, and of the pages."""
    (entry,), arguments = read_lists(CONTAINERFILE, "ENTRYPOINT"), read_lists(CONTAINERFILE, "CMD")[-1]
    server, update = read_lists(COMPOSE, "command")
    commands = [[*entry, *arguments], [*entry, *server], [*read_lists(COMPOSE, "entrypoint")[0], *update]]
    for unit in UNITS:
        commands += [shlex.split(line) for line in re.findall(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)]
    for page in ("deploying.md", "hosts.md"):
        text = re.sub(r" *\\\n +", " ", (ROOT / "docs" / page).read_text(encoding="utf-8"))
        for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE):
            commands += to_own_commands(shlex.split(line.split("   ")[0]), entry)
    return commands


def to_own_commands(words: list[str], entry: list[str]) -> list[list[str]]:
    """Give what a line of a page runs of ours; a container's arguments follow the image's entry point."""
    if words[:2] == ["podman", "run"]:
        return [[*entry, *words[len(words) - words[::-1].index("stopbell") :]]]
    programs = [place for place, word in enumerate(words) if Path(word).name in PARSERS]
    is_ours = words[0] in ("runuser", "podman") or Path(words[0]).name in PARSERS
    return [words[programs[-1] :]] if programs and is_ours and words[1] != "build" else []


@pytest.mark.parametrize("command", list_commands(), ids=shlex.join)
def test_every_command_that_we_write_down_is_one(command: list[str]) -> None:
    parse(command)


def test_the_commands_are_all_looked_at() -> None:
    assert {Path(command[0]).name for command in list_commands()} == set(PARSERS)
    assert len(list_commands()) >= 12


def test_a_command_with_a_flag_that_does_not_exist_is_found() -> None:
    with pytest.raises(SystemExit):
        parse(["stopbell-server", "--port", "8080"])


@pytest.mark.parametrize("text", [COMPOSE, PIPELINE], ids=["compose", "pipeline"])
def test_every_variable_is_a_setting_with_a_value_that_is_taken(text: str, tmp_path: Path) -> None:
    variables = read_variables(text)
    assert {name.replace("_CITY_", "_NAME_") for name in variables} - {KEY} <= list_in_tables()
    settings = read_settings(Home(tmp_path), variables)
    assert "localhost" in settings.http.hosts


def test_a_value_that_is_not_taken_would_be_found(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid):
        read_settings(Home(tmp_path), {"STOPBELL_HTTP_OPEN": "perhaps"})


def test_the_image_copies_what_the_wheel_is_built_from() -> None:
    copied = [word for line in re.findall(r"^COPY (.*) \S+$", CONTAINERFILE, re.MULTILINE) for word in line.split()]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert {"pyproject.toml", "hatch_build.py", "assistant", "server", "prompts", "locales"} <= set(copied)


def test_the_image_and_the_team_run_without_rights() -> None:
    assert re.findall(r"^USER (\d+)$", CONTAINERFILE, re.MULTILINE) == ["10001"]
    assert COMPOSE.count("read_only: true") == COMPOSE.count("- ALL") == COMPOSE.count("no-new-privileges") == 2
    assert re.findall(r'^\s+- "(.*:8080)"$', COMPOSE, re.MULTILINE) == ["127.0.0.1:8080:8080"]


def test_the_units_use_the_home_that_systemd_makes() -> None:
    services = [unit.read_text() for unit in UNITS if unit.suffix == ".service"]
    assert len(services) == 3
    for text in services:
        state = re.findall(r"^StateDirectory=(.*)$", text, re.MULTILINE)
        assert re.findall(r"^Environment=STOPBELL_HOME=(.*)$", text, re.MULTILINE) == [f"/var/lib/{state[0]}"]


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    for unit in UNITS:
        text = unit.read_text().replace("/opt/stopbell/bin", str(Path(sys.executable).parent))
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@contextmanager
def running(home: Path, variables: dict[str, str]) -> Generator[str]:
    """Run the image's command outside any image, on a port that the system chooses; give the port."""
    arguments = read_lists(CONTAINERFILE, "CMD")[-1]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("STOPBELL")}
    process = subprocess.Popen(
        [sys.executable, "-m", "stopbell_server", *(word.replace(":8080", ":0") for word in arguments)],
        env={**clean, **variables, "STOPBELL_HOME": str(home)},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        listening = next(line for line in process.stderr if "listening at" in line)
        yield re.findall(r":(\d+)/mcp", listening)[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def try_server(port: str, *, token: str = "", wait_s: str = "60") -> subprocess.CompletedProcess[str]:
    (step,) = re.findall(r"run: python (\S+) http://localhost:8080 --wait 300$", PIPELINE, re.MULTILINE)
    return subprocess.run(
        [sys.executable, ROOT / step, f"http://localhost:{port}", "--wait", wait_s],
        env={**os.environ, "STOPBELL_SERVER_TOKEN": token},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_steps_of_the_pipeline_pass_without_a_container(tmp_path: Path) -> None:
    source = str(zip_feed(tmp_path / "city.zip"))
    variables = {**read_variables(PIPELINE), "STOPBELL_FEED_CITY_SOURCE": source}
    with running(tmp_path / "home", variables) as port:
        tried = try_server(port)
        (check,) = re.findall(r"^    CMD (\[.*\])$", CONTAINERFILE, re.MULTILINE)
        healthy = subprocess.run([sys.executable, *json.loads(check.replace("8080", port))[1:]], check=False)
    assert (tried.returncode, tried.stderr) == (0, "")
    assert re.match(r"\d+ tools\. .+", tried.stdout)
    assert healthy.returncode == 0


def test_a_server_without_a_feed_or_with_a_token_fails_the_step_with_a_sentence(tmp_path: Path) -> None:
    variables = {**read_variables(PIPELINE), "STOPBELL_FEED_CITY_SOURCE": ""}
    with running(tmp_path / "empty", variables) as port:
        assert "/readyz is not answered as it should be" in try_server(port, wait_s="0").stderr
    home = Home(tmp_path / "home")
    asyncio.run(add(home, "city", zip_feed(tmp_path / "city.zip")))
    made = subprocess.run(
        [sys.executable, "-m", "stopbell_server", "--home", home.root, "token", "add", "kiosk"],
        capture_output=True,
        text=True,
        check=True,
    )
    with running(home.root, variables) as port:
        assert "refused (401)" in try_server(port).stderr
        assert try_server(port, token=made.stdout.strip()).returncode == 0


def test_what_the_image_copies_is_enough_for_the_wheel(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    for line in re.findall(r"^COPY (.*)$", CONTAINERFILE, re.MULTILINE):
        *sources, target = line.split()
        for source in sources:
            place = tmp_path / "source" / (source if target == "./" else target)
            copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
            copy(ROOT / source, place)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, tmp_path / "source"]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {"stopbell/cli.py", "stopbell_server/cli.py", "stopbell_server/locales/uk/language.toml"} <= names
