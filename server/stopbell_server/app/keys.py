"""Keys of feeds as an operator names them: by the environment variable that holds one, never by value."""

import re
from typing import Literal

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.feeds.fetch import Key

_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""A header's name: RFC 9110, 5.6.2 token. Query parameters are held to the same."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def parse_key(text: str, place: Literal["header", "parameter"]) -> Key:
    """Parse `NAME=env:VARIABLE`.

    Raises:
        SettingsInvalid: written otherwise. The text after `=` is not repeated, as it may be a key.
    """
    name, equals, value = text.partition("=")
    variable = value.removeprefix("env:")
    if not equals or not _NAME.fullmatch(name):
        raise SettingsInvalid(f"--{place} is written NAME=env:VARIABLE, for example --{place} X-Api-Key=env:CITY_KEY.")
    if variable == value or not _VARIABLE.fullmatch(variable):
        raise SettingsInvalid(
            f"--{place} {name} must name an environment variable, as in {name}=env:CITY_KEY; "
            "keys are never given on the command line, where others can read them."
        )
    return Key(place, name, variable)
