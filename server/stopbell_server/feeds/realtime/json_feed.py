"""GTFS-Realtime written as JSON, read entity by entity like the protobuf form."""

import json
import re
from dataclasses import dataclass
from typing import Any, cast

from google.protobuf import json_format
from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.errors import RealtimeRefused

_BLANKS = re.compile(r"\s*")
_WRAPPERS = frozenset({"response"})
"""Keys under which some agencies put the whole feed."""


@dataclass(frozen=True, slots=True)
class JsonFeed:
    """What the text holds."""

    message: gtfs_realtime_pb2.FeedMessage
    """Header and entities, those that are GTFS-Realtime."""
    bad_entities: int


def read_json(payload: bytes) -> JsonFeed:
    """Read header and entities.

    Field names in camelCase or snake_case, enums as names or numbers; unknown fields are stepped over.

    Raises:
        RealtimeRefused: not JSON, or cut off.
    """
    reader = _Reader(payload.decode("utf-8-sig", errors="replace"))
    try:
        reader.read()
    except (ValueError, IndexError, RecursionError):
        raise RealtimeRefused("the feed begins like JSON but is damaged or cut off") from None
    return JsonFeed(reader.message, reader.bad_entities)


class _Reader:
    """Walks the text with one decoder call per entity, so that the interpreter's lock is given up in between."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._decode = json.JSONDecoder().raw_decode
        self.message = gtfs_realtime_pb2.FeedMessage()
        self.bad_entities = 0

    def read(self) -> None:
        self._read_members(may_wrap=True)
        if self._skip_blanks() < len(self._text):
            raise ValueError("something follows the end")

    def _read_members(self, *, may_wrap: bool) -> None:
        self._take("{")
        if self._peek() == "}":
            self._at += 1
            return
        while True:
            key = self._read_value()
            self._take(":")
            if key == "entity" and self._peek() == "[":
                self._read_entities()
            elif may_wrap and key in _WRAPPERS and self._peek() == "{":
                self._read_members(may_wrap=False)
            elif key == "header":
                _fill(self.message.header, self._read_value())
            else:
                self._read_value()
            if self._take(",}") == "}":
                return

    def _read_entities(self) -> None:
        self._take("[")
        if self._peek() == "]":
            self._at += 1
            return
        while True:
            if not _fill(self.message.entity.add(), self._read_value()):
                del self.message.entity[-1]
                self.bad_entities += 1
            if self._take(",]") == "]":
                return

    def _skip_blanks(self) -> int:
        found = _BLANKS.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._at

    def _peek(self) -> str:
        return self._text[self._skip_blanks()]

    def _take(self, allowed: str) -> str:
        found = self._peek()
        if found not in allowed:
            raise ValueError(f"expected one of {allowed}")
        self._at += 1
        return found

    def _read_value(self) -> Any:
        self._peek()
        value, self._at = self._decode(self._text, self._at)
        return value


def _fill(message: gtfs_realtime_pb2.FeedHeader | gtfs_realtime_pb2.FeedEntity, value: object) -> bool:
    """Put a JSON value into a message; false when it is not one."""
    if not isinstance(value, dict):
        return False
    try:
        json_format.ParseDict(cast("dict[str, Any]", value), message, ignore_unknown_fields=True)
    except (json_format.ParseError, AttributeError, KeyError, TypeError, ValueError):
        return False
    return True
