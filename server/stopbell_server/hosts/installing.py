"""Putting our entry into a host's file: merged, with a copy of what was there, or not at all."""

import codecs
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.home import make_private_folder
from stopbell_server.hosts.json_edit import has_member, merge_json
from stopbell_server.hosts.known import Host
from stopbell_server.hosts.machine import Machine
from stopbell_server.hosts.toml_edit import merge_toml

_BACKUP = ".before-stopbell"
_ADDRESSES = ("url", "httpUrl", "serverUrl")
"""How hosts call the address in an entry of a server that they do not start."""
_REMEDY = "correct that place, or put the entry in by hand: `stopbell-server install {host} --print`"


@dataclass(frozen=True, slots=True)
class Installed:
    """What was done to a host's file."""

    path: Path
    is_changed: bool
    backup: Path | None
    """The copy of what was there; None for a new file, or when nothing had to be changed."""


def find_file(host: Host, machine: Machine, project: Path | None = None) -> Path:
    """Give the file that the host reads: that of the user, or of one project.

    Raises:
        SettingsInvalid: the host has none for projects, or is not on this machine.
    """
    if project is not None:
        if host.project_file is None:
            raise SettingsInvalid(f"{host.title} has no file for one project; leave --project out.")
        if not project.is_dir():
            raise SettingsInvalid(f"{project} is no folder; name the project's own.")
        return project.absolute() / host.project_file
    path = host.user_file(machine)
    folders = path.parent, path.parent.parent
    shared = machine.user_home, machine.program_data, machine.unix_config
    if not folders[0].is_dir() and (folders[1] in shared or not folders[1].is_dir()):
        raise SettingsInvalid(
            f"{host.title} keeps its settings in {path}, and that folder is not there; start the host once, name "
            "its file by --file, or see by --print what to put in."
        )
    return path


def install_entry(host: Host, name: str, document: Mapping[str, Any], path: Path) -> Installed:
    """Merge the document of an entry into a host's file and keep a copy of the file as it was.

    What else stands in the file stays as it was, to the last space; the file keeps its permissions, and a link
    stays a link. Nothing is written when all of it stands there already.

    Raises:
        SettingsInvalid: the file cannot be read, understood or written, or has another kind of server under the
            name; nothing was changed.
    """
    target = path.resolve()
    before = _read(target)
    mark = codecs.BOM_UTF8 if before is not None and before.startswith(codecs.BOM_UTF8) else b""
    try:
        text = (before or b"").removeprefix(mark).decode()
        merged = _merge(text, document, host, name)
    except UnicodeDecodeError as error:
        raise SettingsInvalid(f"{path} is not UTF-8 text; save it as UTF-8.") from error
    except SettingsInvalid as error:
        raise SettingsInvalid(f"{path} was left as it is: {error}; {_REMEDY.format(host=host.name)}.") from error
    after = mark + merged.encode()
    if after == before:
        return Installed(path, is_changed=False, backup=None)
    try:
        backup = _back_up(target, before)
        _replace(target, before, after)
    except OSError as error:
        raise SettingsInvalid(f"{path} cannot be written ({error.strerror or error}).") from error
    return Installed(path, is_changed=True, backup=backup)


def _merge(text: str, document: Mapping[str, Any], host: Host, name: str) -> str:
    if host.notation == "toml":
        return merge_toml(text, document)
    merged = merge_json(text, document, takes_comments=host.takes_comments)
    _refuse_remote(merged, host, name)
    return merged


def _refuse_remote(text: str, host: Host, name: str) -> None:
    """Refuse a name under which the host reaches a server by address: the entry would say two things."""
    for member in _ADDRESSES:
        if has_member(text, (host.key, name, member), takes_comments=host.takes_comments):
            raise SettingsInvalid(f"{name!r} is a server that is reached by an address there; choose another by --name")


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsInvalid(f"{path} cannot be read ({error.strerror or error}).") from error


def _back_up(path: Path, content: bytes | None) -> Path | None:
    """Copy what is there under the first name that is free: an older copy is never written over."""
    if content is None:
        return None
    for number in count(1):
        backup = path.with_name(f"{path.name}{_BACKUP}{'' if number == 1 else f'-{number}'}")
        try:
            with backup.open("xb") as file:
                shutil.copymode(path, backup)
                file.write(content)
        except FileExistsError:
            continue
        return backup
    return None


def _replace(path: Path, before: bytes | None, after: bytes) -> None:
    """Replace the file as a whole, unless the host has written it meanwhile."""
    make_private_folder(path.parent)
    staged = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        with os.fdopen(os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            shutil.copymode(path, staged)
        if _read(path) != before:
            raise SettingsInvalid(f"{path} was changed by another program just now; end the host, and try again.")
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)
