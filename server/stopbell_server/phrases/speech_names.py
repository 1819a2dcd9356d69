"""Spoken names for whoever has a language tag and no phrasebook: mappers and importers."""

from functools import cache

from stopbell_server.phrases.phrasebooks import Phrasebooks


def speak_name(text: str, language: str | None) -> str:
    """Give a name of a stop or destination in words; an unknown language is read as English.

    A name in another script than the language's is read by the rules of the language that owns the script.
    """
    return _load().pick(language).name(text).spoken


def speak_label(label: str, language: str | None) -> str:
    """Give a line number or platform in words; an unknown language is read as English."""
    return _load().pick(language).label(label).spoken


@cache
def _load() -> Phrasebooks:
    """Read the catalogs on first use; they never change while the program runs."""
    return Phrasebooks.load()
