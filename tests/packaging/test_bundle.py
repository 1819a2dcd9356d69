"""The bundle for hosts and the registry's description are whole, true to the product, and start it."""

import asyncio
import hashlib
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from stopbell_server.server import build_server
from tests.packaging.test_hosts_page import list_in_tables
from tests.server.app.feeds import CLOCK, zip_feed
from tests.town import open_town

ROOT = Path(__file__).resolve().parents[2]
KEY = "CITY_KEY"
"""Holds the key that the bundle's form asks for; no setting of ours."""


def to_fields(variables: set[str]) -> set[str]:
    return {variable.replace("_CITY_", "_NAME_") for variable in variables} - {KEY}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    make(folder)
    return folder


def make(folder: Path, *arguments: str) -> None:
    subprocess.run([sys.executable, ROOT / "packaging" / "bundle.py", folder, *arguments], check=True, cwd=folder)


def find_bundle(folder: Path) -> Path:
    (bundle,) = folder.glob("stopbell-*.mcpb")
    return bundle


@pytest.fixture(scope="module")
def unpacked(made: Path) -> Path:
    with zipfile.ZipFile(find_bundle(made)) as archive:
        archive.extractall(made / "unpacked")
    return made / "unpacked"


def read_manifest(unpacked: Path) -> dict[str, Any]:
    return json.loads((unpacked / "manifest.json").read_text(encoding="utf-8"))


def read_server(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "server.json").read_text(encoding="utf-8"))


def fill_in(manifest: dict[str, Any], **given: str) -> dict[str, str]:
    """Give the variables as a host makes them: what a person left out has its default."""
    values = {name: field["default"] for name, field in manifest["user_config"].items()} | given
    return {
        variable: re.sub(r"\$\{user_config\.(\w+)\}", lambda found: values[found[1]], text)
        for variable, text in manifest["server"]["mcp_config"]["env"].items()
    }


async def ask(unpacked: Path, variables: dict[str, str]) -> dict[str, Any]:
    """Start the bundle's entry point with its own code only, and ask until a feed is there."""
    entry = str(unpacked / read_manifest(unpacked)["server"]["entry_point"])
    paths = f"{unpacked / 'server'}:{unpacked / 'assistant'}"
    environment = {**variables, "PYTHONPATH": paths, "STOPBELL_AT": CLOCK.now().isoformat()}
    command = StdioServerParameters(command=sys.executable, args=[entry], env=environment)
    async with asyncio.timeout(100), Client(stdio_client(command)) as client:
        while True:
            answer = (await client.call_tool("get_arrivals", {"stop": "Opera"})).structured_content
            assert answer is not None
            if answer["status"].get("code") not in ("no-feed", "feed-loading"):
                return answer


def test_the_bundle_answers_with_what_a_person_filled_in(unpacked: Path, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "city.zip")
    variables = fill_in(
        read_manifest(unpacked), timetable=str(source), language="uk", home=str(tmp_path / "home"), key_header=""
    )
    answer = asyncio.run(ask(unpacked, variables))
    assert (answer["language"], answer["data"]["stop"]["id"]) == ("uk", "city:Opera")


def test_the_code_in_the_bundle_is_the_code_of_the_checkout(unpacked: Path) -> None:
    here = {path.relative_to(ROOT).as_posix() for path in (ROOT / "server").rglob("*.py")}
    there = {path.relative_to(unpacked).as_posix() for path in (unpacked / "server").rglob("*.py")}
    assert there == here


def test_the_manifest_lists_the_tools_that_the_server_has(unpacked: Path, tmp_path: Path) -> None:
    async def list_tools() -> list[dict[str, str]]:
        async with Client(build_server(open_town(tmp_path))) as client:
            return [
                {"name": tool.name, "description": tool.description or ""} for tool in (await client.list_tools()).tools
            ]

    assert read_manifest(unpacked)["tools"] == asyncio.run(list_tools())


def test_every_field_of_the_form_is_used_and_may_stay_empty(unpacked: Path) -> None:
    manifest = read_manifest(unpacked)
    used = set(re.findall(r"user_config\.(\w+)", json.dumps(manifest["server"])))
    assert used == set(manifest["user_config"])
    assert set(fill_in(manifest).values()) == {""}


def test_the_bundle_and_the_registry_set_only_variables_that_exist(made: Path, unpacked: Path) -> None:
    of_bundle = set(read_manifest(unpacked)["server"]["mcp_config"]["env"])
    of_registry = {variable["name"] for variable in read_server(made)["packages"][0]["environmentVariables"]}
    assert to_fields(of_bundle | of_registry) <= list_in_tables()


def test_what_is_secret_is_marked_so_and_has_no_default(unpacked: Path) -> None:
    fields = read_manifest(unpacked)["user_config"]
    assert [name for name, field in fields.items() if field.get("sensitive")] == ["key"]


def test_the_manifest_runs_a_command_of_the_distribution(unpacked: Path) -> None:
    config = read_manifest(unpacked)["server"]["mcp_config"]
    scripts = re.findall(r'^([\w-]+) = "stopbell', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert config["args"][-1] in scripts


def test_the_same_sources_give_the_same_bytes(made: Path, tmp_path: Path) -> None:
    make(tmp_path)
    assert find_bundle(tmp_path).read_bytes() == find_bundle(made).read_bytes()


def test_the_registry_gets_a_name_a_version_and_a_command_that_runs(made: Path, tmp_path: Path) -> None:
    server = read_server(made)
    package = server["packages"][0]
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", server["name"])
    assert 1 <= len(server["description"]) <= 100
    assert server["version"] == package["version"] == read_manifest_version(made)
    arguments = [argument["value"] for argument in package["packageArguments"]]
    ran = subprocess.run(
        [sys.executable, "-m", package["identifier"], "--home", tmp_path, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "")


def read_manifest_version(made: Path) -> str:
    return find_bundle(made).stem.removeprefix("stopbell-")


def test_a_published_bundle_is_named_with_its_digest(tmp_path: Path) -> None:
    make(tmp_path, "--publisher", "io.github.someone", "--bundle-url", "https://example.org/stopbell.mcpb")
    server = read_server(tmp_path)
    digest = hashlib.sha256(find_bundle(tmp_path).read_bytes()).hexdigest()
    assert (server["name"], server["packages"][1]["fileSha256"]) == ("io.github.someone/stopbell", digest)
