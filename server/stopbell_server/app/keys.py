"""Keys of feeds: kept as the name of an environment variable, never as a value."""

import os
import re
from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from stopbell_server.domain.errors import SettingsInvalid

_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""A header's name: RFC 9110, 5.6.2 token. Query parameters are held to the same."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class KeySpec(BaseModel):
    """Where a key goes in a request, and which environment variable holds it."""

    model_config = ConfigDict(frozen=True)

    place: Literal["header", "parameter"]
    name: str
    """Of the header or of the query parameter."""
    variable: str

    def read(self, environment: Mapping[str, str] = os.environ) -> str:
        """Give the key's value.

        Raises:
            SettingsInvalid: the variable is not set, or holds what cannot stand in a request.
        """
        value = environment.get(self.variable, "").strip()
        if not value:
            raise SettingsInvalid(
                f"The environment variable {self.variable} is not set; "
                f"it must hold the key for the {self.place} {self.name}."
            )
        if not value.isprintable() or not value.isascii():
            raise SettingsInvalid(
                f"The environment variable {self.variable} holds signs that no key has; set it again."
            )
        return value


def parse_key(text: str, place: Literal["header", "parameter"]) -> KeySpec:
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
    return KeySpec(place=place, name=name, variable=variable)
