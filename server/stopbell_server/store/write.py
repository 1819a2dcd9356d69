"""Writes a compiled feed: a new file beside its place, put there whole at the end."""

import os
import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any

from stopbell_server.domain.errors import FeedUnavailable
from stopbell_server.store.placing import put_in_place
from stopbell_server.store.schema import APPLICATION_ID, INDEXES, SCHEMA_VERSION, TABLES

_ROWS_PER_STATEMENT = 100
_SETTINGS = (
    "PRAGMA page_size = 4096",
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA cache_size = -65536",
    "PRAGMA temp_store = MEMORY",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)


class StoreWriter:
    """Fills the tables of one new file. The same rows in the same order give the same bytes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Call `write_store` instead."""
        self._connection = connection

    def insert(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        """Insert rows with all columns of the table."""
        iterator = iter(rows)
        first = next(iterator, None)
        if first is None:
            return
        rest: list[Sequence[Any]] = [first]
        whole = _to_statement(table, len(first), _ROWS_PER_STATEMENT)
        while True:
            rest += islice(iterator, _ROWS_PER_STATEMENT - len(rest))
            if len(rest) < _ROWS_PER_STATEMENT:
                break
            self._connection.execute(whole, list(chain.from_iterable(rest)))
            rest = []
        self._connection.executemany(_to_statement(table, len(first), 1), rest)

    def finish(self) -> None:
        """Make the indexes; call once, after all rows."""
        for statement in INDEXES:
            self._connection.execute(statement)


def _to_statement(table: str, width: int, count: int) -> str:
    row = f"({','.join('?' * width)})"
    return f"INSERT INTO {table} VALUES {','.join([row] * count)}"  # noqa: S608 # names of our own tables


@contextmanager
def write_store(path: Path) -> Generator[StoreWriter]:
    """Write a file; it appears under its name only if the block ends well.

    Raises:
        FeedUnavailable: the disk is full or the folder cannot be written.
    """
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        # One thread at a time writes; which one may change.
        connection = sqlite3.connect(partial, isolation_level=None, check_same_thread=False)
        try:
            for statement in _SETTINGS:
                connection.execute(statement)
            connection.execute("BEGIN")
            for statement in TABLES:
                connection.execute(statement)
            writer = StoreWriter(connection)
            yield writer
            writer.finish()
            connection.execute("COMMIT")
        finally:
            connection.close()
        put_in_place(partial, path)
    except (OSError, sqlite3.OperationalError) as error:
        raise FeedUnavailable(
            f"{path} cannot be written ({error}). Free some disk space or choose another folder."
        ) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
