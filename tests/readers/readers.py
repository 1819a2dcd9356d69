"""The screen readers that run without a screen of their own, and how each is started around a command."""

import os
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
YASR = Path("/usr/bin/yasr")
FENRIR = Path("/usr/bin/fenrir")
SPEECHD_FOR_FENRIR = Path("/usr/lib/python3/dist-packages/speechd")
TDSR_PYTHON = Path(os.environ.get("STOPBELL_TDSR") or Path(sys.prefix) / "readers" / "bin" / "python")
"""The Python that has tdsr2; `.ci/readers` makes it."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A screen reader."""

    name: str
    start: Callable[[list[str], Path, int], list[str]] | None
    """Takes a command, a folder to write settings in and the speech server's port; gives the command to run.

    None: it reads a desktop, and the program runs in a window (tests/readers/window).
    """
    needs: tuple[Path, ...]
    """Files without which it cannot run."""
    install: str
    """How to get them."""
    own: frozenset[str] = frozenset()
    """What it says of itself."""

    def is_own(self, text: str) -> bool:
        """Whether it speaks of itself."""
        return " ".join(text.split()) in self.own

    @property
    def missing(self) -> tuple[Path, ...]:
        """What is not here of what it needs."""
        return tuple(path for path in self.needs if not path.exists())


def _write_program(command: list[str], folder: Path, prelude: str = "") -> str:
    """Write a program that runs the command: readers would take its options for their own."""
    path = folder / "child.sh"
    path.write_text(f"#!/bin/sh\n{prelude}exec {shlex.join(command)}\n")
    path.chmod(0o755)
    return str(path)


def _start_yasr(command: list[str], folder: Path, port: int) -> list[str]:
    settings = folder / "yasr.conf"
    text = Path("/etc/yasr/yasr.conf").read_text(encoding="latin1")
    text = re.sub(r"(?m)^synthesizer port=.*$", f"synthesizer port=127.0.0.1:{port}", text)
    settings.write_text(re.sub(r"(?m)^shell=.*$", "shell=/bin/sh", text), encoding="latin1")
    program = _write_program(command, folder)
    return [str(YASR), "-C", str(settings), "-s", "speech dispatcher", "-p", f"127.0.0.1:{port}", program]


def _start_tdsr(command: list[str], folder: Path, port: int) -> list[str]:
    (folder / ".config" / "tdsr").mkdir(parents=True, exist_ok=True)
    voice = shlex.join([sys.executable, str(HERE / "tdsr_voice.py"), str(port)])
    program = _write_program(command, folder)
    return [str(TDSR_PYTHON), str(HERE / "tdsr_start.py"), "-s", voice, "--", program]


def _start_fenrir(command: list[str], folder: Path, port: int) -> list[str]:
    del port  # it asks SPEECHD_ADDRESS
    settings = folder / "fenrir.conf"
    text = Path("/etc/fenrirscreenreader/settings/settings.conf").read_text(encoding="utf-8")
    text = _set_section(text, "sound", "enabled=False\ndriver=dummyDriver\ntheme=default\nvolume=0\n")
    text = _set_section(
        text,
        "remote",
        "enable=False\nenabled=False\ndriver=dummyDriver\nport=22447\nsocketpath=/tmp/\n"
        "enableSettingsRemote=False\nenableCommandRemote=False\n",
    )
    before, speech, after = re.split(r"(?ms)(^\[speech\].*?)(?=^\[braille\])", text)
    speech = re.sub(r"(?m)^driver=.*$", "driver=speechdDriver", speech)
    speech = re.sub(r"(?m)^enabled=.*$", "enabled=True", speech)
    text = before + speech + after
    # Its own terminal says TERM=linux, for which programs draw less.
    program = _write_program(command, folder, "export TERM=xterm-256color\n")
    text = re.sub(r"(?m)^shell=.*$", f"shell={program}", text)
    settings.write_text(re.sub(r"(?m)^autoSpellCheck=.*$", "autoSpellCheck=False", text), encoding="utf-8")
    return ["/usr/bin/python3", str(FENRIR), "-e", "-s", str(settings)]


def _set_section(text: str, name: str, body: str) -> str:
    return re.sub(rf"(?ms)^\[{name}\].*?(?=^\[|\Z)", lambda _: f"[{name}]\n{body}\n", text)


READERS = {
    reader.name: reader
    for reader in (
        Reader("yasr", _start_yasr, (YASR,), "apt-get install yasr"),
        Reader(
            "tdsr",
            _start_tdsr,
            (TDSR_PYTHON,),
            "run .ci/readers",
            frozenset({"tdsr, presented by Lighthouse of San Francisco"}),
        ),
        Reader(
            "fenrir",
            _start_fenrir,
            (FENRIR, SPEECHD_FOR_FENRIR),
            "apt-get install fenrir python3-speechd",
            frozenset({"pychant is not installed", "Start Fenrir", "Quit Fenrir"}),
        ),
    )
}


_DESKTOP = tuple(Path("/usr/bin") / name for name in ("Xvfb", "dbus-run-session", "openbox", "xdotool"))
WINDOW_READERS = {
    reader.name: reader
    for reader in (
        Reader(
            "orca",
            None,
            (Path("/usr/bin/orca"), *_DESKTOP),
            "run .ci/readers --full",
            frozenset({"Screen reader on.", "Screen reader off."}),
        ),
        Reader(
            "brltty",
            None,
            (Path("/usr/bin/brltty"), *_DESKTOP),
            "run .ci/readers --full",
            frozenset({"BRLTTY 6.5", "BRLTTY stopped"}),
        ),
    )
}
