"""Who may ask, and what of the world each sees."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from stopbell_server.desk.caller import CALLER, Caller
from stopbell_server.desk.change_bell import Silence, listen_to
from stopbell_server.world import World, WorldSource

__all__ = ["CALLER", "Caller", "SeenSource", "Verifier"]


class Verifier(Protocol):
    """Tells what a bearer token allows; another one than the token file can be given to the server."""

    async def verify(self, token: str) -> Caller | None:
        """Give the caller that the token stands for; None for a token that is not valid."""
        ...


@dataclass(frozen=True)
class _SeenWorld(World):
    """The part of a world that one caller sees."""

    whole: World | None = None
    """Held because a timetable is closed when no world that it is in is left."""


@dataclass(frozen=True, slots=True)
class SeenSource:
    """Gives each caller the world of its feeds: it answers as though no others were loaded."""

    source: WorldSource

    def current(self) -> World:
        """Give the world as it is now, as far as the caller may see it."""
        world = self.source.current()
        caller = CALLER.get()
        if caller is None or caller.feeds is None:
            return world
        seen = tuple(view for view in world.feeds if view.store.info.authority in caller.feeds)
        loading = tuple(name for name in world.loading if name in caller.feeds)
        return _SeenWorld(seen, world.now, loading, world)

    def on_change(self, ring: Callable[[], None]) -> Silence:
        """Call `ring` when any world is another; what that means for a caller is seen by looking."""
        return listen_to(self.source, ring)
