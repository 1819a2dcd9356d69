"""Reading an operator's fleet registry: a TOML file that says which vehicles have which features.

[[vehicle]]
id = "12*"            # or label, or plate; a pattern with * ? [..], or a regular expression between slashes
low_floor = true
ramp = true
from = 2024-05-01     # optional: true from this day on
"""

import fnmatch
import re
import tomllib
from datetime import date, datetime
from pathlib import Path
from typing import Any, cast

from stopbell_server.domain.access import Access
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.domain.fleet import FleetRegistry, FleetRule

_MATCHED = ("id", "label", "plate")
_FEATURES = ("low_floor", "wheelchair", "ramp", "kneeling", "audio")


def read_fleet(path: Path) -> FleetRegistry:
    """Read the registry; the order of the file is the order of the rules.

    Raises:
        SettingsInvalid: the file cannot be read or a table is not understood; names the file, the table and the key.
    """
    try:
        return parse_fleet(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise SettingsInvalid(f"The fleet file {path} cannot be read ({error.strerror}); check its path.") from error
    except UnicodeDecodeError as error:
        raise SettingsInvalid(f"The fleet file {path} is not UTF-8 text; save it as UTF-8.") from error


def parse_fleet(text: str, origin: str) -> FleetRegistry:
    """Parse the registry; `origin` names it in errors.

    Raises:
        SettingsInvalid: not TOML, or a table is not understood.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsInvalid(f"The fleet file {origin} is not valid TOML: {error}; correct that place.") from error
    for key in document:
        if key != "vehicle":
            raise SettingsInvalid(f"The fleet file {origin} has {key!r}; it may only have [[vehicle]] tables.")
    tables = document.get("vehicle", [])
    if not isinstance(tables, list):
        raise SettingsInvalid(f"The fleet file {origin} has a [vehicle] table; write [[vehicle]], once for each rule.")
    rules = [
        _to_rule(table, f"Vehicle {number} of the fleet file {origin}")
        for number, table in enumerate(cast("list[Any]", tables), 1)
    ]
    return FleetRegistry(tuple(rules))


def _to_rule(table: Any, place: str) -> FleetRule:
    if not isinstance(table, dict):
        raise SettingsInvalid(f"{place} is not a table; write [[vehicle]] above its lines.")
    values = cast("dict[str, Any]", table)
    for key in values:
        if key not in (*_MATCHED, *_FEATURES, "from"):
            known = ", ".join((*_MATCHED, *_FEATURES, "from"))
            raise SettingsInvalid(f"{place} has {key!r}, which is not understood; use {known}.")
    named = [key for key in _MATCHED if key in values]
    if len(named) != 1:
        raise SettingsInvalid(f"{place} needs exactly one of id, label and plate; it has {len(named)}.")
    features = {key: _to_access(values[key], key, place) for key in _FEATURES if key in values}
    if not features:
        raise SettingsInvalid(f"{place} says nothing of its vehicles; add one of {', '.join(_FEATURES)}.")
    return FleetRule(
        pattern=_to_pattern(values[named[0]], named[0], place),
        field=named[0],
        from_date=_to_date(values.get("from"), place),
        **features,
    )


def _to_access(value: Any, key: str, place: str) -> Access:
    if not isinstance(value, bool):
        raise SettingsInvalid(f"{place} has {key} = {value!r}; write true or false, or leave it out when unknown.")
    return Access.YES if value else Access.NO


def _to_pattern(value: Any, key: str, place: str) -> re.Pattern[str]:
    if not isinstance(value, str) or not value:
        raise SettingsInvalid(f"{place} has {key} = {value!r}; write the pattern in quotation marks.")
    is_expression = len(value) > 2 and value.startswith("/") and value.endswith("/")
    try:
        return re.compile(value[1:-1] if is_expression else fnmatch.translate(value))
    except re.error as error:
        raise SettingsInvalid(f"{place} has {key} = {value!r}, not a regular expression: {error}.") from error


def _to_date(value: Any, place: str) -> date | None:
    if value is None:
        return None
    if not isinstance(value, date) or isinstance(value, datetime):
        raise SettingsInvalid(f"{place} has from = {value!r}; write a date such as 2024-05-01, without quotes.")
    return value
