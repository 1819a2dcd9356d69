"""GTFS-Realtime written as JSON, read entity by entity like the protobuf form."""

import json
from collections.abc import Iterator
from typing import Any, cast

from google.protobuf import json_format
from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.errors import RealtimeRefused

Part = gtfs_realtime_pb2.FeedHeader | gtfs_realtime_pb2.FeedEntity | None

_WRAPPERS = frozenset({"response"})
"""Keys under which some agencies put the whole feed."""


def read_json(payload: bytes) -> Iterator[Part]:
    """Yield header and entities as they stand in the text; None for one that is not GTFS-Realtime.

    Field names in camelCase or snake_case, enums as names or numbers; unknown fields are stepped over.

    Raises:
        RealtimeRefused: not JSON, or cut off.
    """
    reader = _Reader(payload.decode("utf-8-sig", errors="replace"))
    try:
        yield from reader.read()
    except (ValueError, IndexError, RecursionError):
        raise RealtimeRefused("the feed begins like JSON but is damaged or cut off") from None


class _Reader:
    """Walks the text with one decoder call per entity, so that the interpreter's lock is given up in between."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._decode = json.JSONDecoder().raw_decode

    def read(self) -> Iterator[Part]:
        yield from self._read_members(may_wrap=True)
        while self._at < len(self._text):
            if not self._text[self._at].isspace():
                raise ValueError("something follows the end")
            self._at += 1

    def _read_members(self, *, may_wrap: bool) -> Iterator[Part]:
        self._take("{")
        if self._peek() == "}":
            self._at += 1
            return
        while True:
            key = self._read_value()
            self._take(":")
            if key == "entity" and self._peek() == "[":
                yield from self._read_entities()
            elif may_wrap and key in _WRAPPERS and self._peek() == "{":
                yield from self._read_members(may_wrap=False)
            elif key == "header":
                yield _to_message(self._read_value(), gtfs_realtime_pb2.FeedHeader())
            else:
                self._read_value()
            if self._take(",}") == "}":
                return

    def _read_entities(self) -> Iterator[Part]:
        self._take("[")
        if self._peek() == "]":
            self._at += 1
            return
        while True:
            yield _to_message(self._read_value(), gtfs_realtime_pb2.FeedEntity())
            if self._take(",]") == "]":
                return

    def _peek(self) -> str:
        while self._text[self._at].isspace():
            self._at += 1
        return self._text[self._at]

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


def _to_message(
    value: object, message: gtfs_realtime_pb2.FeedHeader | gtfs_realtime_pb2.FeedEntity
) -> gtfs_realtime_pb2.FeedHeader | gtfs_realtime_pb2.FeedEntity | None:
    if not isinstance(value, dict):
        return None
    try:
        json_format.ParseDict(cast("dict[str, Any]", value), message, ignore_unknown_fields=True)
    except (json_format.ParseError, AttributeError, KeyError, TypeError, ValueError):
        return None
    return message
