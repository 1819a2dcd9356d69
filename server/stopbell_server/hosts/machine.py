"""The folders of one user's machine, by the rules of its system."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

System = Literal["linux", "darwin", "win32"]


@dataclass(frozen=True, slots=True)
class Machine:
    """Whose machine it is; asked for folders, it never looks whether they are there."""

    system: System
    user_home: Path
    environment: Mapping[str, str]

    @property
    def program_data(self) -> Path:
        """Where desktop programs keep a user's settings."""
        if self.system == "darwin":
            return self.user_home / "Library" / "Application Support"
        if self.system == "win32":
            return self.named("APPDATA", self.user_home / "AppData" / "Roaming")
        return self.named("XDG_CONFIG_HOME", self.user_home / ".config")

    @property
    def unix_config(self) -> Path:
        """The same, for programs that treat macOS like Linux."""
        return self.user_home / ".config" if self.system == "darwin" else self.program_data

    def named(self, variable: str, otherwise: Path) -> Path:
        """Give the folder that a variable names; one that is not absolute is ignored (XDG Base Directory, Basics)."""
        text = self.environment.get(variable, "").strip()
        return Path(text) if text and (self.system == "win32" or Path(text).is_absolute()) else otherwise


def find_machine(environment: Mapping[str, str] = os.environ) -> Machine:
    """Give the machine this program runs on; systems that are neither macOS nor Windows follow Linux."""
    system: System = "darwin" if sys.platform == "darwin" else "win32" if sys.platform == "win32" else "linux"
    return Machine(system, Path.home(), environment)
