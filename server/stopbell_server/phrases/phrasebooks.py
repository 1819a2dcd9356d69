"""All languages that are there, and which of them answers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from stopbell_server.phrases.catalog import DOMAIN, SOURCE_LANGUAGE, find_locales, read_catalog
from stopbell_server.phrases.language import read_language
from stopbell_server.phrases.name_speaker import NameSpeaker
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.wording import Wording


class Phrasebooks:
    """One phrasebook for each folder under locales/."""

    def __init__(self, books: Mapping[str, Phrasebook]) -> None:
        """Take the books by language tag."""
        self._books = dict(books)

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """Read all catalogs once; they stay in memory.

        Raises:
            CatalogError: a file is missing or faulty.
        """
        root = folder or find_locales()
        tags = sorted(path.parent.name for path in root.glob("*/language.toml"))
        languages = {tag: read_language(root / tag / "language.toml") for tag in tags}
        catalogs = {tag: read_catalog(root / tag / "LC_MESSAGES" / f"{DOMAIN}.po", tag) for tag in tags}
        books: dict[str, Phrasebook] = {}
        for tag in tags:
            steps = dict.fromkeys((*_to_chain(tag), SOURCE_LANGUAGE))
            chain = [catalogs[step] for step in steps if step in catalogs]
            speaker = NameSpeaker(languages[tag], tuple(languages.values()))
            books[tag] = Phrasebook(Wording(languages[tag], chain, speaker))
        return cls(books)

    @property
    def languages(self) -> tuple[str, ...]:
        """The tags that are there, in alphabetical order."""
        return tuple(self._books)

    def find(self, wanted: str | None) -> Phrasebook | None:
        """Give the book for a BCP 47 tag or its broader language (uk-UA, then uk); None when neither is there."""
        for step in _to_chain(wanted or ""):
            for tag, book in self._books.items():
                if tag.casefold() == step.casefold():
                    return book
        return None

    def pick(self, *wanted: str | None) -> Phrasebook:
        """Give the first book that is there among the wanted tags, each with its broader language; else English."""
        for tag in wanted:
            if book := self.find(tag):
                return book
        return self._books[SOURCE_LANGUAGE]


def _to_chain(tag: str) -> tuple[str, ...]:
    """Give a tag and its broader ones: uk-UA, uk. Underscores and POSIX endings (uk_UA.UTF-8) are understood."""
    parts = tag.partition(".")[0].partition("@")[0].replace("_", "-").split("-")
    return tuple("-".join(parts[:length]) for length in range(len(parts), 0, -1) if parts[0])
