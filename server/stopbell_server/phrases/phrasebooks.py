"""All languages that are there, and which of them answers."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Self

from stopbell_server.phrases.catalog import DOMAIN, SOURCE_LANGUAGE, Catalog, find_locales, read_catalog
from stopbell_server.phrases.language import read_language
from stopbell_server.phrases.name_speaker import NameSpeaker
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.wording import Wording


class Phrasebooks:
    """One phrasebook for each folder under locales/."""

    def __init__(self, books: Mapping[str, Phrasebook]) -> None:
        """Take the books by language tag."""
        self._books = books

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """Read our own catalogs, each when its language is first wanted; those of another folder at once.

        What is read stays in memory. Our own have been proved before they were given out.

        Raises:
            CatalogError: a file is missing or faulty.
        """
        shelf = _Shelf(folder or find_locales())
        return cls(shelf if folder is None else dict(shelf))

    @property
    def languages(self) -> tuple[str, ...]:
        """The tags that are there, in alphabetical order."""
        return tuple(self._books)

    def find(self, wanted: str | None) -> Phrasebook | None:
        """Give the book for a BCP 47 tag or its broader language (uk-UA, then uk); None when neither is there."""
        for step in _to_chain(wanted or ""):
            for tag in self._books:
                if tag.casefold() == step.casefold():
                    return self._books[tag]
        return None

    def pick(self, *wanted: str | None) -> Phrasebook:
        """Give the first book that is there among the wanted tags, each with its broader language; else English."""
        for tag in wanted:
            if book := self.find(tag):
                return book
        return self._books[SOURCE_LANGUAGE]


class _Shelf(Mapping[str, Phrasebook]):
    """Books by language; one is put together when it is first taken."""

    def __init__(self, root: Path) -> None:
        self._root = root
        tags = sorted(path.parent.name for path in root.glob("*/language.toml"))
        self._languages = {tag: read_language(root / tag / "language.toml") for tag in tags}
        self._catalogs: dict[str, Catalog] = {}
        self._books: dict[str, Phrasebook] = {}

    def __getitem__(self, tag: str) -> Phrasebook:
        if tag not in self._books:
            steps = dict.fromkeys((*_to_chain(tag), SOURCE_LANGUAGE))
            chain = [self._read(step) for step in steps if step in self._languages]
            # Names in another script than the answer's are read by English where several languages share that script.
            others = sorted(self._languages.values(), key=lambda language: language.tag != SOURCE_LANGUAGE)
            speaker = NameSpeaker(self._languages[tag], others)
            self._books[tag] = Phrasebook(Wording(self._languages[tag], chain, speaker))
        return self._books[tag]

    def __iter__(self) -> Iterator[str]:
        return iter(self._languages)

    def __len__(self) -> int:
        return len(self._languages)

    def _read(self, tag: str) -> Catalog:
        if tag not in self._catalogs:
            self._catalogs[tag] = read_catalog(self._root / tag / "LC_MESSAGES" / f"{DOMAIN}.po", tag)
        return self._catalogs[tag]


def _to_chain(tag: str) -> tuple[str, ...]:
    """Give a tag and its broader ones: uk-UA, uk. Underscores and POSIX endings (uk_UA.UTF-8) are understood."""
    parts = tag.partition(".")[0].partition("@")[0].replace("_", "-").split("-")
    return tuple("-".join(parts[:length]) for length in range(len(parts), 0, -1) if parts[0])
