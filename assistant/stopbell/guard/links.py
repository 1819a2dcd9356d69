"""What leads a rider away from the tools: addresses, telephone numbers, and runs of letters that are no words."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_LINK = re.compile(
    r"(?:https?|ftp|tel|mailto|javascript|data|file)\s*:\s*\S+"
    r"|[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+"
    r"|\bwww\.\S+"
    r"|\b(?:[a-z0-9-]+\.)+(?:com|net|org|info|io|app|dev|xyz|test|example|invalid|eu|uk|de|fr|es|pl|ua|cn|us|ca|ru|biz|me|gov|ly|co|shop|top|site|online)\b(?:/\S*)?",
    re.IGNORECASE,
)
_PHONE = re.compile(r"(?<![\w:.,])(?:\+|00|\()?\d(?:[\s./()–-]{0,2}\d){6,14}(?![\w:]|[.,]\d)")
_RUN = re.compile(r"[A-Za-z0-9+/=_]{24,}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}")
_FIELDS = ("url", "phone", "email", "bookingUrl", "infoUrl")


def find_links(text: str) -> Iterator[tuple[int, int, str]]:
    """Give each address, telephone number or nonsense run: where it begins and ends, and what it is."""
    taken: list[tuple[int, int]] = []
    for pattern in (_LINK, _PHONE, _RUN):
        for found in pattern.finditer(text):
            if any(start < found.end() and found.start() < end for start, end in taken):
                continue
            if pattern is _PHONE and _DATE.fullmatch(found.group().strip()):
                continue
            taken.append((found.start(), found.end()))
            yield found.start(), found.end(), to_link(found.group())


def to_link(text: str) -> str:
    """Give an address or a number as it is compared."""
    bare = "".join(text.split()).strip(".,;:!?()").casefold()
    digits = "".join(character for character in bare if character.isdigit())
    return digits if len(digits) >= 7 and len(digits) > len(bare) // 2 else bare


def list_links(document: Any) -> set[str]:
    """List what stands in fields of a result that are meant for addresses and numbers."""
    found: set[str] = set()
    if isinstance(document, Mapping):
        for key, value in document.items():  # pyright: ignore[reportUnknownVariableType]  # JSON
            if isinstance(value, str) and any(str(key).casefold().endswith(name.casefold()) for name in _FIELDS):  # pyright: ignore[reportUnknownArgumentType]
                found.add(to_link(value))
            else:
                found |= list_links(value)
    elif isinstance(document, list):
        for value in document:  # pyright: ignore[reportUnknownVariableType]  # JSON
            found |= list_links(value)
    return found
