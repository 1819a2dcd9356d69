"""Reading the city's own files, which travel inside the package."""

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any


def list_tables() -> tuple[Traversable, ...]:
    """List the GTFS tables that stand written, by name."""
    tables = [file for file in _city().iterdir() if file.name.endswith(".txt")]
    return tuple(sorted(tables, key=lambda file: file.name))


def read_toml(name: str) -> dict[str, Any]:
    """Read one of the city's descriptions."""
    return tomllib.loads(read_text(name))


def read_text(name: str) -> str:
    """Read one of the city's files as text."""
    return (_city() / name).read_text(encoding="utf-8")


def _city() -> Traversable:
    return files("stopbell_server.demonstration") / "city"
