"""The entry by which a host starts this server."""

import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stopbell_server.hosts.known import Host
from stopbell_server.hosts.toml_edit import to_toml

_PROGRAM = "stopbell-server"


@dataclass(frozen=True, slots=True)
class Entry:
    """A command with the variables that it needs; never one that holds a secret."""

    command: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str]

    def to_document(self, host: Host, name: str) -> dict[str, Any]:
        """Give what the host's file must hold, down from its outermost object."""
        entry = {
            **host.extra,
            "command": self.command,
            "args": list(self.arguments),
            "env": dict(self.environment),
        }
        return {host.key: {name: entry}}


def make_entry(home: Path | None, language: str | None) -> Entry:
    """Make the entry for the installation that runs now, by its full path: hosts have a search path of their own.

    `home` and `language` are left out when None, so that the server chooses them as it would by hand.
    """
    environment: dict[str, str] = {}
    if home is not None:
        environment["STOPBELL_HOME"] = str(home)
    if language:
        environment["STOPBELL_LANGUAGE"] = language
    program = _find_program()
    if program is None:
        return Entry(sys.executable, ("-m", "stopbell_server"), environment)
    return Entry(str(program), (), environment)


def _find_program() -> Path | None:
    """Find the command beside the interpreter that runs now, where installers put both; else on the search path."""
    found = shutil.which(_PROGRAM, path=str(Path(sys.executable).parent)) or shutil.which(_PROGRAM)
    return Path(found).absolute() if found else None


def to_text(document: Mapping[str, Any], host: Host) -> str:
    """Write a document as the text of a new file of the host."""
    if host.notation == "toml":
        return to_toml(document)
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
