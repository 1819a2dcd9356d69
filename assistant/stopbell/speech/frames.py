"""How this program and its helper processes talk: a line of JSON, then as many bytes as it announces."""

import json
from collections.abc import Mapping
from typing import Any, BinaryIO, TypeAlias, cast

Header: TypeAlias = dict[str, Any]

LONGEST_LINE = 1 << 20
LONGEST_BODY = 1 << 28
"""More than an hour of speech; a larger announcement means that the pipe carries something else."""


class BrokenFrameError(ValueError):
    """What came through the pipe is not a frame."""


def to_frame(header: Mapping[str, Any], body: bytes = b"") -> bytes:
    """Give the bytes of one frame."""
    return json.dumps({**header, "size": len(body)}).encode() + b"\n" + body


def parse_header(line: bytes) -> tuple[Header, int]:
    """Parse the line before a body, and give the body's size in bytes.

    Raises:
        BrokenFrameError: not a JSON object with a sensible size.
    """
    try:
        header = json.loads(line)
    except ValueError as error:
        raise BrokenFrameError(f"not JSON: {line[:80]!r}") from error
    size = cast(Header, header).get("size") if isinstance(header, dict) else None
    if not isinstance(size, int) or isinstance(size, bool) or not 0 <= size <= LONGEST_BODY:
        raise BrokenFrameError(f"no size: {line[:80]!r}")
    return cast(Header, header), size


def read_frame(stream: BinaryIO) -> tuple[Header, bytes] | None:
    """Read one frame, waiting for it; None at the end of the stream.

    Raises:
        BrokenFrameError: the stream carries something else.
    """
    line = stream.readline(LONGEST_LINE)
    if not line:
        return None
    header, size = parse_header(line)
    body = stream.read(size)
    return (header, body) if len(body) == size else None
