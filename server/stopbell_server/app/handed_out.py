"""Closing timetables only after the answers that use them have ended."""

import weakref
from itertools import count

from stopbell_server.store.read import SqliteStore
from stopbell_server.world import World


class HandedOut:
    """Remembers which worlds are in use, and closes a retired store when none of its time is left."""

    def __init__(self) -> None:
        """Start with nothing handed out."""
        self._numbers = count()
        self._in_use: set[int] = set()
        self._retired: list[tuple[SqliteStore, frozenset[int]]] = []

    def note(self, world: World) -> World:
        """Remember a world until nobody holds it; give it back."""
        number = next(self._numbers)
        self._in_use.add(number)
        weakref.finalize(world, self._in_use.discard, number).atexit = False
        return world

    def retire(self, store: SqliteStore) -> None:
        """Take a store that no later world will hold."""
        self._retired.append((store, frozenset(self._in_use)))

    def close_unused(self) -> None:
        """Close the retired stores of whose worlds none is left."""
        waiting: list[tuple[SqliteStore, frozenset[int]]] = []
        for store, worlds in self._retired:
            if worlds & self._in_use:
                waiting.append((store, worlds))
            else:
                store.close()
        self._retired = waiting

    def close_all(self) -> None:
        """Close what nobody uses, for the end of the program; the rest closes with the last answer that uses it.

        Closing a database while another thread asks it would end the whole process.
        """
        self.close_unused()
        self._retired = []
