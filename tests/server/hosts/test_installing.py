"""Hosts' files are found by the rules of each system, and changed without loss."""

import json
import stat
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from stopbell_server.cli import main
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.hosts.entry import Entry
from stopbell_server.hosts.installing import find_file, install_entry
from stopbell_server.hosts.known import HOSTS, Host, get_host
from stopbell_server.hosts.machine import Machine, System

ENTRY = Entry("/opt/stopbell-server", (), {"STOPBELL_LANGUAGE": "uk"})
CURSOR = get_host("cursor")


def make_machine(system: System, home: Path, environment: Mapping[str, str] | None = None) -> Machine:
    return Machine(system, home, environment or {})


def install(path: Path, host: Host = CURSOR, entry: Entry = ENTRY, name: str = "stopbell"):
    return install_entry(host, name, entry.to_document(host, name), path)


PLACES = {
    "claude-desktop": (
        ".config/Claude/claude_desktop_config.json",
        "Library/Application Support/Claude/claude_desktop_config.json",
        "AppData/Roaming/Claude/claude_desktop_config.json",
    ),
    "claude-code": (".claude.json",) * 3,
    "vscode": (
        ".config/Code/User/mcp.json",
        "Library/Application Support/Code/User/mcp.json",
        "AppData/Roaming/Code/User/mcp.json",
    ),
    "cursor": (".cursor/mcp.json",) * 3,
    "windsurf": (".codeium/windsurf/mcp_config.json",) * 3,
    "copilot-cli": (".copilot/mcp-config.json",) * 3,
    "codex": (".codex/config.toml",) * 3,
    "gemini-cli": (".gemini/settings.json",) * 3,
    "kiro": (".kiro/settings/mcp.json",) * 3,
    "lm-studio": (".lmstudio/mcp.json",) * 3,
    "zed": (".config/zed/settings.json", ".config/zed/settings.json", "AppData/Roaming/Zed/settings.json"),
}


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_each_system_has_its_place_for_each_host(host: Host, tmp_path: Path) -> None:
    systems: tuple[System, ...] = ("linux", "darwin", "win32")
    found = tuple(host.user_file(make_machine(system, tmp_path)).relative_to(tmp_path) for system in systems)
    assert tuple(path.as_posix() for path in found) == PLACES[host.name]


@pytest.mark.parametrize(
    ("system", "variable"), [("linux", "XDG_CONFIG_HOME"), ("win32", "APPDATA")], ids=["linux", "windows"]
)
def test_the_variable_of_the_system_moves_the_folder(system: System, variable: str, tmp_path: Path) -> None:
    machine = make_machine(system, tmp_path, {variable: str(tmp_path / "moved")})
    assert get_host("vscode").user_file(machine) == tmp_path / "moved" / "Code" / "User" / "mcp.json"


def test_a_relative_folder_of_settings_is_ignored(tmp_path: Path) -> None:
    machine = make_machine("linux", tmp_path, {"XDG_CONFIG_HOME": "here"})
    assert machine.program_data == tmp_path / ".config"


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_every_host_that_is_there_gets_its_entry(host: Host, system: System, tmp_path: Path) -> None:
    machine = make_machine(system, tmp_path)
    host.user_file(machine).parent.mkdir(parents=True, exist_ok=True)
    done = install(find_file(host, machine), host)
    read = tomllib.loads if host.notation == "toml" else json.loads
    entry = read(done.path.read_text(encoding="utf-8"))[host.key]["stopbell"]
    assert entry == {
        **host.extra,
        "command": "/opt/stopbell-server",
        "args": [],
        "env": {"STOPBELL_LANGUAGE": "uk"},
    }
    assert (done.is_changed, done.backup) == (True, None)


@pytest.mark.parametrize("host", [host for host in HOSTS if host.name != "claude-code"], ids=lambda host: host.name)
def test_a_host_that_is_not_there_is_named_and_gets_no_folder(host: Host, tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="start the host once"):
        find_file(host, make_machine("linux", tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_the_file_of_a_project_lies_in_the_project(tmp_path: Path) -> None:
    path = find_file(get_host("vscode"), make_machine("linux", tmp_path), tmp_path)
    assert install(path, get_host("vscode")).path == tmp_path / ".vscode" / "mcp.json"


def test_a_host_without_projects_says_so(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="leave --project out"):
        find_file(get_host("claude-desktop"), make_machine("linux", tmp_path), tmp_path)


def test_what_was_there_stays_and_is_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    before = '{"mcpServers": {"weather": {"command": "w"}}, "theme": "dark"}'
    path.write_text(before, encoding="utf-8")
    done = install(path)
    after = json.loads(path.read_text(encoding="utf-8"))
    assert (after["theme"], list(after["mcpServers"])) == ("dark", ["weather", "stopbell"])
    assert done.backup is not None
    assert done.backup.read_text(encoding="utf-8") == before


def test_an_older_copy_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text("{}", encoding="utf-8")
    first = install(path).backup
    second = install(path, entry=Entry("/other", (), {})).backup
    assert first is not None
    assert second is not None
    assert (first.read_text(encoding="utf-8"), second.name) == ("{}", "mcp.json.before-stopbell-2")


def test_the_second_time_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    install(path)
    stamp = path.stat().st_mtime_ns
    assert not install(path).is_changed
    assert (path.stat().st_mtime_ns, [file.name for file in tmp_path.iterdir()]) == (stamp, ["mcp.json"])


def test_broken_json_is_left_as_it_is_and_the_remedy_told(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{"mcpServers": {,}', encoding="utf-8")
    with pytest.raises(SettingsInvalid, match=r"line 1, column 17.*install cursor --print"):
        install(path)
    assert (path.read_text(encoding="utf-8"), [file.name for file in tmp_path.iterdir()]) == (
        '{"mcpServers": {,}',
        ["mcp.json"],
    )


def test_a_file_that_is_not_text_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(SettingsInvalid, match="UTF-8"):
        install(path)
    assert path.read_bytes() == b"\xff\xfe{}"


@pytest.mark.parametrize("member", ["url", "httpUrl", "serverUrl"])
def test_a_server_that_is_reached_by_address_is_not_turned_into_a_command(member: str, tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    before = json.dumps({"mcpServers": {"stopbell": {member: "https://transit.example/mcp"}}})
    path.write_text(before, encoding="utf-8")
    with pytest.raises(SettingsInvalid, match="--name"):
        install(path)
    assert path.read_text(encoding="utf-8") == before
    assert install(path, name="mine").is_changed


def test_permissions_byte_order_mark_and_links_are_kept(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_bytes(b"\xef\xbb\xbf{}")
    real.chmod(0o640)
    link = tmp_path / "mcp.json"
    link.symlink_to(real)
    install(link)
    assert link.is_symlink()
    assert real.read_bytes().startswith(b"\xef\xbb\xbf{")
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = install(tmp_path / "new" / "mcp.json").path
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def run(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "stopbell_server", *arguments],
        capture_output=True,
        text=True,
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **environment},
        check=False,
    )


def test_what_is_printed_starts_this_server_and_writes_nothing(tmp_path: Path) -> None:
    ran = run(tmp_path, "--home", str(tmp_path / "feeds"), "--language", "uk", "install", "claude-desktop", "--print")
    entry = json.loads(ran.stdout)["mcpServers"]["stopbell"]
    version = subprocess.run(
        [entry["command"], *entry["args"], "--version"], capture_output=True, text=True, check=True
    )
    assert version.stdout.startswith("stopbell-server ")
    assert entry["env"] == {"STOPBELL_HOME": str(tmp_path / "feeds"), "STOPBELL_LANGUAGE": "uk"}
    assert list(tmp_path.iterdir()) == []


def test_no_secret_of_the_environment_reaches_the_file(tmp_path: Path) -> None:
    ran = run(tmp_path, "install", "claude-code", STOPBELL_SERVER_TOKEN="s3cret", CITY_KEY="k3y")
    assert ran.returncode == 0, ran.stderr
    assert "s3cret" not in (text := (tmp_path / ".claude.json").read_text(encoding="utf-8"))
    assert "k3y" not in text


def test_a_key_that_a_feed_needs_is_named_but_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    feed = tmp_path / "home" / "feeds" / "city"
    feed.mkdir(parents=True)
    source = {
        "location": "https://transit.example/gtfs.zip",
        "keys": [{"place": "header", "name": "X", "variable": "CITY_KEY"}],
    }
    record = {
        "name": "city",
        "source": source,
        "kept": "k",
        "added": "2026-09-05T08:00:00Z",
        "updated": "2026-09-05T08:00:00Z",
    }
    (feed / "feed.json").write_text(json.dumps(record), encoding="utf-8")
    file = tmp_path / "mcp.json"
    assert main(["--home", str(tmp_path / "home"), "install", "cursor", "--file", str(file)]) == 0
    assert "Feed city needs CITY_KEY in the environment of the host" in capsys.readouterr().out
    assert "CITY_KEY" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "named"), [(("emacs",), "claude-desktop"), (("cursor", "--name", "a b"), "'a b'")]
)
def test_a_mistake_is_told_in_one_sentence(tmp_path: Path, arguments: tuple[str, ...], named: str) -> None:
    ran = run(tmp_path, "install", *arguments)
    assert (ran.returncode, ran.stdout, named in ran.stderr) == (1, "", True)


def test_without_a_host_all_are_listed(tmp_path: Path) -> None:
    listed = run(tmp_path, "install").stdout.splitlines()
    assert [line.split(":")[0] for line in listed] == [host.name for host in HOSTS]
