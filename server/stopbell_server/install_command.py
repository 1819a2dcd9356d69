"""`stopbell-server install`: set this server up in a host, or show what the host's file must hold."""

import os
import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from stopbell_server.app import Home, Settings
from stopbell_server.domain.errors import SettingsInvalid

if TYPE_CHECKING:
    from argparse import _SubParsersAction  # pyright: ignore[reportPrivateUsage]  # argparse has no public name for it

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What every host takes as a server's name."""


def add_install_command(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """Offer the command and what it does; the parsed options carry `run`."""
    summary = "set this server up in a host such as claude-desktop, or print what the host's file must hold"
    parser = commands.add_parser(
        "install",
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}. Without HOST the hosts are listed. --home and --language, "
        "given before `install`, are what the host will start the server with.",
        allow_abbrev=False,
    )
    parser.add_argument("host", metavar="HOST", nargs="?", help="the host's name in the list")
    parser.add_argument("--print", action="store_true", dest="prints", help="write nothing, show the entry")
    parser.add_argument("--project", metavar="FOLDER", type=Path, help="for this project only, if the host can")
    parser.add_argument("--file", metavar="FILE", type=Path, help="the host's file, where it is not in its usual place")
    parser.add_argument("--name", default="stopbell", help="what the host calls the server (default: stopbell)")
    parser.set_defaults(run=_run)


def _run(home: Home, settings: Settings, options: Namespace) -> int:
    from stopbell_server.hosts.entry import make_entry, to_text
    from stopbell_server.hosts.installing import find_file, install_entry
    from stopbell_server.hosts.known import get_host
    from stopbell_server.hosts.machine import find_machine

    del settings
    if options.host is None:
        return _list_hosts()
    host = get_host(options.host)
    if not _NAME.fullmatch(options.name):
        raise SettingsInvalid(f"{options.name!r} cannot name a server; use letters, digits, hyphens and underscores.")
    is_named = bool(options.home or os.environ.get("STOPBELL_HOME", "").strip())
    document = make_entry(home.root if is_named else None, options.language).to_document(host, options.name)
    if options.prints:
        sys.stdout.write(to_text(document, host))
        place = options.file or (options.project and host.project_file) or host.user_file(find_machine())
        sys.stderr.write(f"{host.title} keeps this in {place}\n")
        return 0
    path = options.file.expanduser().absolute() if options.file else find_file(host, find_machine(), options.project)
    done = install_entry(host, options.name, document, path)
    if done.is_changed:
        copy = f" What was there is kept in {done.backup}." if done.backup else ""
        sys.stdout.write(f"{host.title} will start {options.name}: written to {path}.{copy} {host.afterwards}\n")
    else:
        sys.stdout.write(f"{host.title} is set up already, in {path}; nothing was changed.\n")
    sys.stdout.writelines(f"{line}\n" for line in _list_needs(home))
    return 0


def _list_hosts() -> int:
    from stopbell_server.hosts.known import HOSTS
    from stopbell_server.hosts.machine import find_machine

    machine = find_machine()
    for host in HOSTS:
        project = f"; with --project in {host.project_file}" if host.project_file else ""
        sys.stdout.write(f"{host.name}: {host.title}, {host.user_file(machine)}{project}\n")
    return 0


def _list_needs(home: Home) -> list[str]:
    """Say which keys the host must hand over, by the names of their variables, and what is missing."""
    from stopbell_server.app.registry import get_record, list_feed_names
    from stopbell_server.domain.errors import StopbellError

    names = list_feed_names(home)
    if not names:
        return ["There is no feed yet; add one with `stopbell feed add NAME SOURCE`. The server will notice."]
    lines: list[str] = []
    for name in names:
        try:
            record = get_record(home, name)
        except StopbellError as error:
            lines.append(str(error))
            continue
        variables = sorted({key.variable for source in (record.source, *record.realtime) for key in source.keys})
        if variables:
            lines.append(
                f"Feed {name} needs {' and '.join(variables)} in the environment of the host; keys are never "
                "written into its file."
            )
    return lines
