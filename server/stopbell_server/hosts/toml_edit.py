"""Adding a server to TOML text: its tables are put at the end, and whatever stands there stays as it was."""

import json
import tomllib
from collections.abc import Mapping
from typing import Any, cast

from stopbell_server.domain.errors import SettingsInvalid


def merge_toml(text: str, wanted: Mapping[str, Any]) -> str:
    """Put one entry, `{key: {name: entry}}`, into the text; nothing is changed when all of it is there.

    Raises:
        SettingsInvalid: the text is not TOML, or has something else under the name; the message has no file name.
    """
    try:
        there = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsInvalid(str(error)) from error
    ((key, named),) = wanted.items()
    ((name, entry),) = cast("Mapping[str, Mapping[str, Any]]", named).items()
    servers = there.get(key, {})
    if not isinstance(servers, dict):
        raise SettingsInvalid(f"{key} is not a table")
    servers = cast("dict[str, Any]", servers)
    if name in servers:
        if _holds(servers[name], entry):
            return text
        raise SettingsInvalid(f"{key}.{name} is set otherwise there; take it out, or choose another name by --name")
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text.strip() else newline if text.endswith("\n") else 2 * newline
    merged = text + gap + to_toml(wanted).replace("\n", newline)
    try:
        after = tomllib.loads(merged)
    except tomllib.TOMLDecodeError as error:
        raise SettingsInvalid(f"{key} is written so there that nothing can be added at the end") from error
    if after != there | {key: servers | {name: dict(entry)}}:
        raise SettingsInvalid(f"{key} is written so there that nothing can be added at the end")
    return merged


def to_toml(wanted: Mapping[str, Any]) -> str:
    """Write one entry as tables: `[key.name]`, and one more for each table in it."""
    ((key, named),) = wanted.items()
    ((name, entry),) = cast("Mapping[str, Mapping[str, Any]]", named).items()
    tables = {inner: cast("Mapping[str, Any]", value) for inner, value in entry.items() if isinstance(value, Mapping)}
    lines = [f"[{key}.{name}]"]
    lines += [f"{inner} = {_write(value)}" for inner, value in entry.items() if inner not in tables]
    for inner, table in tables.items():
        lines += ["", f"[{key}.{name}.{inner}]"]
        lines += [f"{variable} = {_write(text)}" for variable, text in table.items()]
    return "\n".join(lines) + "\n"


def _write(value: Any) -> str:
    """Write a text or a list of texts: JSON's escapes are TOML's too (TOML 1.0, String), DEL aside."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _holds(there: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping) and isinstance(there, dict):
        has = cast("dict[str, Any]", there)
        return all(_holds(has.get(key), value) for key, value in cast("Mapping[str, Any]", wanted).items())
    return bool(there == wanted)
