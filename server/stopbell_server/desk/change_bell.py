"""How a source of worlds says that the world is another, to whoever would otherwise have to look again and again."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from stopbell_server.world import WorldSource

Silence = Callable[[], None]
"""Ends the telling; may be called twice."""


@runtime_checkable
class ChangingSource(Protocol):
    """A source whose worlds differ, and that says when."""

    def on_change(self, ring: Callable[[], None]) -> Silence:
        """Call `ring` after each change, on the event loop; it only notes that, and returns at once."""
        ...


def listen_to(source: WorldSource, ring: Callable[[], None]) -> Silence:
    """Hear of changes; a source that says nothing of any has none, such as a frozen world."""
    return source.on_change(ring) if isinstance(source, ChangingSource) else _do_nothing


def _do_nothing() -> None:
    """Stand where there is nothing to end."""


class ChangeBell:
    """Tells everybody who listens."""

    def __init__(self) -> None:
        """Begin with nobody listening."""
        self._rings: dict[object, Callable[[], None]] = {}

    def ring(self) -> None:
        """Tell that the world is another."""
        for ring in tuple(self._rings.values()):
            ring()

    def listen(self, ring: Callable[[], None]) -> Silence:
        """Tell this one too, until it is silenced."""
        key = object()
        self._rings[key] = ring
        return lambda: self._rings.pop(key, None) and None
