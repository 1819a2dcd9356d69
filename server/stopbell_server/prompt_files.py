"""Prompts as files: `prompts/<name>/<language>.md`, a TOML head between `+++` lines, then the text.

A line of the text that names an argument which was not given is left out.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from stopbell_server.domain.errors import StopbellError
from stopbell_server.domain.text import to_clean_text

_FENCE = "+++"
_SLOT = re.compile(r"\{([a-z_]+)\}")


class PromptFileFaulty(StopbellError):  # noqa: N818
    """A prompt's file cannot be used; the message names it and what to mend."""


class PromptArgumentHead(BaseModel):
    """One argument as the head of a file describes it."""

    model_config = ConfigDict(extra="forbid")

    description: str
    required: bool = False


class _Head(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str
    description: str
    arguments: dict[str, PromptArgumentHead] = {}


@dataclass(frozen=True, slots=True)
class PromptText:
    """One prompt in one language."""

    title: str
    description: str
    arguments: Mapping[str, PromptArgumentHead]
    text: str

    def fill(self, values: Mapping[str, str]) -> str:
        """Put the values in; they are cleaned to one line each, and lines without their value are dropped."""
        clean = {name: to_clean_text(value) for name, value in values.items()}
        lines = [line for line in self.text.splitlines() if all(clean.get(slot) for slot in _SLOT.findall(line))]
        return _SLOT.sub(lambda slot: clean[slot[1]], "\n".join(lines)).strip()


def find_prompts() -> Path:
    """Give the folder of prompts: beside this package in a wheel, else in the checkout.

    Raises:
        PromptFileFaulty: neither is there.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "prompts", package.parents[1] / "prompts"):
        if any(folder.glob("*/en.md")):
            return folder
    raise PromptFileFaulty(f"no prompts beside {package} and none in a checkout: the installation is incomplete")


def read_prompts(folder: Path) -> dict[str, dict[str, PromptText]]:
    """Read all prompts by name and language, in the order of their names.

    Raises:
        PromptFileFaulty: a head is missing or faulty, or a text names an argument that its head does not.
    """
    found: dict[str, dict[str, PromptText]] = {}
    for path in sorted(folder.glob("*/*.md")):
        found.setdefault(path.parent.name, {})[path.stem] = _read(path)
    return found


def _read(path: Path) -> PromptText:
    _, _, rest = path.read_text(encoding="utf-8").partition(f"{_FENCE}\n")
    head_text, fence, text = rest.partition(f"{_FENCE}\n")
    if not fence:
        raise PromptFileFaulty(f"{path}: the head must stand between two lines of {_FENCE}")
    try:
        head = _Head.model_validate(tomllib.loads(head_text))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise PromptFileFaulty(f"{path}: faulty head: {error}") from error
    unknown = set(_SLOT.findall(text)) - set(head.arguments)
    if unknown:
        raise PromptFileFaulty(f"{path}: the text names arguments its head does not: {', '.join(sorted(unknown))}")
    return PromptText(head.title, head.description, head.arguments, text)
