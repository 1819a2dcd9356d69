"""Unpacking of gzip and deflate with a limit, so that a small answer cannot fill the memory."""

import zlib
from collections.abc import Iterator

GZIP_MAGIC = b"\x1f\x8b"
_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS
_STEP = 1 << 18


class UnpackFailed(ValueError):  # noqa: N818
    """The packed bytes are damaged, cut off or larger than allowed; the message says which."""


class Inflater:
    """Unpacks a stream that arrives in pieces; gzip may have several members."""

    def __init__(self, limit: int, *, may_be_bare: bool = False) -> None:
        """Allow at most `limit` bytes to come out.

        `may_be_bare` takes deflate without its zlib wrapping too, as some servers send it (RFC 9110, 8.4.1.2 note).
        """
        self._may_be_bare = may_be_bare
        self._limit = limit
        self._given = 0
        self._stream = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._has_begun = False

    def unpack(self, piece: bytes) -> Iterator[bytes]:
        """Yield what this piece unpacks to, in parts of bounded size.

        Raises:
            UnpackFailed: damaged, or more than the limit.
        """
        while piece:
            if self._stream.eof:
                if not piece.startswith(GZIP_MAGIC[: len(piece)]):
                    return  # padding behind the last member, as gzip(1) allows
                self._stream = zlib.decompressobj(_GZIP_OR_ZLIB)
            if not self._has_begun and self._may_be_bare and _is_bare(piece[0]):
                self._stream = zlib.decompressobj(-zlib.MAX_WBITS)
            self._has_begun = True
            yield from self._unpack_member(piece)
            piece = self._stream.unused_data

    def _unpack_member(self, piece: bytes) -> Iterator[bytes]:
        part = b"begin"
        while part and not self._stream.eof:
            try:
                part = self._stream.decompress(piece, _STEP)
            except zlib.error:
                raise UnpackFailed("the compressed bytes are damaged") from None
            piece = self._stream.unconsumed_tail
            self._given += len(part)
            if self._given > self._limit:
                raise UnpackFailed(f"unpacks to more than {self._limit} bytes")
            if part:
                yield part

    def finish(self) -> None:
        """Check that the stream is whole.

        Raises:
            UnpackFailed: it was cut off.
        """
        if self._has_begun and not self._stream.eof:
            raise UnpackFailed("the compressed bytes are cut off")


def _is_bare(first: int) -> bool:
    """Whether neither zlib's wrapping (RFC 1950, 2.2: method 8) nor gzip's begins with this byte."""
    return first & 0x0F != zlib.DEFLATED and first != GZIP_MAGIC[0]


def unpack(payload: bytes, limit: int) -> bytes:
    """Unpack gzip bytes at once.

    Raises:
        UnpackFailed: damaged, cut off, or more than `limit` bytes.
    """
    inflater = Inflater(limit)
    parts = list(inflater.unpack(payload))
    inflater.finish()
    return b"".join(parts)
