"""One compiled file, opened read-only; every thread has its own connection."""

import sqlite3
import threading
import weakref
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from stopbell_server.domain.errors import StoreUnreadable
from stopbell_server.store.held_open import HeldOpen
from stopbell_server.store.schema import APPLICATION_ID, SCHEMA_VERSION

_MMAP_BYTES = 2**40
_HEADER_BYTES = 100
_ASKED = (1, 4, 16, 64, 400)
_MOST_ASKED = _ASKED[-1]
_REMEDY = "Import its source again (stopbell feed update)."


class Database:
    """Answers SQL over an immutable file. Damage met at any time is StoreUnreadable."""

    def __init__(self, path: Path) -> None:
        """Open the file and check that it is whole and of our schema.

        Raises:
            StoreUnreadable: it is missing, damaged, cut short, or of another schema.
        """
        self._path = path
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._opened_lock = threading.Lock()
        self._is_closed = False
        # Not at exit: a thread that is still asking then must not find its connection closed under it.
        weakref.finalize(self, _close_all, self._opened).atexit = False
        self.modified_s = _check_header(path)
        """When the file was written, as POSIX seconds."""
        self._held_open = HeldOpen(self._connect())
        self.rows("SELECT key FROM meta LIMIT 1")

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """Give all rows as tuples."""
        try:
            return self._connection().execute(sql, values).fetchall()
        except UnicodeEncodeError:
            return []  # half a surrogate pair: no feed can have such a text
        except sqlite3.DatabaseError as error:
            raise self._explain(error) from error

    def first(self, sql: str, values: Sequence[object] = ()) -> Any:
        """Give the first row, or None."""
        try:
            return self._connection().execute(sql, values).fetchone()
        except UnicodeEncodeError:
            return None
        except sqlite3.DatabaseError as error:
            raise self._explain(error) from error

    def get(self, sql: str, values: Sequence[object] = ()) -> Any:
        """Give the first row of a statement that has one in every whole file."""
        row = self.first(sql, values)
        if row is None:
            raise StoreUnreadable(f"The compiled feed {self._path.name} is damaged (a row is missing). {_REMEDY}")
        return row

    def rows_for(self, sql: str, values: Iterable[object]) -> list[Any]:
        """Give the rows of a statement with one `IN (%s)` for many values, in several runs if need be."""
        found: list[Any] = []
        asked = tuple(values)
        for start in range(0, len(asked), _MOST_ASKED):
            part = asked[start : start + _MOST_ASKED]
            # Few lengths make few statements, which stay prepared; asking for one value twice changes nothing.
            length = next(size for size in _ASKED if len(part) <= size)
            part += part[-1:] * (length - len(part))
            found += self.rows(sql % ",".join("?" * length), part)
        return found

    def close(self) -> None:
        """Close the connections of all threads. No query may be running."""
        with self._opened_lock:
            self._is_closed = True
            _close_all(self._opened)

    def _explain(self, error: sqlite3.DatabaseError) -> Exception:
        if isinstance(error, sqlite3.ProgrammingError):
            return error  # our own mistake, such as asking after `close`
        return StoreUnreadable(f"The compiled feed {self._path.name} is damaged ({error}). {_REMEDY}")

    def _connection(self) -> sqlite3.Connection | HeldOpen:
        connection = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connect_or_share()
        return connection

    def _connect_or_share(self) -> sqlite3.Connection | HeldOpen:
        try:
            return self._connect()
        except sqlite3.OperationalError:
            # Its name is gone: the feed was removed or has newer versions. Answers under way still end well.
            return self._held_open

    def _connect(self) -> sqlite3.Connection:
        # immutable: no locks are taken and no journal is looked for; the file never changes in place.
        url = f"file:{quote(str(self._path.absolute()))}?mode=ro&immutable=1"
        # check_same_thread is off only so that `close` may close what other threads opened.
        connection = sqlite3.connect(
            url, uri=True, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        connection.execute(f"PRAGMA mmap_size={_MMAP_BYTES}")
        with self._opened_lock:
            if self._is_closed:
                connection.close()
            else:
                self._opened.append(connection)
        return connection


def _close_all(connections: list[sqlite3.Connection]) -> None:
    while connections:
        connections.pop().close()


def _check_header(path: Path) -> int:
    """Read the SQLite header ourselves: a file cut short would otherwise be mapped beyond its end. Give its time."""
    try:
        found = path.stat()
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except OSError as error:
        raise StoreUnreadable(f"The compiled feed {path} cannot be opened ({error.strerror}). {_REMEDY}") from error
    if len(header) < _HEADER_BYTES or not header.startswith(b"SQLite format 3\0"):
        raise StoreUnreadable(f"{path} is not a compiled feed. {_REMEDY}")
    page_bytes = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    if found.st_size != pages * (65_536 if page_bytes == 1 else page_bytes):
        raise StoreUnreadable(f"The compiled feed {path} is cut short. {_REMEDY}")
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise StoreUnreadable(f"{path} is a database of another program. {_REMEDY}")
    schema = int.from_bytes(header[60:64], "big")
    if schema != SCHEMA_VERSION:
        raise StoreUnreadable(
            f"The compiled feed {path} has schema {schema}; this program reads schema {SCHEMA_VERSION}. {_REMEDY}"
        )
    return int(found.st_mtime)
