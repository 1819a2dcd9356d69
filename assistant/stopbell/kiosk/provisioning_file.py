"""Reading the provisioning file: every slip is one sentence, and a file torn by a power cut does not stop a kiosk."""

import logging
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from stopbell.kiosk.errors import ProvisioningInvalid
from stopbell.kiosk.provisioning import Provisioning
from stopbell_server.app import write_private

logger = logging.getLogger(__name__)

FILE_NAME = "kiosk.toml"
_GOOD = "last-good.toml"


@dataclass(frozen=True, slots=True)
class Provisioned:
    """What a kiosk runs by."""

    provisioning: Provisioning
    fault: str | None = None
    """Why the file itself is not used, and the last good copy is in its place; None: it is used."""


def parse_provisioning(text: str, origin: str, languages: Sequence[str], stops: Sequence[str] = ()) -> Provisioning:
    """Check a file's text; `stops` given by flag take the place of the file's.

    Raises:
        ProvisioningInvalid: with the key, the value and what to write instead.
    """
    try:
        values: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProvisioningInvalid(f"{origin} is not valid TOML: {error}; correct that place.") from error
    if stops:
        values["stops"] = list(stops)
    if "stops" not in values:
        raise ProvisioningInvalid(f'{origin} names no stop; write stops = ["…"] in it, or give --stop.')
    try:
        made = Provisioning.model_validate(values)
    except ValidationError as error:
        raise ProvisioningInvalid(_explain(error, origin)) from error
    for tag in made.languages:
        if tag not in languages:
            known = ", ".join(languages)
            raise ProvisioningInvalid(f"{origin} sets languages to {tag!r}, which is not there; use some of: {known}.")
    return made


def read_provisioning(path: Path, languages: Sequence[str], stops: Sequence[str] = ()) -> Provisioning:
    """Read a file; one that is not there is empty if stops are given by flag.

    Raises:
        ProvisioningInvalid: it cannot be read or understood.
    """
    return parse_provisioning(_read_text(path, may_lack=bool(stops)), str(path), languages, stops)


def provision(path: Path, folder: Path, languages: Sequence[str], stops: Sequence[str] = ()) -> Provisioned:
    """Read the file and keep a copy of it in `folder`; a file that is no longer good gives way to the last good copy.

    Raises:
        ProvisioningInvalid: the file is not good, and there is no good copy either.
    """
    good = folder / _GOOD
    try:
        text = _read_text(path, may_lack=bool(stops))
        made = parse_provisioning(text, str(path), languages, stops)
    except ProvisioningInvalid as error:
        try:
            kept = parse_provisioning(_read_text(good, may_lack=False), str(good), languages, stops)
        except ProvisioningInvalid:
            raise error from None
        logger.error("%s The last good one is used instead.", error)
        return Provisioned(kept, str(error))
    _keep(good, text)
    return Provisioned(made)


def _keep(good: Path, text: str) -> None:
    try:
        if not good.exists() or good.read_text(encoding="utf-8", errors="replace") != text:
            write_private(good, text)
    except OSError as error:
        # A disk that is full or read-only must not keep a kiosk from running.
        logger.warning("no copy of the provisioning can be kept: %s", error)


def _read_text(path: Path, *, may_lack: bool) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        if may_lack:
            return ""
        raise ProvisioningInvalid(f"There is no {path}; write it (docs/kiosk.md), or give --stop.") from error
    except OSError as error:
        raise ProvisioningInvalid(f"{path} cannot be read ({error.strerror}); make it readable.") from error
    except UnicodeDecodeError as error:
        raise ProvisioningInvalid(f"{path} is not UTF-8 text; save it as UTF-8.") from error


def _explain(error: ValidationError, origin: str) -> str:
    """Turn the first complaint into one sentence with the key, the value and the remedy."""
    first = error.errors()[0]
    place = [part for part in first["loc"] if part != "str" and not str(part).startswith("dict[")]
    key = ".".join(str(part + 1) if isinstance(part, int) else part for part in place)
    if first["type"] == "extra_forbidden":
        known = ", ".join(_find_table(place[:-1]).model_fields)
        return f"{origin} sets {key!r}, which is not a setting; remove it or use one of: {known}."
    if first["type"] == "missing":
        return f"{origin} lacks {key}; docs/kiosk.md says what to write there."
    reason = first["msg"].removeprefix("Value error, ")
    shown = repr(first["input"])
    shown = f"{shown[:60]}…" if len(shown) > 60 else shown
    return f"{origin} sets {key or 'the file'} to {shown}: {reason[:1].lower() + reason[1:]}."


def _find_table(place: Sequence[str | int]) -> type[Any]:
    """Find the table that a key stands in, for the keys that it could have been."""
    table: Any = Provisioning
    for part in place:
        if isinstance(part, str):
            table = table.model_fields[part].annotation
            inner = getattr(table, "__args__", None)
            table = inner[0] if inner else table
    return table


def watch_file(path: Path) -> Callable[[], bool]:
    """Give what tells whether the file has changed since; asked now and then."""

    def look() -> tuple[int, int] | None:
        try:
            status = path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size

    seen = look()

    def has_changed() -> bool:
        nonlocal seen
        now = look()
        changed, seen = now != seen, now
        return changed

    return has_changed
