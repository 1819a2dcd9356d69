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

    def __init__(self, limit: int) -> None:
        """Allow at most `limit` bytes to come out."""
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


def unpack(payload: bytes, limit: int) -> bytes:
    """Unpack gzip bytes at once.

    Raises:
        UnpackFailed: damaged, cut off, or more than `limit` bytes.
    """
    inflater = Inflater(limit)
    parts = list(inflater.unpack(payload))
    inflater.finish()
    return b"".join(parts)
