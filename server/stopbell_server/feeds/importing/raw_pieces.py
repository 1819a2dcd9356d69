"""The bytes of a table as UTF-8, in pieces that end between records, so that memory does not grow with the file."""

from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from stopbell_server.feeds.archive import Archive
from stopbell_server.feeds.importing.encoding import is_utf16, to_utf8
from stopbell_server.feeds.importing.finding_log import FindingLog

PIECE_BYTES = 2**24
_LONGEST_RECORD_BYTES = 2**26
_MOST_STEPS_BACK = 64


class RawPieces:
    """Unpacks the next piece in a thread of its own while one is used: unpacking leaves the interpreter free."""

    def __init__(self, pool: ThreadPoolExecutor, archive: Archive, file: str, size: int) -> None:
        """Begin to unpack at once. Call `open_pieces` instead."""
        self._pool = pool
        self._file = file
        self._blocks = archive.read_blocks(file, size)
        self._next: Future[bytes] = pool.submit(next, self._blocks, b"")

    def read(self, log: FindingLog) -> Iterator[bytes]:
        """Yield the pieces, once.

        Raises:
            FeedRefused: the file is damaged, its encoding is not what it says, or it has no lines.
        """
        block = self._take()
        if is_utf16(block):
            block += b"".join(iter(self._take, b""))
        rest = b""
        is_first = True
        while block:
            data = rest + block
            block = self._take()
            end = find_record_end(data) if block else len(data)
            if not end and len(data) > _LONGEST_RECORD_BYTES:
                message = f"{self._file} has a line of over {_LONGEST_RECORD_BYTES:,} bytes. Check the source."
                raise log.refuse(message, self._file, "a line without an end")
            if end:
                yield to_utf8(data[:end], self._file, log, is_start=is_first)
                is_first = False
            rest = data[end:]

    def close(self) -> None:
        """Close the file; no piece may be on its way."""
        self._blocks.close()

    def _take(self) -> bytes:
        block = self._next.result()
        if block:
            self._next = self._pool.submit(next, self._blocks, b"")
        return block


@contextmanager
def open_pieces(archive: Archive, file: str, parts: int = 1) -> Generator[RawPieces]:
    """Open a file of the archive; the first piece is unpacked while the caller does something else.

    With `parts` pieces are so many times smaller, for a file that is read beside another one.
    """
    pool = ThreadPoolExecutor(1)
    pieces = RawPieces(pool, archive, file, PIECE_BYTES // parts)
    try:
        yield pieces
    finally:
        pool.shutdown(cancel_futures=True)
        pieces.close()


def find_record_end(data: bytes) -> int:
    """Find the last place between two records: a line end outside quotes; 0 when there is none."""
    ending = b"\n" if b"\n" in data else b"\r"
    last = end = data.rfind(ending) + 1
    # To look for one quote is much faster than to count none.
    is_open = b'"' in data and data.count(b'"', 0, end) % 2 == 1
    for _ in range(_MOST_STEPS_BACK):
        if not is_open or not end:
            break
        before = data.rfind(ending, 0, end - 1) + 1
        is_open ^= data.count(b'"', before, end) % 2 == 1
        end = before
    # Quotes that never match are no quotes: the piece is read with care anyway.
    return last if is_open else end
