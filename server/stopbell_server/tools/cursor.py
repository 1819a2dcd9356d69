"""Lists page by page: a cursor says what of a list was told already, so that no thing comes twice and none is lost.

It remembers the things themselves, not how many they were: live data reorders a list between two pages, and what has
moved up since would be lost behind any offset or last time. A cursor opens nothing that its arguments do not open by
themselves: so it is checked for being whole and for belonging to its question, and is no secret.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Generic, TypeVar

from stopbell_server.contract.codes import Code
from stopbell_server.desk.question import Question
from stopbell_server.tools.refusal import Refusal

Item = TypeVar("Item")

KEPT = timedelta(minutes=15)
"""So long a list can be gone on with. Later it is asked for anew: its beginning is no longer what comes next."""
_AHEAD = timedelta(minutes=2)
"""Several servers may answer one client, and their clocks differ."""
MOST_TOLD = 400
"""After so many things there is no further page: the question is too wide to be listened to."""
WHOLE = 100_000
"""More than any list has."""
_MARK_SIZE, _SEAL_SIZE, _TIME_SIZE = 5, 4, 4
"""Bytes: marks long enough that no two things of a day are taken for one; seals that notice a mistake, no enemy."""
_HEAD_SIZE = 2 * _SEAL_SIZE + _TIME_SIZE
_SEPARATOR = "\x1f"


@dataclass(frozen=True, slots=True)
class Taken(Generic[Item]):
    """One page of a list."""

    shown: tuple[Item, ...]
    more: int
    """How many are beyond it."""
    cursor: str | None
    """Goes on with the list; None where nothing is beyond."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a question with or without a cursor asks for: so many of those things that were not told yet."""

    question_seal: bytes
    timetables_seal: bytes
    asked_at: datetime
    """When the first page was asked for: time spans are counted from then, so that all pages are of one list."""
    told: tuple[bytes, ...]
    limit: int

    @property
    def is_first(self) -> bool:
        """Whether nothing of the list was told yet."""
        return not self.told

    @property
    def before(self) -> int:
        """How many things were told on the pages before."""
        return len(self.told)

    @property
    def prefix(self) -> int:
        """How many from the head of a list are needed that has the same order on every page."""
        return self.before + self.limit

    @property
    def reach(self) -> int:
        """How many from the head of the list are needed: the first page needs no more than it shows."""
        return self.limit if self.is_first else WHOLE

    def take(self, found: Sequence[Item], to_name: Callable[[Item], str], *, beyond: int = 0) -> Taken[Item]:
        """Give the next things of a list; `beyond` is how many there are after those that were found.

        Things of one name are told apart by their order.
        """
        if self.is_first:
            shown = found[: self.limit]
            more = len(found) - len(shown) + beyond
            new = _to_marks(shown, to_name) if more else ()
        else:
            known = frozenset(self.told)
            pairs = [pair for pair in zip(_to_marks(found, to_name), found, strict=True) if pair[0] not in known]
            shown, new = [item for _, item in pairs[: self.limit]], tuple(mark for mark, _ in pairs[: self.limit])
            more = len(pairs) - len(shown) + beyond
        told = (*self.told, *new)
        goes_on = more > 0 and shown and len(told) <= MOST_TOLD
        return Taken(tuple(shown), more, self._write(told) if goes_on else None)

    def _write(self, told: tuple[bytes, ...]) -> str:
        posix = int(self.asked_at.timestamp()).to_bytes(_TIME_SIZE)
        body = b"".join((self.question_seal, self.timetables_seal, posix, *told))
        return _to_text(body + _seal(body))


def open_page(question: Question, cursor: str, limit: int, tool: str, *asked: object) -> Page:
    """Give the page that is asked for; `asked` are the arguments that choose the list and its order.

    Raises:
        Refusal: the cursor is no whole one, belongs to another question, or is too old for this list.
    """
    question_seal = _seal(_SEPARATOR.join((tool, *map(repr, asked))).encode())
    infos = (view.store.info for view in question.world.feeds)
    timetables_seal = _seal(_SEPARATOR.join(f"{info.authority} {info.version}" for info in infos).encode())
    now = question.world.now
    if not cursor.strip():
        return Page(question_seal, timetables_seal, now, (), limit)
    body = _read(cursor.strip())
    if body is None or body[:_SEAL_SIZE] != question_seal:
        raise Refusal(Code.CURSOR_NOT_VALID)
    posix = int.from_bytes(body[2 * _SEAL_SIZE : _HEAD_SIZE])
    age = timedelta(seconds=now.timestamp() - posix)
    if body[_SEAL_SIZE : 2 * _SEAL_SIZE] != timetables_seal or not -_AHEAD <= age <= KEPT:
        raise Refusal(Code.CURSOR_OLD)
    marks = body[_HEAD_SIZE:]
    told = tuple(marks[place : place + _MARK_SIZE] for place in range(0, len(marks), _MARK_SIZE))
    return Page(question_seal, timetables_seal, datetime.fromtimestamp(posix, UTC), told, limit)


def _read(cursor: str) -> bytes | None:
    """Give what a cursor holds, without its seal; None when it is not whole."""
    try:
        whole = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
    except (UnicodeEncodeError, binascii.Error):
        return None
    if _to_text(whole) != cursor:
        return None
    body, seal = whole[:-_SEAL_SIZE], whole[-_SEAL_SIZE:]
    marks_size = len(body) - _HEAD_SIZE
    is_whole = _seal(body) == seal and 0 < marks_size <= MOST_TOLD * _MARK_SIZE and not marks_size % _MARK_SIZE
    return body if is_whole else None


def _to_text(whole: bytes) -> str:
    return urlsafe_b64encode(whole).decode().rstrip("=")


def _to_marks(found: Sequence[Item], to_name: Callable[[Item], str]) -> tuple[bytes, ...]:
    """Give a short mark for each thing."""
    seen: Counter[str] = Counter()
    marks: list[bytes] = []
    for item in found:
        name = to_name(item)
        seen[name] += 1
        marks.append(blake2b(f"{name}{_SEPARATOR}{seen[name]}".encode(), digest_size=_MARK_SIZE).digest())
    return tuple(marks)


def _seal(body: bytes) -> bytes:
    return blake2b(body, digest_size=_SEAL_SIZE, person=b"cursor-1").digest()
