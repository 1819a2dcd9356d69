"""Catalogs: `.po` files read at start, kept in memory, ready to be filled."""

import gettext
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.pofile import PoFileError, read_po

from stopbell_server.phrases.errors import CatalogError

DOMAIN = "stopbell"
_COMMENTS = re.compile(rb"^#[.:].*$", re.MULTILINE)
SPOKEN = "|spoken"
"""Ends the id of a twin that replaces the written wording in speech."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a message: fixed text, then perhaps a placeholder."""

    text: str
    name: str | None
    form: str
    """Which form of number words the translator wants, as in `{count:feminine}`; empty for the usual one."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of one language, taken apart once."""

    forms: tuple[tuple[Part, ...], ...]
    """One, or as many as the language has plural classes."""

    @property
    def is_plural(self) -> bool:
        """Tell whether `count` chooses among several forms."""
        return len(self.forms) > 1

    def names(self) -> frozenset[str]:
        """Give the placeholders of all forms."""
        return frozenset(part.name for form in self.forms for part in form if part.name is not None)


@dataclass(frozen=True, slots=True)
class Catalog:
    """All messages of one language."""

    language: str
    messages: dict[str, Message]
    plural: Callable[[int], int]
    """Which form a count takes, by the file's own Plural-Forms rule."""


def parse_template(text: str) -> tuple[Part, ...]:
    """Take a message apart; braces are doubled where they are meant as such.

    Raises:
        ValueError: braces do not match.
    """
    return tuple(Part(literal, name, form or "") for literal, name, form, _ in Formatter().parse(text))


def read_catalog(path: Path, language: str) -> Catalog:
    """Read one `.po` file. An empty translation is left out, so that the next language of the chain answers.

    In the source language the msgid itself is the text where no msgstr is given.

    Raises:
        CatalogError: not readable, or a message whose braces do not match.
    """
    try:
        # What is said to translators is most of a file; blank lines keep the numbers that an error names.
        file = BytesIO(_COMMENTS.sub(b"", path.read_bytes()))
        source = read_po(file, locale=language.replace("-", "_"), domain=DOMAIN, abort_invalid=True)
    except (OSError, PoFileError, ValueError) as error:
        raise CatalogError(f"{path}: {error}") from error
    messages: dict[str, Message] = {}
    for entry in source:
        if not entry.id or not entry.context or entry.fuzzy:
            continue
        texts = _to_texts(entry.string) or (_to_texts(entry.id) if language == SOURCE_LANGUAGE else ())
        if not texts:
            continue
        try:
            messages[entry.context] = Message(tuple(parse_template(text) for text in texts))
        except ValueError as error:
            raise CatalogError(f"{path}: message {entry.context!r}: {error}") from error
    return Catalog(language, messages, gettext.c2py(source.plural_expr))


SOURCE_LANGUAGE = "en"


def _to_texts(value: str | Iterable[str] | None) -> tuple[str, ...]:
    """Give the forms of a msgid or msgstr; none when any is empty."""
    texts = (value,) if isinstance(value, str) else tuple(value or ("",))
    return texts if all(texts) else ()


def find_locales() -> Path:
    """Give the folder of catalogs: beside this package in a wheel, else in the checkout.

    Raises:
        CatalogError: neither is there.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "locales", package.parents[1] / "locales"):
        if (folder / SOURCE_LANGUAGE / "language.toml").is_file():
            return folder
    raise CatalogError(f"no catalogs beside {package} and none in a checkout: the installation is incomplete")
