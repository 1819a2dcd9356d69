"""What the shared options come to: which home, which clock, which settings."""

import os
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stopbell_server.app import Clock, Home, Settings


@dataclass(frozen=True, slots=True)
class Situation:
    """Where and when a command runs."""

    home: "Home"
    clock: "Clock"
    settings: "Settings"
    system_language: str | None
    """Locale of the machine, such as uk_UA; None when it says nothing."""

    @property
    def language(self) -> str | None:
        """BCP 47 tag asked for by flag, environment or file."""
        return self.settings.language


def read_situation(options: Namespace, **flags: str | None) -> Situation:
    """Read home, clock and settings; a flag beats the environment, the environment beats the file.

    Raises:
        SettingsInvalid: one of them is not understood.
    """
    from stopbell_server.app import open_clock, open_home, read_settings

    folder = getattr(options, "home", None)
    home = open_home(Path(folder) if folder else None)
    settings = read_settings(
        home,
        os.environ,
        server=getattr(options, "server", None),
        language=getattr(options, "language", None),
        brain=getattr(options, "brain", None),
        engine=getattr(options, "engine", None),
        wav=getattr(options, "wav", None),
        **flags,
    )
    return Situation(home, open_clock(getattr(options, "at", None)), settings, _find_system_language(os.environ))


def _find_system_language(environment: Mapping[str, str]) -> str | None:
    """Read the locale as POSIX orders it: LC_ALL, LC_MESSAGES, LANG; C and POSIX are no language."""
    named = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    language = named.partition(".")[0].partition("@")[0]
    return language if language not in ("", "C", "POSIX") else None
