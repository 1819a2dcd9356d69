"""The hosts that we can set up: where each keeps its servers, under which key, and in which notation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Literal

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.hosts.machine import Machine


@dataclass(frozen=True, slots=True)
class Host:
    """A program that starts servers; paths are those its maker documents."""

    name: str
    """What one types: small letters and hyphens."""
    title: str
    user_file: Callable[[Machine], Path]
    """Where it keeps the servers of one user."""
    project_file: PurePosixPath | None = None
    """Below a project's folder, where it keeps the servers of that project; None if it knows no such thing."""
    key: str = "mcpServers"
    """The member of the file's object that holds the servers by name."""
    notation: Literal["json", "toml"] = "json"
    takes_comments: bool = False
    """Whether the host itself reads comments and trailing commas in that file."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    """What an entry must say beside command, arguments and environment."""
    afterwards: str = "Start it anew."
    """What makes the host read the file again."""


HOSTS: tuple[Host, ...] = (
    Host(
        "claude-desktop",
        "Claude Desktop",
        lambda machine: machine.program_data / "Claude" / "claude_desktop_config.json",
        afterwards="Quit Claude Desktop wholly (closing its window is not enough) and start it anew.",
    ),
    Host(
        "claude-code",
        "Claude Code",
        lambda machine: machine.user_home / ".claude.json",
        PurePosixPath(".mcp.json"),
        extra={"type": "stdio"},
        afterwards="Start Claude Code anew; it must not run meanwhile, as it writes the same file.",
    ),
    Host(
        "vscode",
        "Visual Studio Code",
        lambda machine: machine.program_data / "Code" / "User" / "mcp.json",
        PurePosixPath(".vscode/mcp.json"),
        key="servers",
        takes_comments=True,
        extra={"type": "stdio"},
        afterwards="Run the command `MCP: List Servers` there and start it.",
    ),
    Host(
        "cursor",
        "Cursor",
        lambda machine: machine.user_home / ".cursor" / "mcp.json",
        PurePosixPath(".cursor/mcp.json"),
        afterwards="Switch it on in Cursor's settings, under MCP, if it is not.",
    ),
    Host("windsurf", "Windsurf", lambda machine: machine.user_home / ".codeium" / "windsurf" / "mcp_config.json"),
    Host(
        "copilot-cli",
        "GitHub Copilot CLI",
        lambda machine: machine.user_home / ".copilot" / "mcp-config.json",
        extra={"type": "local", "tools": ["*"]},
    ),
    Host(
        "codex",
        "Codex",
        lambda machine: machine.named("CODEX_HOME", machine.user_home / ".codex") / "config.toml",
        PurePosixPath(".codex/config.toml"),
        key="mcp_servers",
        notation="toml",
    ),
    Host(
        "gemini-cli",
        "Gemini CLI",
        lambda machine: machine.user_home / ".gemini" / "settings.json",
        PurePosixPath(".gemini/settings.json"),
        takes_comments=True,
    ),
    Host(
        "kiro",
        "Kiro",
        lambda machine: machine.user_home / ".kiro" / "settings" / "mcp.json",
        PurePosixPath(".kiro/settings/mcp.json"),
        afterwards="It notices by itself.",
    ),
    Host(
        "lm-studio",
        "LM Studio",
        lambda machine: machine.user_home / ".lmstudio" / "mcp.json",
        afterwards="Switch it on in the Program tab.",
    ),
    Host(
        "zed",
        "Zed",
        lambda machine: (
            machine.program_data / "Zed" / "settings.json"
            if machine.system == "win32"
            else machine.unix_config / "zed" / "settings.json"
        ),
        PurePosixPath(".zed/settings.json"),
        key="context_servers",
        takes_comments=True,
        afterwards="It notices by itself.",
    ),
)


def get_host(name: str) -> Host:
    """Give a host by its name.

    Raises:
        SettingsInvalid: we do not know it; the message lists those that we do.
    """
    for host in HOSTS:
        if host.name == name:
            return host
    names = ", ".join(host.name for host in HOSTS)
    raise SettingsInvalid(
        f"We do not know the host {name[:60]!r}; we know {names}. For another one print what most hosts understand: "
        "`stopbell-server install cursor --print`."
    )
