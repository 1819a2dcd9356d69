"""Bytes of a table → UTF-8 without byte order mark and NUL."""

import codecs
import re
from collections.abc import Iterator
from itertools import islice

from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.rules import FILE_REQUIREMENTS

_WESTERN = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿŒœŠšŽžŸ€ªº°´·«»¿¡–—‘’“”…")
_NUL = re.compile("\0")
_ESCAPED = re.compile("[\udc80-\udcff]")
_SHORT_WORD = 3
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
            message = f"{file} is marked as UTF-16 but is not. Save it as UTF-8."
            raise log.refuse(message, file, "marked as UTF-16 but is not", rule=FILE_REQUIREMENTS) from error
        log.add(Severity.REPAIRED, file, "is UTF-16; GTFS asks for UTF-8", "converted", rule=FILE_REQUIREMENTS)
        data = text.encode("utf-8", "replace")
    return data.removeprefix(codecs.BOM_UTF8) if is_start else data


def drop_nul(data: bytes, file: str, first_line: int, log: FindingLog) -> bytes:
    """Leave out NUL bytes: no text has them, and what reads CSV chokes on them."""
    if b"\0" not in data:
        return data
    count = data.count(b"\0")
    places = _list_lines(data.decode("latin-1"), _NUL, first_line, log.most_places)
    log.add(Severity.REPAIRED, file, "NUL bytes", "left out", count=count, places=places, rule=FILE_REQUIREMENTS)
    return data.replace(b"\0", b"")


def from_other_encoding(data: bytes, file: str, first_line: int, log: FindingLog) -> str:
    """Read a table with bytes that are not UTF-8: as Windows-1252 where they make Western words, else without them.

    Raises:
        FeedRefused: words consist of them; a wrong guess at the alphabet would make names unreadable.
    """
    text = data.decode("utf-8", "surrogateescape")
    foreign = sum(_is_escaped(character) for character in text)
    places = _list_lines(text, _ESCAPED, first_line, log.most_places)
    if _share_in_words(text) > _MOST_WESTERN_SHARE:
        raise log.refuse(
            f"{file} is not UTF-8 and its encoding cannot be told. Ask the publisher to save it as UTF-8.",
            file,
            "not UTF-8, and its encoding cannot be told",
            line=places[0][0],
            rule=FILE_REQUIREMENTS,
        )
    log.add(
        Severity.REPAIRED, file, "bytes that are not UTF-8", "read as Western European (Windows-1252)",
        count=foreign, places=places, rule=FILE_REQUIREMENTS,
    )  # fmt: skip
    return "".join(to_western(character) if _is_escaped(character) else character for character in text)


def _list_lines(text: str, wanted: re.Pattern[str], first_line: int, most: int) -> list[tuple[int, None]]:
    """List the first lines that have what is wanted."""
    return [(line, None) for line in islice(_find_lines(text, wanted, first_line), most)]


def _find_lines(text: str, wanted: re.Pattern[str], line: int) -> Iterator[int]:
    start, told = 0, 0
    for found in wanted.finditer(text):
        between = text[start : found.start()]
        line += between.count("\n") + between.count("\r") - between.count("\r\n")
        start = found.start()
        if line != told:
            told = line
            yield line


def _is_escaped(character: str) -> bool:
    return "\udc80" <= character <= "\udcff"


def to_western(escaped: str) -> str:
    """Give what an escaped byte is in Windows-1252, if Western European texts have that character; else nothing."""
    western = bytes([ord(escaped) - 0xDC00]).decode("cp1252", "ignore")
    return western if western in _WESTERN else ""


def _share_in_words(text: str) -> float:
    """Give the share of escaped bytes among the letters of the words that have any."""
    words = [word for word in text.replace(",", " ").split() if any(map(_is_escaped, word))]
    words = [word for word in words if len(word) > _SHORT_WORD]
    letters = sum(len(word) for word in words)
    return sum(_is_escaped(character) for word in words for character in word) / letters if letters else 0.0
