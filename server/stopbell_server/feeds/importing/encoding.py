"""Bytes of a table → UTF-8 without byte order mark and NUL."""

import codecs

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.feeds.importing.report import FindingLog, Severity

_WESTERN = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿŒœŠšŽžŸ€ªº°´·«»¿¡–—‘’“”…")
_MOST_WESTERN_SHARE = 0.4
"""Western European words are mostly plain letters; more special ones mean another alphabet (Cyrillic, Greek …)."""


def is_utf16(data: bytes) -> bool:
    """Tell whether a file that begins like this is marked as UTF-16."""
    return data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def to_utf8(data: bytes, file: str, log: FindingLog, *, is_start: bool = True) -> bytes:
    """Give a piece of a table as UTF-8; a file in UTF-16 comes as one piece.

    Raises:
        FeedRefused: the file is marked as UTF-16 but is not.
    """
    if is_start and is_utf16(data):
        try:
            text = data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise FeedRefused(f"{file} is marked as UTF-16 but is not. Save it as UTF-8.") from error
        log.add(Severity.REPAIRED, file, "is UTF-16; GTFS asks for UTF-8", "converted")
        data = text.encode("utf-8", "replace")
    if is_start:
        data = data.removeprefix(codecs.BOM_UTF8)
    if b"\0" in data:
        log.add(Severity.REPAIRED, file, "has NUL bytes", "removed", count=data.count(b"\0"))
        data = data.replace(b"\0", b"")
    return data


def from_other_encoding(data: bytes, file: str, log: FindingLog) -> str:
    """Read a table that turned out not to be UTF-8, if it is plainly Windows-1252.

    Raises:
        FeedRefused: it is not; a wrong guess would make names unreadable.
    """
    text = data.decode("cp1252", "replace")
    special = [character for character in text if not character.isascii()]
    letters = sum(character.isalpha() for character in text if character.isascii())
    if (
        "\ufffd" in special
        or not _WESTERN.issuperset(special)
        or _share_in_words(text) > _MOST_WESTERN_SHARE
        or not letters
    ):
        raise FeedRefused(
            f"{file} is not UTF-8 and its encoding cannot be told. Ask the publisher to save it as UTF-8."
        )
    log.add(Severity.REPAIRED, file, "is Windows-1252; GTFS asks for UTF-8", "converted")
    return text


def _share_in_words(text: str) -> float:
    """Give the largest share of non-ASCII letters among the letters of longer words that have any."""
    words = [word for word in text.replace(",", " ").split() if len(word) > 3 and not word.isascii()]
    letters = sum(len(word) for word in words)
    return sum(not character.isascii() for word in words for character in word) / letters if letters else 0.0
