"""A file kept open, so that it can be read after its name is gone."""

import sqlite3
import threading
from collections.abc import Sequence
from typing import Any


class HeldOpen:
    """Shares one connection between the threads that came too late to open their own. One at a time asks."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Share this connection; whoever opened it closes it."""
        self._connection = connection
        self._lock = threading.Lock()

    def execute(self, sql: str, values: Sequence[object] = ()) -> "Rows":
        """Run a statement to its end."""
        with self._lock:
            return Rows(self._connection.execute(sql, values).fetchall())


class Rows:
    """The rows of a statement that has ended, taken like those of a cursor."""

    def __init__(self, rows: list[Any]) -> None:
        """Give these, in order."""
        self._rows = iter(rows)

    def fetchall(self) -> list[Any]:
        """Give the rows that are left."""
        return list(self._rows)

    def fetchone(self) -> Any:
        """Give the next row, or None."""
        return next(self._rows, None)
