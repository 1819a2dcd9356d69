"""What the bytes of a realtime source are: protobuf, JSON, packed, or something that is no feed at all."""

import re
from enum import Enum

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.feeds.inflating import GZIP_MAGIC, UnpackFailed, unpack

MAX_UNPACKED_BYTES = 256 << 20
"""Twice a feed of 150,000 trips."""

_JSON_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*["}]')
_MARKUP_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*<[!?a-zA-Z]")
_ZIP_MAGIC = b"PK\x03\x04"


class Form(Enum):
    """How a feed is written."""

    PROTOBUF = "protobuf"
    JSON = "json"


def open_payload(payload: bytes) -> tuple[Form, bytes]:
    """Unpack the bytes if need be and say how they are to be read.

    Raises:
        RealtimeRefused: empty, damaged, too large, or plainly no GTFS-Realtime; says what it looks like.
    """
    if payload.startswith(GZIP_MAGIC):
        try:
            payload = unpack(payload, MAX_UNPACKED_BYTES)
        except UnpackFailed as error:
            raise RealtimeRefused(f"the feed cannot be unpacked: {error}") from None
    if not payload:
        raise RealtimeRefused("the source is empty: not even a feed header")
    if payload.startswith(_ZIP_MAGIC):
        raise RealtimeRefused("this is a ZIP archive, perhaps the timetable; a realtime feed is protobuf or JSON")
    if _MARKUP_START.match(payload):
        raise RealtimeRefused("this is a web page or XML; a realtime feed is protobuf or JSON: check the address")
    if _JSON_START.match(payload):
        return Form.JSON, payload
    return Form.PROTOBUF, payload
